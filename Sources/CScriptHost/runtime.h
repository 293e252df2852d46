#pragma once
#include <stddef.h>

// The JavaScript that every job starts with, in order. The files are in `runtime` and embedded in the program.

typedef struct {
  const char *name;
  // Ends with a zero.
  const char *text;
} runtime_file;

extern const runtime_file runtime_files[];
extern const size_t runtime_count;

// The script that makes a global object one for many jobs.
extern const runtime_file runtime_lasting;
