#ifndef CPROGRAMS_H
#define CPROGRAMS_H

#include <sys/types.h>

/// Starts a program that gets the terminal, by fork(2), which Swift cannot import.
///
/// posix_spawn(3) returns once the child has called exec. If Ctrl+Z stopped the child before that, this process could not
/// stop, the shell would not notice, and neither would ever continue.
///
/// The program is looked up in PATH. Standard streams, variables and working directory are those of this process. Returns
/// the child, which exits with 127 if there is no such program, or -1 with `errno` set.
pid_t cprograms_start_in_terminal(char *const arguments[]);

#endif
