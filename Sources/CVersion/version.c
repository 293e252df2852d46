#include "CVersion.h"

// Weak, so that the definition in an object file replaces it.
__attribute__((weak)) const char *cversion_commit(void) { return ""; }
