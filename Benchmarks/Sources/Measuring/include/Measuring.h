#ifndef MEASURING_H
#define MEASURING_H

#include <stdint.h>

/// The task of a contender, whose arguments are `URL COUNT CONCURRENCY [HEADER...]`.
typedef struct {
  const char *_Nonnull url;
  int64_t count;
  int64_t concurrency;
  /// How many requests to send first, unmeasured, so that connections and caches are there.
  int64_t warmup;
  /// Lines of the head, as curl's `-H` takes them, for those who send none by themselves.
  char *_Nullable const *_Nonnull headers;
  int64_t header_count;
} measuring_task;

/// Ends the process with the usage where the arguments are others.
measuring_task measuring_read_task(int count, char *_Nullable const *_Nonnull arguments);

/// A clock's and the processor's time at one moment, in seconds.
typedef struct {
  double elapsed;
  double processor;
} measuring_moment;

measuring_moment measuring_now(void);

/// The process's resident memory now, in KiB.
int64_t measuring_resident(void);

/// The most memory that the process has had resident since its start, in KiB.
int64_t measuring_peak_resident(void);

/// Prints one JSON line of what was done since `start`.
void measuring_report(int64_t count, measuring_moment start);

/// Ends the process with this message where the contender's own error is not to be counted as speed.
_Noreturn void measuring_fail(const char *_Nonnull message);

#endif
