/* The "lastword" file system for SQLite: see host_shims.h. */
#include "host_shims.h"

#include <stddef.h>
#include <string.h>

#ifdef __clang__
#pragma clang diagnostic error "-Wall"
#pragma clang diagnostic error "-Wextra"
#endif

enum { SLOTS = 64, FIRST_SLOT = '0', PATH_LIMIT = 128 };

typedef struct mount {
  void *disk;
  int taken;
} mount;

/* One open file. SQLite allocates it; `base` must come first. */
typedef struct open_file {
  sqlite3_file base;
  void *disk;
  const uint8_t *name; /* without the mount's prefix; SQLite keeps it alive until the file closes */
  int32_t name_length;
  uint32_t process;
  uint64_t handle;
  uint64_t file;
  int lock;
  int owes_directory_sync;
  int dead;
  struct open_file *next;
} open_file;

static lastword_disk_calls disk_calls;
static mount mounts[SLOTS];
static open_file *open_files;
static int started;
static int directory_duty = 1;
static int device_sector_size = 4096;
static int device_characteristics;
static int64_t clock_milliseconds;
static int64_t clock_rest_microseconds;
static uint64_t random_state;
static int64_t random_drawn;

/* ---- Mounts and names ---- */

typedef struct target {
  void *disk;
  const uint8_t *name;
  int32_t length;
} target;

/* Finds the disk of a path; 0 if there is none. */
static int resolve(const char *path, target *result) {
  int slot;
  if (path == NULL || path[0] == 0 || path[1] != '/') return 0;
  slot = (unsigned char)path[0] - FIRST_SLOT;
  if (slot < 0 || slot >= SLOTS || !mounts[slot].taken) return 0;
  result->disk = mounts[slot].disk;
  result->name = (const uint8_t *)path + 2;
  result->length = (int32_t)strlen(path + 2);
  return 1;
}

int lastword_vfs_mount(void *disk) {
  for (int slot = 0; slot < SLOTS; slot++) {
    if (mounts[slot].taken) continue;
    mounts[slot].disk = disk;
    mounts[slot].taken = 1;
    return FIRST_SLOT + slot;
  }
  return 0;
}

void lastword_vfs_unmount(int slot) {
  int index = slot - FIRST_SLOT;
  if (index >= 0 && index < SLOTS) mounts[index].taken = 0;
}

void lastword_vfs_abandon(void *disk, uint32_t process) {
  for (open_file *file = open_files; file != NULL; file = file->next) {
    if (file->disk == disk && file->process == process) file->dead = 1;
  }
}

int lastword_vfs_open_files(void) {
  int count = 0;
  for (open_file *file = open_files; file != NULL; file = file->next) count++;
  return count;
}

void lastword_vfs_directory_duty(int on) { directory_duty = on; }

void lastword_vfs_device(int sector_size, int characteristics) {
  device_sector_size = sector_size;
  device_characteristics = characteristics;
}

/* ---- Files ---- */

static int file_close(sqlite3_file *base) {
  open_file *self = (open_file *)base;
  open_file **link = &open_files;
  while (*link != NULL && *link != self) link = &(*link)->next;
  if (*link == self) *link = self->next;
  disk_calls.close(self->disk, self->handle);
  return SQLITE_OK;
}

/* A short read fills the rest with zeros and says so: a database page beyond the end of the file is
 * empty, and SQLite relies on finding it so. */
static int file_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
  open_file *self = (open_file *)base;
  int32_t got = 0;
  int32_t status;
  if (self->dead) return SQLITE_IOERR_READ;
  status = disk_calls.read(self->disk, self->handle, bytes, count, offset, &got);
  if (status != LASTWORD_OK) return SQLITE_IOERR_READ;
  if (got >= count) return SQLITE_OK;
  /* A read may stop early in the middle of a file; only a read of nothing means the end. */
  while (got < count) {
    int32_t more = 0;
    status = disk_calls.read(self->disk, self->handle, (uint8_t *)bytes + got, count - got,
                             offset + got, &more);
    if (status != LASTWORD_OK) return SQLITE_IOERR_READ;
    if (more <= 0) break;
    got += more;
  }
  if (got >= count) return SQLITE_OK;
  memset((uint8_t *)bytes + got, 0, (size_t)(count - got));
  return SQLITE_IOERR_SHORT_READ;
}

