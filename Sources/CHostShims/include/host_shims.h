/* What Swift cannot say to the system's libraries itself.
 *
 * 1. A virtual file system for SQLite ("lastword") whose files live wherever a table of functions
 *    puts them: in this package, on a simulated disk. The duties that SQLite's own file systems have
 *    and that no header names are done here: see the notes at the functions in host_shims_vfs.c.
 * 2. Plain functions around the variadic functions of SQLite.
 *
 * Everything here is process-global, because SQLite's default file system, its random source and
 * sqlite3_config are. One thread at a time, between lastword_process_enter and _leave.
 */
#ifndef LASTWORD_HOST_SHIMS_H
#define LASTWORD_HOST_SHIMS_H

#include <sqlite3.h>
#include <stdint.h>

/* How an operation of the disk ended; the values of Swift's DiskError, with 0 for success. */
enum {
  LASTWORD_OK = 0,
  LASTWORD_NO_SPACE = 1,
  LASTWORD_IO = 2,
  LASTWORD_NOT_FOUND = 3,
  LASTWORD_EXISTS = 4,
  LASTWORD_STALLED = 5,
  LASTWORD_DEAD = 6,
  LASTWORD_RANGE = 7
};

/* What to do with a file that does or does not exist when it is opened. */
enum { LASTWORD_OPEN_EXISTING = 0, LASTWORD_OPEN_OR_CREATE = 1, LASTWORD_OPEN_NEW = 2 };

/* How far a sync goes. */
enum { LASTWORD_SYNC_DATA = 0, LASTWORD_SYNC_NORMAL = 1, LASTWORD_SYNC_FULL = 2 };

/* A file that was opened: the handle to use, a number that is equal for all handles of one file, and
 * the process it was opened for. */
typedef struct lastword_opened {
  uint64_t handle;
  uint64_t file;
  uint32_t process;
} lastword_opened;

/* The disk. `disk` is what lastword_vfs_mount was given. Names come as bytes and a length, without
 * the mount's prefix; a null name asks for a file without a name. All return one of LASTWORD_*. */
typedef struct lastword_disk_calls {
  int32_t (*open)(void *disk, const uint8_t *name, int32_t length, int32_t opening,
                  lastword_opened *opened);
  void (*close)(void *disk, uint64_t handle);
  int32_t (*read)(void *disk, uint64_t handle, uint8_t *bytes, int32_t count, int64_t offset,
                  int32_t *got);
  int32_t (*write)(void *disk, uint64_t handle, const uint8_t *bytes, int32_t count,
                   int64_t offset, int32_t *put);
  int32_t (*truncate)(void *disk, uint64_t handle, int64_t size);
  int32_t (*sync)(void *disk, uint64_t handle, int32_t kind);
  int32_t (*size)(void *disk, uint64_t handle, int64_t *size);
  int32_t (*unlink)(void *disk, const uint8_t *name, int32_t length);
  int32_t (*sync_directory)(void *disk, const uint8_t *name, int32_t length);
  int32_t (*stat)(void *disk, const uint8_t *name, int32_t length, int64_t *size);
} lastword_disk_calls;

/* Waits until no other thread is between enter and leave. The same thread may enter again. */
void lastword_process_enter(void);
/* Undoes one lastword_process_enter. */
void lastword_process_leave(void);
/* How often this thread has entered and not left. */
int lastword_process_entered(void);

/* Configures SQLite (one thread, no memory statistics), initializes it and makes "lastword" its
 * default file system. Later calls only replace the table. Returns an SQLite result code. */
int lastword_sqlite_start(const lastword_disk_calls *calls);

/* Mounts a disk: database paths "<slot>/name" lead to it. Returns the slot's letter, or 0 if all
 * slots are taken. */
int lastword_vfs_mount(void *disk);
/* Frees the slot. Nothing may be open on it. */
void lastword_vfs_unmount(int slot);
/* Every file that a process of that disk has open is dead from now on: all operations on it but
 * closing fail without reaching the disk. Its locks go when it is closed. */
void lastword_vfs_abandon(void *disk, uint32_t process);
/* How many files are open through the file system, dead ones included. */
int lastword_vfs_open_files(void);

/* Whether a new journal or log syncs its directory at its first sync, as SQLite's own file systems
 * do. On by default; off only to prove that somebody would notice. */
void lastword_vfs_directory_duty(int on);
/* What xSectorSize and xDeviceCharacteristics answer; 4096 and 0 by default. */
void lastword_vfs_device(int sector_size, int characteristics);
/* The time that SQLite is told, milliseconds since 1970. Sleeping adds to it until it is set again. */
void lastword_vfs_set_time(int64_t unix_milliseconds);
/* The time that SQLite is told now, milliseconds since 1970. */
int64_t lastword_vfs_time(void);
/* Seeds the file system's random source and makes SQLite draw its own seed from it again. Without
 * it, what SQLite writes into a journal depends on everything the process did before. */
void lastword_sqlite_reseed(uint64_t seed);
/* How many bytes SQLite has drawn from the random source since it was seeded. */
int64_t lastword_vfs_random_bytes(void);

/* Makes SQLite ask for memory through a function that can count and refuse. Nothing may be open; SQLite
 * is started again. Until this is called SQLite has its own allocator and pays nothing. Returns an
 * SQLite result code. */
int lastword_memory_install(void);
/* Counts from 0 again, and refuses the allocation with this number, from 1, and all later ones if
 * `lasting`; 0 refuses none. */
void lastword_memory_watch(int64_t refused, int lasting);
/* Neither counts nor refuses. */
void lastword_memory_pause(void);
/* Goes on where lastword_memory_pause stopped. */
void lastword_memory_resume(void);
/* How often memory was asked for since lastword_memory_watch. */
int64_t lastword_memory_count(void);

/* sqlite3_config with one int. */
int lastword_sqlite_config_int(int option, int value);
/* sqlite3_db_config for the options that take an int and report one. */
int lastword_sqlite_db_config_int(sqlite3 *database, int option, int value, int *result);
/* sqlite3_test_control with SQLITE_TESTCTRL_PRNG_SEED; `database` may be null. */
int lastword_sqlite_prng_seed(int seed, sqlite3 *database);

#endif
