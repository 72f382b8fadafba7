#include "host_shims.h"
