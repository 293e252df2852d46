#include "timers.h"
#include "ending.h"
#include "watchdog.h"
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
  double due, number;
} timer;

// A heap: no timer is due before the one at half its place.
static struct {
  timer *heap;
  size_t count, room;
  double last;
} timers;

// Timers that are due at the same time fire in the order in which they were set.
static int is_before(timer left, timer right) {
  return left.due < right.due || (left.due == right.due && left.number < right.number);
}

static void move_up(size_t place) {
  for (timer moved = timers.heap[place]; place > 0; place = (place - 1) / 2) {
    timer parent = timers.heap[(place - 1) / 2];
    if (!is_before(moved, parent)) break;
    timers.heap[place] = parent;
    timers.heap[(place - 1) / 2] = moved;
  }
}

static void move_down(size_t place) {
  for (;;) {
    size_t first = place;
    for (size_t child = 2 * place + 1; child <= 2 * place + 2 && child < timers.count; child++) {
      if (is_before(timers.heap[child], timers.heap[first])) first = child;
    }
    if (first == place) return;
    timer moved = timers.heap[place];
    timers.heap[place] = timers.heap[first];
    timers.heap[first] = moved;
    place = first;
  }
}

static void remove_at(size_t place) {
  timers.heap[place] = timers.heap[--timers.count];
  if (place == timers.count) return;
  move_up(place);
  move_down(place);
}

double timers_set(double milliseconds) {
  if (timers.count == timers.room) {
    timers.room = timers.room == 0 ? 16 : timers.room * 2;
    timers.heap = realloc(timers.heap, timers.room * sizeof *timers.heap);
    if (timers.heap == NULL) _exit(ending_memory);
  }
  // As in browsers, what is not a number is 0.
  double delay = milliseconds > 0 ? milliseconds : 0;
  timers.heap[timers.count] = (timer){watchdog_now() + delay, ++timers.last};
  move_up(timers.count++);
  return timers.last;
}

void timers_clear(double number) {
  for (size_t place = 0; place < timers.count; place++) {
    if (timers.heap[place].number == number) {
      remove_at(place);
      return;
    }
  }
}

double timers_wait(void) { return timers.count == 0 ? INFINITY : fmax(0, timers.heap[0].due - watchdog_now()); }

double timers_take(void) {
  if (timers_wait() > 0) return 0;
  double number = timers.heap[0].number;
  remove_at(0);
  return number;
}

void timers_clear_all(void) {
  free(timers.heap);
  timers.heap = NULL;
  timers.count = timers.room = 0;
  timers.last = 0;
}
