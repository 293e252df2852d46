#define _GNU_SOURCE
#include "include/CNcurses.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <termios.h>

static struct termios saved_modes;
static char restore_bytes[256];
static size_t restore_count;
static int guard_pipe = -1;
// Whether the terminal is with another program, and restored already. Shared with the guard.
static _Atomic int not_shared;
static _Atomic int *is_away = &not_shared;

// Everything here may run in a signal handler, where write and tcsetattr are safe (signal-safety(7)).
static void restore_now(void) {
  if (atomic_load(is_away)) return;
  cn_write(restore_bytes, restore_count);
  tcsetattr(STDIN_FILENO, TCSANOW, &saved_modes);
}

static void on_crash(int number) {
  restore_now();
  signal(number, SIG_DFL);
  raise(number);
}

void cn_restore_with(const char *bytes) {
  restore_count = strlen(bytes) < sizeof restore_bytes ? strlen(bytes) : sizeof restore_bytes;
  memcpy(restore_bytes, bytes, restore_count);
}

void cn_be_away(int value) { atomic_store(is_away, value); }

static void on_stop(int number) { raise(SIGSTOP); }

cn_signal_handler cn_stop_without_curses(void) { return signal(SIGTSTP, on_stop); }

void cn_prepare_restoring(void) {
  void *shared = mmap(NULL, sizeof *is_away, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared != MAP_FAILED) is_away = shared;
  tcgetattr(STDIN_FILENO, &saved_modes);
  const int crashes[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) signal(crashes[i], on_crash);
}

void cn_start_guard(void) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  pid_t child = fork();
  if (child != 0) {
    close(ends[0]);
    if (child > 0) {
      guard_pipe = ends[1];
    } else {
      close(ends[1]);
    }
    return;
  }
  dup2(ends[0], STDERR_FILENO + 1);
  closefrom(STDERR_FILENO + 2);
  // Signals from the keyboard are for the workbench; TTOU would stop a background process that sets modes.
  for (int number = 1; number < NSIG; number++) signal(number, SIG_IGN);
  prctl(PR_SET_NAME, "workbench-guard");
  setpgid(0, 0);
  char message = 0;
  if (read(STDERR_FILENO + 1, &message, 1) == 0) restore_now();
  _exit(0);
}

void cn_dismiss_guard(void) {
  if (guard_pipe < 0) return;
  ssize_t written = write(guard_pipe, "q", 1);
  (void)written;  // The guard may have exited.
  close(guard_pipe);
  guard_pipe = -1;
}
