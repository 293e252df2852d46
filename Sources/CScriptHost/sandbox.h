#pragma once

// Gives up everything but computing and the open descriptors, for all threads of the process and for good.

// Returns the reason on failure.
const char *sandbox_enter(void);
// For tests: behaves as where the kernel has no seccomp.
void sandbox_pretend_missing(void);
// Closes what the program that started this one has left open.
void sandbox_close_descriptors(void);
