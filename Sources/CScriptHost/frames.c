#define _GNU_SOURCE
#include "frames.h"
#include "ending.h"
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

// A larger frame is a mistake of the sender.
static const uint32_t longest = UINT32_C(1) << 30;

// MARK: Input

// Bytes that were read but not taken yet.
static struct {
  char bytes[64 << 10];
  size_t start, end;
} input;

static size_t read_some(char *bytes, size_t length) {
  for (;;) {
    ssize_t count = read(STDIN_FILENO, bytes, length);
    if (count > 0) return (size_t)count;
    // The program has closed the pipe, or has ended.
    if (count == 0 || errno != EINTR) _exit(ending_done);
  }
}

static void read_all(char *bytes, size_t length) {
  while (length > 0) {
    if (input.start == input.end && length >= sizeof input.bytes) {
      size_t count = read_some(bytes, length);
      bytes += count;
      length -= count;
      continue;
    }
    if (input.start == input.end) {
      input.start = 0;
      input.end = read_some(input.bytes, sizeof input.bytes);
    }
    size_t count = input.end - input.start < length ? input.end - input.start : length;
    memcpy(bytes, input.bytes + input.start, count);
    input.start += count;
    bytes += count;
    length -= count;
  }
}

frame frames_read(void) {
  frames_flush();
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
  frames_flush();
  if (input.start < input.end) return 1;
  struct pollfd readable = {STDIN_FILENO, POLLIN, 0};
  double rounded = ceil(milliseconds);
  int timeout = isinf(milliseconds) ? -1 : rounded > 1e9 ? 1000000000 : rounded < 0 ? 0 : (int)rounded;
  return poll(&readable, 1, timeout) > 0;
}

// MARK: Output

// Bytes that were not written yet. The pipe takes so many bytes at once, if it takes any.
static struct {
  pthread_mutex_t lock;
  char bytes[PIPE_BUF];
  size_t length;
} output = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void write_all(struct iovec *part, struct iovec *end) {
  while (part < end) {
    ssize_t written = writev(STDOUT_FILENO, part, (int)(end - part));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) _exit(ending_done);
    while (part < end && (size_t)written >= part->iov_len) written -= (ssize_t)part++->iov_len;
    if (part < end) {
      part->iov_base = (char *)part->iov_base + written;
      part->iov_len -= (size_t)written;
    }
  }
}

static void flush(void) {
  struct iovec parts[] = {{output.bytes, output.length}};
  if (output.length > 0) write_all(parts, parts + 1);
  output.length = 0;
}

static void append(const void *bytes, size_t length) {
  memcpy(output.bytes + output.length, bytes, length);
  output.length += length;
}

void frames_write(enum frame_type type, const char *bytes, size_t length) {
  uint32_t count = (uint32_t)length + 1;
  uint8_t head[5] = {count & 0xFF, count >> 8 & 0xFF, count >> 16 & 0xFF, count >> 24, type};
  pthread_mutex_lock(&output.lock);
  if (sizeof head + length > sizeof output.bytes - output.length) flush();
  if (sizeof head + length <= sizeof output.bytes) {
    append(head, sizeof head);
    append(bytes, length);
  } else {
    struct iovec parts[] = {{head, sizeof head}, {(void *)bytes, length}};
    write_all(parts, parts + 2);
  }
  pthread_mutex_unlock(&output.lock);
}

void frames_flush(void) {
  pthread_mutex_lock(&output.lock);
  flush();
  pthread_mutex_unlock(&output.lock);
}

void frames_try_flush(void) {
  if (pthread_mutex_trylock(&output.lock) != 0) return;
  struct pollfd writable = {STDOUT_FILENO, POLLOUT, 0};
  if (output.length > 0 && poll(&writable, 1, 0) > 0) flush();
  pthread_mutex_unlock(&output.lock);
}
