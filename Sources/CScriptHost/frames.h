#pragma once
#include <stddef.h>
#include <stdint.h>

// Frames on the two pipes: the length of type and payload as a little-endian `uint32_t`, the type, the payload.

enum frame_type {
  frame_hello = 'H',     // host → program, once: what the host is, as JSON
  frame_body = 'B',      // program → host: the body of the response, for the job that follows
  frame_job = 'R',       // program → host: a job, as JSON
  frame_message = 'J',   // both: a message of the running job, as JSON
  frame_question = 'S',  // host → program: a question that the host waits for, as JSON
  frame_answer = 'A',    // program → host: the answer, as JSON
};

typedef struct {
  uint8_t type;
  // `length` bytes and a zero, to be freed.
  char *bytes;
  size_t length;
} frame;

// Reads a frame from standard input. Ends the process if there are no more, or one is invalid.
frame frames_read(void);
// Waits until there is input. `milliseconds` may be infinite; returns whether there is.
int frames_wait(double milliseconds);

// Writes a frame to standard output, with those that follow soon: at the latest when the host reads, or the watchdog
// looks. Ends the process if nobody reads it.
void frames_write(enum frame_type type, const char *bytes, size_t length);
// Writes the frames that are left.
void frames_flush(void);
// The same for the watchdog, unless that had to wait.
void frames_try_flush(void);
