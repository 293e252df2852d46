#include "messages.h"
#include "ending.h"
#include "watchdog.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
  frame *kept;
  size_t count;
} messages;

static void keep(frame message) {
  messages.kept = realloc(messages.kept, (messages.count + 1) * sizeof *messages.kept);
  if (messages.kept == NULL) _exit(ending_memory);
  messages.kept[messages.count++] = message;
}

frame messages_wait_for_answer(void) {
  watchdog_pause();
  frame answer = frames_read();
  while (answer.type != frame_answer) {
    if (answer.type != frame_message) _exit(ending_protocol);
    keep(answer);
    answer = frames_read();
  }
  watchdog_resume();
  return answer;
}

bool messages_next(double milliseconds, frame *message) {
  if (messages.count > 0) {
    *message = messages.kept[0];
    memmove(messages.kept, messages.kept + 1, --messages.count * sizeof *messages.kept);
    return true;
  }
  watchdog_pause();
  bool is_there = frames_wait(milliseconds) > 0;
  if (is_there) *message = frames_read();
  watchdog_resume();
  if (is_there && message->type != frame_message) _exit(ending_protocol);
  return is_there;
}

void messages_clear(void) {
  for (size_t i = 0; i < messages.count; i++) free(messages.kept[i].bytes);
  free(messages.kept);
  messages.kept = NULL;
  messages.count = 0;
}
