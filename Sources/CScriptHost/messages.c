#include "messages.h"
#include "ending.h"
#include "watchdog.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  frame *frames;
  size_t count;
} list;

// Messages of the running job, and the frames of later jobs.
static list messages, jobs;

static void add(list *list, frame frame) {
  list->frames = realloc(list->frames, (list->count + 1) * sizeof *list->frames);
  if (list->frames == NULL) _exit(ending_memory);
  list->frames[list->count++] = frame;
}

static frame take(list *list) {
  frame first = list->frames[0];
  memmove(list->frames, list->frames + 1, --list->count * sizeof *list->frames);
  return first;
}

// Keeps a frame that is not waited for.
static void keep(frame frame) {
  switch (frame.type) {
    case frame_message: return add(&messages, frame);
    case frame_job:
    case frame_body: return add(&jobs, frame);
    default: _exit(ending_protocol);
  }
}

frame messages_next_job(void) { return jobs.count > 0 ? take(&jobs) : frames_read(); }

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
  *message = take(&messages);
  return true;
}

void messages_clear(void) {
  for (size_t i = 0; i < messages.count; i++) free(messages.frames[i].bytes);
  free(messages.frames);
  messages = (list){NULL, 0};
}
