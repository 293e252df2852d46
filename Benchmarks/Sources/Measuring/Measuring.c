#include "Measuring.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

measuring_task measuring_read_task(int count, char *const *arguments) {
  measuring_task task = {"", 0, 0, 0, arguments, 0};
  if (count >= 4) {
    task.url = arguments[1];
    task.count = atoll(arguments[2]);
    task.concurrency = atoll(arguments[3]);
    task.warmup = task.count / 10 + task.concurrency;
    task.headers = arguments + 4;
    task.header_count = count - 4;
  }
  if (task.count < 1 || task.concurrency < 1) {
    fprintf(stderr, "usage: %s URL COUNT CONCURRENCY [HEADER...]\n", arguments[0]);
    exit(64);
  }
  return task;
}

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

measuring_moment measuring_now(void) {
  struct timespec clock;
  struct rusage usage;
  clock_gettime(CLOCK_MONOTONIC, &clock);
  getrusage(RUSAGE_SELF, &usage);
  return (measuring_moment){
    .elapsed = (double)clock.tv_sec + (double)clock.tv_nsec / 1e9,
    .processor = seconds(usage.ru_utime) + seconds(usage.ru_stime),
  };
}

int64_t measuring_resident(void) {
  long all = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%ld %ld", &all, &resident) != 2) measuring_fail("cannot read /proc/self/statm");
  fclose(file);
  return (int64_t)resident * sysconf(_SC_PAGESIZE) / 1024;
}

int64_t measuring_peak_resident(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

void measuring_report(int64_t count, measuring_moment start) {
  measuring_moment end = measuring_now();
  printf("{\"count\": %lld, \"seconds\": %.6f, \"processor\": %.6f, \"resident\": %lld, \"peak\": %lld}\n",
         (long long)count, end.elapsed - start.elapsed, end.processor - start.processor,
         (long long)measuring_resident(), (long long)measuring_peak_resident());
  fflush(stdout);
}

void measuring_fail(const char *message) {
  fprintf(stderr, "%s\n", message);
  exit(1);
}
