#pragma once
#include <stddef.h>

// Ends the process when a job exceeds its time or memory, or the program has ended. A thread of its own: the engine's is
// busy in that case.

// Prepares the watchdog. `memory` is the limit of resident memory in bytes.
void watchdog_open(size_t memory);
// Watches until the process ends.
_Noreturn void watchdog_run(void);

// A job begins; it may take this time.
void watchdog_begin(double milliseconds);
// The job waits for input, and uses neither processor nor more memory.
void watchdog_pause(void);
void watchdog_resume(void);
void watchdog_end(void);

// The resident memory in bytes; 0 if it is not known.
size_t watchdog_memory(void);
size_t watchdog_limit(void);

// Milliseconds of a clock that only goes forward.
double watchdog_now(void);
