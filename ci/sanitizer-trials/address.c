/* Writes one byte behind what it was given; `ci/asan` has to see it. */
#include <stdlib.h>

int main(int count, char **arguments) {
  char *bytes = malloc(8);
  (void)arguments;
  if (bytes == NULL) return 0;
  bytes[7 + count] = 1;
  count = bytes[0];
  free(bytes);
  return count < 0;
}
