#ifndef CFILES_H
#define CFILES_H

#include <stdint.h>

/// Renames a file or folder. Fails with EEXIST if the target exists.
///
/// renameat2(2), which Swift cannot import. Returns 0, or -1 with `errno` set.
int cfiles_rename_to_free(const char *path, const char *target);

/// Locks a byte of an open file, until its descriptor is closed. Fails with EAGAIN where another one has the lock.
///
/// F_OFD_SETLK of fcntl(2), which Swift cannot import. Returns 0, or -1 with `errno` set.
int cfiles_lock_byte(int descriptor, int64_t offset);

/// Flushes the file system of an open file.
///
/// syncfs(2), which Swift cannot import. Returns 0, or -1 with `errno` set.
int cfiles_sync_file_system(int descriptor);

#endif
