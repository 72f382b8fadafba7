/* Loses what it was given; `ci/valgrind` and `ci/asan` have to see it. */
#include <stdlib.h>

int main(void) {
  volatile char *bytes = malloc(64);
  if (bytes != NULL) bytes[0] = 1;
  bytes = NULL;
  return 0;
}