/* A write that stops early is continued, until nothing more is accepted: then the disk is full. */
static int file_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
  open_file *self = (open_file *)base;
  int32_t done = 0;
  if (self->dead) return SQLITE_IOERR_WRITE;
  while (done < count) {
    int32_t put = 0;
    int32_t status = disk_calls.write(self->disk, self->handle, (const uint8_t *)bytes + done,
                                      count - done, offset + done, &put);
    if (status == LASTWORD_NO_SPACE) return SQLITE_FULL;
    if (status != LASTWORD_OK) return SQLITE_IOERR_WRITE;
    if (put <= 0) return SQLITE_FULL;
    done += put;
  }
  return SQLITE_OK;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
  open_file *self = (open_file *)base;
  if (self->dead) return SQLITE_IOERR_TRUNCATE;
  return disk_calls.truncate(self->disk, self->handle, size) == LASTWORD_OK
             ? SQLITE_OK
             : SQLITE_IOERR_TRUNCATE;
}

/* The first sync of a journal or log also syncs the directory: a journal whose name is lost cannot
 * roll anything back. SQLite asks nobody to do this; its own file systems just do. */
static int file_sync(sqlite3_file *base, int flags) {
  open_file *self = (open_file *)base;
  int32_t kind = LASTWORD_SYNC_NORMAL;
  if (self->dead) return SQLITE_IOERR_FSYNC;
  if ((flags & 0x0F) == SQLITE_SYNC_FULL) {
    kind = LASTWORD_SYNC_FULL;
  } else if (flags & SQLITE_SYNC_DATAONLY) {
    kind = LASTWORD_SYNC_DATA;
  }
  if (disk_calls.sync(self->disk, self->handle, kind) != LASTWORD_OK) return SQLITE_IOERR_FSYNC;
  if (self->owes_directory_sync) {
    if (disk_calls.sync_directory(self->disk, self->name, self->name_length) != LASTWORD_OK) {
      return SQLITE_IOERR_DIR_FSYNC;
    }
    self->owes_directory_sync = 0;
  }
  return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
  open_file *self = (open_file *)base;
  int64_t result = 0;
  if (self->dead || disk_calls.size(self->disk, self->handle, &result) != LASTWORD_OK) {
    return SQLITE_IOERR_FSTAT;
  }
  *size = result;
  return SQLITE_OK;
}

/* The strongest lock that somebody else holds on the same file. */
static int strongest_other_lock(const open_file *self) {
  int strongest = SQLITE_LOCK_NONE;
  for (const open_file *other = open_files; other != NULL; other = other->next) {
    if (other == self || other->disk != self->disk || other->file != self->file) continue;
    if (other->lock > strongest) strongest = other->lock;
  }
  return strongest;
}

static int file_lock(sqlite3_file *base, int level) {
  open_file *self = (open_file *)base;
  int other;
  if (self->dead) return SQLITE_IOERR_LOCK;
  if (self->lock >= level) return SQLITE_OK;
  other = strongest_other_lock(self);
  if (level == SQLITE_LOCK_SHARED) {
    /* Readers come in until a writer waits for them to leave. */
    if (other >= SQLITE_LOCK_PENDING) return SQLITE_BUSY;
  } else if (level == SQLITE_LOCK_RESERVED) {
    if (other >= SQLITE_LOCK_RESERVED) return SQLITE_BUSY;
  } else {
    if (other >= SQLITE_LOCK_RESERVED) return SQLITE_BUSY;
    if (other == SQLITE_LOCK_SHARED) {
      self->lock = SQLITE_LOCK_PENDING;
      return SQLITE_BUSY;
    }
  }
  self->lock = level;
  return SQLITE_OK;
}

static int file_unlock(sqlite3_file *base, int level) {
  open_file *self = (open_file *)base;
  if (self->lock > level) self->lock = level;
  return SQLITE_OK;
}

static int file_check_reserved(sqlite3_file *base, int *result) {
  open_file *self = (open_file *)base;
  if (self->dead) return SQLITE_IOERR_CHECKRESERVEDLOCK;
  *result =
      self->lock >= SQLITE_LOCK_RESERVED || strongest_other_lock(self) >= SQLITE_LOCK_RESERVED;
  return SQLITE_OK;
}

