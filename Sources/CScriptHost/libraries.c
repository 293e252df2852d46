#include "libraries.h"
#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

// Names and texts in turn, each with a zero at its end.
static const char files[] = {
#if __has_embed("../../.build/javascript/libraries")
#embed "../../.build/javascript/libraries" suffix(, )
#endif
    0};

const char *libraries_text(const char *name) {
  for (const char *at = files; *at != 0;) {
    const char *text = at + strlen(at) + 1;
    if (strcmp(at, name) == 0) return text;
    at = text + strlen(text) + 1;
  }
  return NULL;
}
