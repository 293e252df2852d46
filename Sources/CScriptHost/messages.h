#pragma once
#include "frames.h"
#include <stdbool.h>

// The frames that arrive while a job runs.

// Waits for the answer to a question. Messages that arrive first are kept for `messages_next`.
frame messages_wait_for_answer(void);
// Takes the next message; false after so many milliseconds without one.
bool messages_next(double milliseconds, frame *message);
// Forgets what a job has left.
void messages_clear(void);