static int file_control(sqlite3_file *base, int operation, void *argument) {
  (void)base;
  if (operation == SQLITE_FCNTL_VFSNAME) {
    *(char **)argument = sqlite3_mprintf("lastword");
    return SQLITE_OK;
  }
  return SQLITE_NOTFOUND;
}

static int file_sector_size(sqlite3_file *base) {
  (void)base;
  return device_sector_size;
}

static int file_characteristics(sqlite3_file *base) {
  (void)base;
  return device_characteristics;
}

/* Version 1: no shared memory, so a write-ahead log needs exclusive locking; no mapped memory, which
 * would pass the disk by. */
static const sqlite3_io_methods file_methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
};

/* ---- The file system ---- */

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags,
                    int *out_flags) {
  const int journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
  open_file *self = (open_file *)base;
  target where = {NULL, NULL, 0};
  lastword_opened opened = {0, 0, 0};
  int32_t opening = LASTWORD_OPEN_EXISTING;
  (void)vfs;
  memset(self, 0, sizeof *self);
  /* A file without a name has no path that could say on which disk it lies. Temporary stores are in
   * memory, so nobody asks; whoever does is refused rather than given a disk by chance. */
  if (!resolve(path, &where)) return SQLITE_CANTOPEN;
  if (flags & SQLITE_OPEN_CREATE) {
    opening = flags & SQLITE_OPEN_EXCLUSIVE ? LASTWORD_OPEN_NEW : LASTWORD_OPEN_OR_CREATE;
  }
  if (disk_calls.open(where.disk, where.name, where.length, opening, &opened) != LASTWORD_OK) {
    return SQLITE_CANTOPEN;
  }
  if (flags & SQLITE_OPEN_DELETEONCLOSE) {
    if (disk_calls.unlink(where.disk, where.name, where.length) != LASTWORD_OK) {
      disk_calls.close(where.disk, opened.handle);
      return SQLITE_CANTOPEN;
    }
  }
  self->base.pMethods = &file_methods;
  self->disk = where.disk;
  self->name = where.name;
  self->name_length = where.length;
  self->process = opened.process;
  self->handle = opened.handle;
  self->file = opened.file;
  self->owes_directory_sync =
      directory_duty && (flags & SQLITE_OPEN_CREATE) && (flags & journals);
  self->next = open_files;
  open_files = self;
  if (out_flags != NULL) *out_flags = flags;
  return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync_directory) {
  target where = {NULL, NULL, 0};
  int32_t status;
  (void)vfs;
  if (!resolve(path, &where)) return SQLITE_IOERR_DELETE;
  status = disk_calls.unlink(where.disk, where.name, where.length);
  if (status == LASTWORD_NOT_FOUND) return SQLITE_IOERR_DELETE_NOENT;
  if (status != LASTWORD_OK) return SQLITE_IOERR_DELETE;
  if (sync_directory) {
    status = disk_calls.sync_directory(where.disk, where.name, where.length);
    if (status != LASTWORD_OK) return SQLITE_IOERR_DIR_FSYNC;
  }
  return SQLITE_OK;
}

/* A file of length zero counts as absent: an emptied journal must not look hot. */
static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  target where = {NULL, NULL, 0};
  int64_t size = 0;
  int32_t status;
  (void)vfs;
  *result = 0;
  if (!resolve(path, &where)) return SQLITE_IOERR_ACCESS;
  status = disk_calls.stat(where.disk, where.name, where.length, &size);
  if (status == LASTWORD_NOT_FOUND) return SQLITE_OK;
  if (status != LASTWORD_OK) return SQLITE_IOERR_ACCESS;
  *result = flags == SQLITE_ACCESS_EXISTS ? size > 0 : 1;
  return SQLITE_OK;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int count, char *result) {
  size_t length = strlen(path);
  (void)vfs;
  if (count <= 0 || length + 1 > (size_t)count) return SQLITE_CANTOPEN;
  memcpy(result, path, length + 1);
  return SQLITE_OK;
}

/* A small generator with a fixed definition, so that a seed means the same bytes for ever. */
static uint64_t next_random(void) {
  uint64_t value;
  random_state += UINT64_C(0x9E3779B97F4A7C15);
  value = random_state;
  value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
  return value ^ (value >> 31);
}

