// What Swift cannot import from ncurses: macros, globals and the wide-character entry points.
#pragma once
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
