#pragma once
#include <stdbool.h>

// Prepares the engine: what it reads from files is read now. Returns the reason on failure.
const char *job_open(bool is_test);
// Runs jobs until standard input ends.
_Noreturn void job_loop(void);
