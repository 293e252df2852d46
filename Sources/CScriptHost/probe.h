#pragma once

// Tries something that the sandbox forbids, and prints what happened. For tests: `__script-host --probe open`.
_Noreturn void probe_run(const char *name);
