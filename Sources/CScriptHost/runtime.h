#pragma once
#include <stddef.h>

// The JavaScript that scripts find in their global object. The files are in `runtime` and embedded in the program.

typedef struct {
  const char *name;
  // Ends with a zero.
  const char *text;
} runtime_file;

// Loads the other files, and makes the global object that of a job.
extern const runtime_file runtime_first, runtime_last;
// Makes a global object one for many jobs.
extern const runtime_file runtime_lasting;

// The files that define parts.
extern const runtime_file runtime_files[];
extern const size_t runtime_count;

// Returns the place of the file that defines a part; `runtime_count` if there is none.
size_t runtime_file_of(const char *part);
