#pragma once
#include <stdbool.h>

// Prepares the engine: what it reads from files is read now. Returns the reason on failure.
//
// `is_lasting`: all jobs run in the global object of many jobs, for tests.
const char *job_open(bool is_test, bool is_lasting);
// Runs jobs until standard input ends.
_Noreturn void job_loop(void);
