#define _GNU_SOURCE
#include "watchdog.h"
#include "ending.h"
#include "frames.h"
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum state { idle, waiting, running };

static struct {
  pthread_mutex_t lock;
  pthread_cond_t change;
  enum state state;
  // On the clock of `watchdog_now`.
  double deadline;
  size_t memory;
  long page;
  // Opened before the sandbox closes.
  int statistics;
  // Whether it sleeps until it is signalled.
  int is_asleep;
  // When the last job ended.
  double end;
} watchdog = {.lock = PTHREAD_MUTEX_INITIALIZER, .deadline = INFINITY, .statistics = -1};

// How often a running job is looked at, in milliseconds. A script touches some 20 MB in that time.
static const double interval = 5;
// How long it goes on looking after a job, in milliseconds: waking it for each of many jobs takes longer than a short one.
static const double patience = 50;

double watchdog_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

void watchdog_open(size_t memory) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&watchdog.change, &attributes);
  watchdog.memory = memory;
  watchdog.page = sysconf(_SC_PAGESIZE);
  watchdog.statistics = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
}

size_t watchdog_limit(void) { return watchdog.memory; }

size_t watchdog_memory(void) {
  char text[128];
  ssize_t length = pread(watchdog.statistics, text, sizeof text - 1, 0);
  if (length <= 0) return 0;
  text[length] = 0;
  char *rest;
  strtoull(text, &rest, 10);
  return (size_t)strtoull(rest, NULL, 10) * (size_t)watchdog.page;
}

static int is_program_gone(void) {
  struct pollfd input = {STDIN_FILENO, 0, 0};
  return poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR));
}

static void check(double now) {
  frames_try_flush();
  if (now >= watchdog.deadline) _exit(ending_time);
  if (watchdog.state != running) return;
  if (watchdog_memory() > watchdog.memory) _exit(ending_memory);
  if (is_program_gone()) _exit(ending_done);
}

static void wait_until(double moment) {
  struct timespec time = {(time_t)(moment / 1e3), (long)(fmod(moment, 1e3) * 1e6)};
  pthread_cond_timedwait(&watchdog.change, &watchdog.lock, &time);
}

_Noreturn void watchdog_run(void) {
  pthread_mutex_lock(&watchdog.lock);
  for (;;) {
    double now = watchdog_now();
    if (watchdog.state != idle) check(now);
    bool is_looking = watchdog.state == running || (watchdog.state == idle && now < watchdog.end + patience);
    watchdog.is_asleep = !is_looking;
    double moment = is_looking ? fmin(watchdog.deadline, now + interval) : watchdog.deadline;
    if (isinf(moment)) pthread_cond_wait(&watchdog.change, &watchdog.lock);
    else wait_until(moment);
    watchdog.is_asleep = 0;
  }
}

static void change(enum state state, double deadline) {
  pthread_mutex_lock(&watchdog.lock);
  watchdog.state = state;
  watchdog.deadline = deadline;
  if (state == idle) watchdog.end = watchdog_now();
  if (watchdog.is_asleep && state == running) pthread_cond_signal(&watchdog.change);
  pthread_mutex_unlock(&watchdog.lock);
}

void watchdog_begin(double milliseconds) { change(running, watchdog_now() + milliseconds); }
void watchdog_pause(void) { change(waiting, watchdog.deadline); }
void watchdog_resume(void) { change(running, watchdog.deadline); }
void watchdog_end(void) { change(idle, INFINITY); }
