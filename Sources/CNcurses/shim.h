// What Swift cannot import from ncurses (macros, globals, the wide-character entry points), and the restoring of the
// terminal on the ways out that run no code of ours.
#pragma once
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// Text goes out as UTF-8 whatever the environment says: a locale without it would turn every box line into "?".
static inline void cn_use_utf8(void) {
  setlocale(LC_ALL, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

// `initscr` would end the program where TERM is unknown; `newterm` says so. Returns 0 where it worked.
static inline int cn_start(void) {
  SCREEN *screen = newterm(NULL, stdout, stdin);
  if (screen == NULL) return -1;
  set_term(screen);
  return 0;
}

static inline int cn_is_capable(void) {
  const char *move = tigetstr((char *)"cup");
  return move != NULL && move != (char *)-1;
}

static inline void cn_enter_modes(void) {
  raw();
  noecho();
  nonl();
  curs_set(0);
  leaveok(stdscr, FALSE);
}

static inline int cn_start_colours(void) {
  if (!has_colors()) return 0;
  start_color();
  use_default_colors();
  return COLORS;
}

static inline int cn_max_pairs(void) { return COLOR_PAIRS; }

static inline void cn_window_size(int *width, int *height) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
    *width = size.ws_col;
    *height = size.ws_row;
  } else {
    *width = 80;
    *height = 24;
  }
}

static inline void cn_move(int row, int column) { wmove(stdscr, row, column); }
static inline void cn_clear(void) { wclear(stdscr); }
static inline void cn_erase(void) { werase(stdscr); }
static inline void cn_refresh(void) { wrefresh(stdscr); }

// One cell: a base character with up to four marks, its attributes and its colour pair.
static inline void cn_put(int row, int column, const wchar_t *text, unsigned int attributes, int pair) {
  cchar_t cell;
  setcchar(&cell, text, (attr_t)attributes, 0, &pair);
  mvwadd_wch(stdscr, row, column, &cell);
}

static const unsigned int cn_bold = A_BOLD;
static const unsigned int cn_dim = A_DIM;
static const unsigned int cn_reverse = A_REVERSE;
static const unsigned int cn_underline = A_UNDERLINE;

static inline void cn_write(const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(STDOUT_FILENO, bytes, count);
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

// ---- The ways out that run no code of ours -----------------------------------------------------------------------------

struct cn_restoring {
  struct termios modes;
  char bytes[256];
  size_t count;
  int guard_pipe;
};

// A local, not a global: Swift emits the functions of a header, not its variables.
static inline struct cn_restoring *cn_restoring(void) {
  static struct cn_restoring state = {.guard_pipe = -1};
  return &state;
}

// Everything here may run inside a signal handler: write and tcsetattr are safe there (signal-safety(7)).
static inline void cn_restore_now(void) {
  cn_write(cn_restoring()->bytes, cn_restoring()->count);
  tcsetattr(STDIN_FILENO, TCSANOW, &cn_restoring()->modes);
}

static inline void cn_on_crash(int number) {
  cn_restore_now();
  signal(number, SIG_DFL);
  raise(number);
}

// Remembers how the terminal was and what brings it back, and restores it on a crash.
static inline void cn_prepare_restoring(const char *bytes) {
  tcgetattr(STDIN_FILENO, &cn_restoring()->modes);
  struct cn_restoring *state = cn_restoring();
  state->count = strlen(bytes) < sizeof state->bytes ? strlen(bytes) : sizeof state->bytes;
  memcpy(state->bytes, bytes, state->count);
  const int crashes[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) signal(crashes[i], cn_on_crash);
}

// A child that does nothing but wait for this process to be gone: after SIGKILL nobody else could restore the terminal.
// It must be started before any thread is; it holds no file but the terminal and the pipe.
static inline void cn_start_guard(void) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    return;
  }
  if (child > 0) {
    close(ends[0]);
    cn_restoring()->guard_pipe = ends[1];
    return;
  }
  close(ends[1]);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_IGN);
  prctl(PR_SET_NAME, "workbench-guard");
  setpgid(0, 0);
  char message = 0;
  ssize_t count = read(ends[0], &message, 1);
  if (count == 0) cn_restore_now();
  _exit(0);
}

static inline void cn_dismiss_guard(void) {
  int *guard_pipe = &cn_restoring()->guard_pipe;
  if (*guard_pipe < 0) return;
  ssize_t written = write(*guard_pipe, "q", 1);
  (void)written;
  close(*guard_pipe);
  *guard_pipe = -1;
}
