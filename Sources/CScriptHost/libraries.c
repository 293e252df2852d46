#include "libraries.h"
#include <stdlib.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

// Names and texts in turn, each with a zero at its end.
static const char files[] = {
#if __has_embed("../../.build/javascript/libraries")
#embed "../../.build/javascript/libraries" suffix(, )
#endif
    0};

typedef struct {
  const char *name, *text;
} file;

// Found once: to look through all texts takes as long as to parse a small one.
static struct {
  file *all;
  size_t count;
} found;

static void find_files(void) {
  for (const char *at = files; *at != 0;) {
    if (found.count % 64 == 0) found.all = realloc(found.all, (found.count + 64) * sizeof *found.all);
    if (found.all == NULL) abort();
    const char *text = at + strlen(at) + 1;
    found.all[found.count++] = (file){at, text};
    at = text + strlen(text) + 1;
  }
}

const char *libraries_text(const char *name) {
  if (found.count == 0) find_files();
  for (size_t i = 0; i < found.count; i++) {
    if (strcmp(found.all[i].name, name) == 0) return found.all[i].text;
  }
  return NULL;
}
