/* Two threads count without asking each other; `ci/tsan` has to see it. */
#include <pthread.h>
#include <stddef.h>

static int shared;

static void *count(void *unused) {
  (void)unused;
  for (int turn = 0; turn < 1000; turn++) shared++;
  return NULL;
}

int main(void) {
  pthread_t other;
  if (pthread_create(&other, NULL, count, NULL) != 0) return 0;
  count(NULL);
  pthread_join(other, NULL);
  return shared < 0;
}
