#define _GNU_SOURCE
#include "include/CPrograms.h"

#include <signal.h>
#include <unistd.h>

pid_t cprograms_start_in_terminal(char *const arguments[]) {
  sigset_t every, former, none;
  sigfillset(&every);
  sigemptyset(&none);
  // A handler of this process must not run in the child.
  pthread_sigmask(SIG_SETMASK, &every, &former);
  pid_t child = fork();
  if (child == 0) {
    // Only what is safe after fork(2) in a program with threads (signal-safety(7)).
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    closefrom(STDERR_FILENO + 1);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    execvp(arguments[0], arguments);
    _exit(127);
  }
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  return child;
}