static int vfs_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
  (void)vfs;
  for (int index = 0; index < count; index++) bytes[index] = (char)(next_random() >> 56);
  random_drawn += count;
  return count;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  clock_rest_microseconds += microseconds;
  clock_milliseconds += clock_rest_microseconds / 1000;
  clock_rest_microseconds %= 1000;
  return microseconds;
}

/* 1970 in milliseconds of the Julian day that SQLite counts in. */
static const int64_t unix_epoch_julian = INT64_C(210866760000000);

static int vfs_time_64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
  (void)vfs;
  *time = unix_epoch_julian + clock_milliseconds;
  return SQLITE_OK;
}

static int vfs_time(sqlite3_vfs *vfs, double *time) {
  (void)vfs;
  *time = (double)(unix_epoch_julian + clock_milliseconds) / 86400000.0;
  return SQLITE_OK;
}

static int vfs_last_error(sqlite3_vfs *vfs, int count, char *text) {
  (void)vfs;
  (void)count;
  (void)text;
  return 0;
}

static sqlite3_vfs vfs = {
    .iVersion = 2,
    .szOsFile = sizeof(open_file),
    .mxPathname = PATH_LIMIT,
    .zName = "lastword",
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_full_path,
    .xRandomness = vfs_randomness,
    .xSleep = vfs_sleep,
    .xCurrentTime = vfs_time,
    .xGetLastError = vfs_last_error,
    .xCurrentTimeInt64 = vfs_time_64,
};

void lastword_vfs_set_time(int64_t unix_milliseconds) {
  clock_milliseconds = unix_milliseconds;
  clock_rest_microseconds = 0;
}

int64_t lastword_vfs_time(void) { return clock_milliseconds; }

void lastword_sqlite_reseed(uint64_t seed) {
  random_state = seed;
  random_drawn = 0;
  sqlite3_randomness(0, NULL);
}

int64_t lastword_vfs_random_bytes(void) { return random_drawn; }

/* ---- Memory ---- */

static sqlite3_mem_methods system_memory;
static int memory_installed;
static int memory_watched;
static int memory_lasting;
static int64_t memory_refused;
static int64_t memory_count;

static int refuse_memory(void) {
  if (!memory_watched) return 0;
  memory_count++;
  if (memory_refused == 0) return 0;
  return memory_count == memory_refused || (memory_lasting && memory_count > memory_refused);
}

static void *memory_allocate(int count) {
  return refuse_memory() ? NULL : system_memory.xMalloc(count);
}

static void *memory_reallocate(void *bytes, int count) {
  return refuse_memory() ? NULL : system_memory.xRealloc(bytes, count);
}

int lastword_memory_install(void) {
  sqlite3_mem_methods methods;
  int result;
  if (memory_installed) return SQLITE_OK;
  if (open_files != NULL) return SQLITE_MISUSE;
  result = sqlite3_shutdown();
  if (result == SQLITE_OK) result = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &system_memory);
  if (result == SQLITE_OK) {
    methods = system_memory;
    methods.xMalloc = memory_allocate;
    methods.xRealloc = memory_reallocate;
    result = sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
  }
  if (result == SQLITE_OK) result = sqlite3_initialize();
  /* Starting again made the system's own file system the default one. */
  if (result == SQLITE_OK) result = sqlite3_vfs_register(&vfs, 1);
  memory_installed = result == SQLITE_OK;
  return result;
}

void lastword_memory_watch(int64_t refused, int lasting) {
  memory_refused = refused;
  memory_lasting = lasting;
  memory_count = 0;
  memory_watched = memory_installed;
}

void lastword_memory_pause(void) { memory_watched = 0; }

void lastword_memory_resume(void) { memory_watched = memory_installed; }

int64_t lastword_memory_count(void) { return memory_count; }

/* ---- Start ---- */

int lastword_sqlite_start(const lastword_disk_calls *calls) {
  int result;
  disk_calls = *calls;
  if (started) return SQLITE_OK;
  result = sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
  if (result == SQLITE_OK) result = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  if (result == SQLITE_OK) result = sqlite3_initialize();
  if (result == SQLITE_OK) result = sqlite3_vfs_register(&vfs, 1);
  started = result == SQLITE_OK;
  return result;
}
