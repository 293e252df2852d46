#pragma once

// The one-shot timers of a job.

// Starts a timer and returns its number.
double timers_set(double milliseconds);
void timers_clear(double number);
// Milliseconds until the first timer is due, at least 0; infinite without timers.
double timers_wait(void);
// Removes the first timer that is due and returns its number; 0 if there is none.
double timers_take(void);
void timers_clear_all(void);
