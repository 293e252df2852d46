// The parts of ncurses that Swift cannot import (macros, globals, wide-character functions), and functions that restore
// the terminal if the process is killed or crashes.
#pragma once
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

// Always write UTF-8: other locales would turn box lines into "?".
static inline void cn_use_utf8(void) {
  setlocale(LC_ALL, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

// `initscr` exits if TERM is unknown; `newterm` returns an error. Returns 0 on success.
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

// A capability of the terminal in terminfo, such as `rmcup`, which leaves the alternate screen; "" if it has none.
static inline const char *cn_capability(const char *name) {
  const char *value = tigetstr((char *)name);
  return value == NULL || value == (char *)-1 ? "" : value;
}

static inline void cn_enter_modes(void) {
  raw();
  noecho();
  nonl();
  curs_set(0);
  leaveok(stdscr, FALSE);
  // Otherwise a refresh flushes every line separately to check for typed keys.
  typeahead(-1);
}

// Writes what curses keeps for the terminal. Its buffer is as small as the screen, so a part may have been written already.
static inline void cn_flush(void) { delay_output(0); }

static inline int cn_start_colours(void) {
  if (!has_colors()) return 0;
  start_color();
  use_default_colors();
  return COLORS;
}

static inline int cn_max_pairs(void) { return COLOR_PAIRS; }

// Frees all colour pairs. Redefining them one by one would search the whole screen for each.
static inline void cn_reset_pairs(void) {
  reset_color_pairs();
  use_default_colors();
}

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

// The size of a cell in pixels; 0 if the kernel does not know it.
static inline void cn_cell_size(int *width, int *height) {
  struct winsize size;
  *width = *height = 0;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return;
  *width = size.ws_xpixel / size.ws_col;
  *height = size.ws_ypixel / size.ws_row;
}

static inline void cn_move(int row, int column) { wmove(stdscr, row, column); }
static inline void cn_clear(void) { wclear(stdscr); }
static inline void cn_erase(void) { werase(stdscr); }
static inline void cn_refresh(void) { wrefresh(stdscr); }
// Makes the next refresh send every cell of these rows.
static inline void cn_redraw(int row, int count) { wredrawln(stdscr, row, count); }

// wchar.h declares it only with _XOPEN_SOURCE, which a module's header cannot define.
int wcwidth(wchar_t character);

// Fills a cell with a base character, up to four combining marks, attributes and a colour pair.
//
// The caller expects `width` columns. If the C library gives the base another width or does not know it, a one-column
// placeholder replaces it. Marks that would take a column are left out. Returns the columns that the cell takes.
static inline int cn_fill(cchar_t *cell, const wchar_t *text, int width, unsigned int attributes, int pair) {
  wchar_t accepted[CCHARW_MAX + 1] = {0};
  int count = 0;
  // Every locale knows printable ASCII, so skip the call for most cells.
  if ((text[0] >= L' ' && text[0] < 0x7F && width == 1) || wcwidth(text[0]) == width) {
    accepted[count++] = text[0];
    for (const wchar_t *mark = text + 1; *mark != 0 && count < CCHARW_MAX; mark++) {
      if (wcwidth(*mark) == 0) accepted[count++] = *mark;
    }
  } else {
    accepted[count++] = wcwidth(0xFFFD) == 1 ? 0xFFFD : L'?';
    width = 1;
  }
  memset(cell, 0, sizeof *cell);
  if (setcchar(cell, accepted, (attr_t)attributes, 0, &pair) == OK) return width;
  setcchar(cell, L"?", (attr_t)attributes, 0, &pair);
  return 1;
}

// Writes a cell of `width` columns, padding a placeholder with a blank.
//
// Leaves out the last cell of a screen with one column. Where writing it would scroll the screen, ncurses inserts the cell
// before it, which it reads from outside of the line.
static inline void cn_put(
    int row, int column, const wchar_t *text, int width, unsigned int attributes, int pair) {
  if (COLS == 1 && row == LINES - 1) return;
  cchar_t cell;
  int used = cn_fill(&cell, text, width, attributes, pair);
  mvwadd_wch(stdscr, row, column, &cell);
  if (used < width) {
    cn_fill(&cell, L" ", 1, attributes, pair);
    mvwadd_wch(stdscr, row, column + 1, &cell);
  }
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

// ---- Restoring the terminal after a crash or SIGKILL (restoring.c) ----------------------------------------------------

// Saves the terminal's state and restores it on a crash.
void cn_prepare_restoring(void);

// The bytes that a crash writes to the terminal.
void cn_restore_with(const char *bytes);

// Says whether the terminal is with another program: a crash then leaves it alone.
void cn_be_away(int value);

typedef void (*cn_signal_handler)(int);

// Makes Ctrl+Z stop this process without a change of the terminal, as another program has it. Returns what Ctrl+Z did.
cn_signal_handler cn_stop_without_curses(void);

// Starts a child that waits for this process to exit and restores the terminal after SIGKILL. It keeps only the terminal
// and a pipe open.
void cn_start_guard(void);

// Tells the child that the terminal is already restored.
void cn_dismiss_guard(void);
