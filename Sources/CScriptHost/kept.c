#include "kept.h"
#include <stdio.h>
#include <string.h>

// How many requests may wait for their response at the same time.
enum { limit = 200 };

typedef struct {
  double request;
  realm kept;
} entry;

static struct {
  entry entries[limit];
  size_t count;
} realms;

static realm take(size_t index) {
  realm taken = realms.entries[index].kept;
  realms.count--;
  memmove(&realms.entries[index], &realms.entries[index + 1], (realms.count - index) * sizeof *realms.entries);
  return taken;
}

void kept_add(double request, realm added) {
  if (realms.count == limit) {
    realm oldest = take(0);
    realm_release(&oldest);
  }
  realms.entries[realms.count].request = request;
  realms.entries[realms.count++].kept = added;
}

bool kept_take(double request, realm *taken) {
  for (size_t i = 0; i < realms.count; i++) {
    if (realms.entries[i].request != request) continue;
    *taken = take(i);
    return true;
  }
  return false;
}

size_t kept_count(void) { return realms.count; }

void kept_forget(js_context context, js_value list) {
  if (list == NULL || !js.ValueIsObject(context, list)) return;
  double count = engine_number(context, list, "length", 0);
  for (int i = 0; i < count; i++) {
    char name[16];
    snprintf(name, sizeof name, "%d", i);
    realm found;
    if (kept_take(engine_number(context, list, name, 0), &found)) realm_release(&found);
  }
}
