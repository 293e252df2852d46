#include "messages.h"
#include "ending.h"
#include "watchdog.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Messages of the running job.
static struct {
  frame *frames;
  size_t count;
} messages;

// Keeps a frame that is not waited for.
static void keep(frame frame) {
  if (frame.type != frame_message) _exit(ending_protocol);
  messages.frames = realloc(messages.frames, (messages.count + 1) * sizeof *messages.frames);
  if (messages.frames == NULL) _exit(ending_memory);
  messages.frames[messages.count++] = frame;
}

frame messages_wait_for_answer(void) {
  watchdog_pause();
  frame answer = frames_read();
  while (answer.type != frame_answer) {
    keep(answer);
    answer = frames_read();
  }
  watchdog_resume();
  return answer;
}

bool messages_next(double milliseconds, frame *message) {
  if (messages.count == 0) {
    watchdog_pause();
    if (frames_wait(milliseconds) > 0) keep(frames_read());
    watchdog_resume();
  }
  if (messages.count == 0) return false;
  *message = messages.frames[0];
  memmove(messages.frames, messages.frames + 1, --messages.count * sizeof *messages.frames);
  return true;
}

void messages_clear(void) {
  for (size_t i = 0; i < messages.count; i++) free(messages.frames[i].bytes);
  free(messages.frames);
  messages.frames = NULL;
  messages.count = 0;
}
