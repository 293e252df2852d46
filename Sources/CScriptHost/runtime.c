// The files of `runtime`.

#include "runtime.h"
#include <stdlib.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char runtime[] = {
#embed "runtime/runtime.js" suffix(, )
    0};
static const char start[] = {
#embed "runtime/start.js" suffix(, )
    0};
static const char lasting[] = {
#embed "runtime/lasting.js" suffix(, )
    0};
static const char job[] = {
#embed "runtime/job.js" suffix(, )
    0};
static const char text[] = {
#embed "runtime/text.js" suffix(, )
    0};
static const char console[] = {
#embed "runtime/console.js" suffix(, )
    0};
static const char web[] = {
#embed "runtime/web.js" suffix(, )
    0};
static const char expect_values[] = {
#embed "runtime/expect-values.js" suffix(, )
    0};
static const char expect[] = {
#embed "runtime/expect.js" suffix(, )
    0};
static const char assertions[] = {
#embed "runtime/assert.js" suffix(, )
    0};
static const char collection[] = {
#embed "runtime/collection.js" suffix(, )
    0};
static const char request[] = {
#embed "runtime/request.js" suffix(, )
    0};
static const char variables[] = {
#embed "runtime/variables.js" suffix(, )
    0};
static const char pm[] = {
#embed "runtime/pm.js" suffix(, )
    0};
static const char expect_postman[] = {
#embed "runtime/expect-postman.js" suffix(, )
    0};
static const char legacy[] = {
#embed "runtime/legacy.js" suffix(, )
    0};
static const char programs[] = {
#embed "runtime/programs.js" suffix(, )
    0};
static const char bruno[] = {
#embed "runtime/bruno.js" suffix(, )
    0};
static const char bruno_headers[] = {
#embed "runtime/bruno-headers.js" suffix(, )
    0};
static const char bruno_query[] = {
#embed "runtime/bruno-query.js" suffix(, )
    0};
static const char crypto[] = {
#embed "runtime/crypto.js" suffix(, )
    0};
static const char modules[] = {
#embed "runtime/modules.js" suffix(, )
    0};
static const char node[] = {
#embed "runtime/node.js" suffix(, )
    0};
static const char csv[] = {
#embed "runtime/csv.js" suffix(, )
    0};
static const char tv4[] = {
#embed "runtime/tv4.js" suffix(, )
    0};
static const char lodash3[] = {
#embed "runtime/lodash3.js" suffix(, )
    0};

const runtime_file runtime_first = {"runtime.js", runtime};
const runtime_file runtime_last = {"start.js", start};
const runtime_file runtime_lasting = {"lasting.js", lasting};

const runtime_file runtime_files[] = {
    {"job.js", job},
    {"text.js", text},
    {"console.js", console},
    {"web.js", web},
    {"expect-values.js", expect_values},
    {"expect.js", expect},
    {"assert.js", assertions},
    {"collection.js", collection},
    {"request.js", request},
    {"variables.js", variables},
    {"pm.js", pm},
    {"expect-postman.js", expect_postman},
    {"legacy.js", legacy},
    {"programs.js", programs},
    {"bruno.js", bruno},
    {"bruno-headers.js", bruno_headers},
    {"bruno-query.js", bruno_query},
    {"crypto.js", crypto},
    {"modules.js", modules},
    {"node.js", node},
    {"csv.js", csv},
    {"tv4.js", tv4},
    {"lodash3.js", lodash3},
};

const size_t runtime_count = sizeof runtime_files / sizeof *runtime_files;

// The parts, in the order of the files, found by how they are written: `define("NAME", …` or `defineLasting("NAME", …`
// at the beginning of a line.
static struct {
  struct {
    const char *name;
    size_t length, file;
  } *all;
  size_t count;
} parts;

static void add_part(const char *name, size_t file) {
  if (parts.count % 64 == 0) parts.all = realloc(parts.all, (parts.count + 64) * sizeof *parts.all);
  if (parts.all == NULL) abort();
  parts.all[parts.count].name = name;
  parts.all[parts.count].length = strcspn(name, "\"");
  parts.all[parts.count++].file = file;
}

static void find_parts(void) {
  static const char start[] = "\n  define";
  for (size_t file = 0; file < runtime_count; file++) {
    for (const char *at = runtime_files[file].text; (at = strstr(at, start)) != NULL;) {
      at += sizeof start - 1;
      if (strncmp(at, "Lasting", 7) == 0) at += 7;
      if (strncmp(at, "(\"", 2) == 0) add_part(at + 2, file);
    }
  }
}

size_t runtime_file_of(const char *part) {
  if (parts.count == 0) find_parts();
  size_t length = strlen(part);
  for (size_t i = 0; i < parts.count; i++) {
    if (parts.all[i].length == length && memcmp(parts.all[i].name, part, length) == 0) return parts.all[i].file;
  }
  return runtime_count;
}
