/* Plain functions around variadic ones, and the one lock of the process. */
#define _XOPEN_SOURCE 700 /* recursive mutexes */

#include "host_shims.h"

#include <pthread.h>

static pthread_mutex_t process_lock;
static _Thread_local int entered;
static pthread_once_t process_once = PTHREAD_ONCE_INIT;

static void make_process_lock(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&process_lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

void lastword_process_enter(void) {
  pthread_once(&process_once, make_process_lock);
  pthread_mutex_lock(&process_lock);
  entered++;
}

void lastword_process_leave(void) {
  entered--;
  pthread_mutex_unlock(&process_lock);
}

int lastword_process_entered(void) { return entered; }

int lastword_sqlite_config_int(int option, int value) { return sqlite3_config(option, value); }

int lastword_sqlite_db_config_int(sqlite3 *database, int option, int value, int *result) {
  return sqlite3_db_config(database, option, value, result);
}

int lastword_sqlite_prng_seed(int seed, sqlite3 *database) {
  return sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, seed, database);
}
