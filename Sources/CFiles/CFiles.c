#define _GNU_SOURCE
#include "CFiles.h"

#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int cfiles_rename_to_free(const char *path, const char *target) {
  return renameat2(AT_FDCWD, path, AT_FDCWD, target, RENAME_NOREPLACE);
}

int cfiles_lock_byte(int descriptor, int64_t offset) {
  struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1};
  return fcntl(descriptor, F_OFD_SETLK, &range);
}

int cfiles_sync_file_system(int descriptor) { return syncfs(descriptor); }

int cfiles_make_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int cfiles_accept(int descriptor) { return accept4(descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int cfiles_is_closed(int descriptor) {
  struct pollfd entry = {.fd = descriptor, .events = POLLRDHUP};
  return poll(&entry, 1, 0) > 0;
}

int cfiles_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

void cfiles_use_one_heap(void) { mallopt(M_ARENA_MAX, 1); }
