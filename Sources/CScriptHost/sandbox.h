#pragma once

// Gives up everything but computing and the open descriptors, for all threads of the process and for good.

// Returns the reason on failure.
const char *sandbox_enter(void);
// Closes what the program that started this one has left open.
void sandbox_close_descriptors(void);
