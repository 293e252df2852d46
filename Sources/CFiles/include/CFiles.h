#ifndef CFILES_H
#define CFILES_H

#include <spawn.h>
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

/// Makes a pipe whose ends no child process inherits: the one to read from, and the one to write to.
///
/// pipe2(2), which Swift cannot import. Returns 0, or -1 with `errno` set.
int cfiles_make_pipe(int ends[2]);

/// Accepts a connection that does not block and that no child process inherits.
///
/// accept4(2), which Swift cannot import. Returns its descriptor, or -1 with `errno` set.
int cfiles_accept(int descriptor);

/// Returns 1 if the peer has closed the connection or shut down its sending side, else 0. Does not block.
///
/// POLLRDHUP of poll(2), which Swift cannot import.
int cfiles_is_closed(int descriptor);

/// Closes all descriptors from `first` on in the process that is started with these actions.
///
/// posix_spawn_file_actions_addclosefrom_np(3), which Swift cannot import. Returns 0 or an error number.
int cfiles_close_from(posix_spawn_file_actions_t *actions, int first);

/// Lets all threads allocate from the heap of the first one. Call it before another thread starts.
///
/// M_ARENA_MAX of mallopt(3), which Swift cannot import.
void cfiles_use_one_heap(void);

#endif
