#define _GNU_SOURCE
#include "frames.h"
#include "ending.h"
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// A larger frame is a mistake of the sender.
static const uint32_t longest = UINT32_C(1) << 30;

static void read_all(char *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = read(STDIN_FILENO, bytes, length);
    if (count < 0 && errno == EINTR) continue;
    // The program has closed the pipe, or has ended.
    if (count <= 0) _exit(ending_done);
    bytes += count;
    length -= (size_t)count;
  }
}

frame frames_read(void) {
  uint8_t head[5];
  read_all((char *)head, sizeof head);
  uint32_t length = (uint32_t)head[0] | (uint32_t)head[1] << 8 | (uint32_t)head[2] << 16 | (uint32_t)head[3] << 24;
  if (length == 0 || length > longest) _exit(ending_protocol);
  frame frame = {head[4], malloc(length), length - 1};
  if (frame.bytes == NULL) _exit(ending_memory);
  read_all(frame.bytes, frame.length);
  frame.bytes[frame.length] = 0;
  return frame;
}

int frames_wait(double milliseconds) {
  struct pollfd input = {STDIN_FILENO, POLLIN, 0};
  double rounded = ceil(milliseconds);
  int timeout = isinf(milliseconds) ? -1 : rounded > 1e9 ? 1000000000 : rounded < 0 ? 0 : (int)rounded;
  return poll(&input, 1, timeout) > 0;
}

void frames_write(enum frame_type type, const char *bytes, size_t length) {
  uint32_t count = (uint32_t)length + 1;
  uint8_t head[5] = {count & 0xFF, count >> 8 & 0xFF, count >> 16 & 0xFF, count >> 24, type};
  struct iovec parts[] = {{head, sizeof head}, {(void *)bytes, length}};
  struct iovec *part = parts;
  while (part < parts + 2) {
    ssize_t written = writev(STDOUT_FILENO, part, (int)(parts + 2 - part));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) _exit(ending_done);
    while (part < parts + 2 && (size_t)written >= part->iov_len) written -= (ssize_t)part++->iov_len;
    if (part < parts + 2) {
      part->iov_base = (char *)part->iov_base + written;
      part->iov_len -= (size_t)written;
    }
  }
}
