#pragma once
#include <stddef.h>

// JavaScript libraries of Debian that scripts may require, embedded when the program was built: scripts/javascript-libraries
// writes them. A program that was built without them has none.

// Returns the text of a file, which ends with a zero; NULL if there is none. `index.json` names the main files,
// `notices` has the licences.
const char *libraries_text(const char *name);
