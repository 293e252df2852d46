#include "body.h"
#include "ending.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
  uint8_t *bytes;
  size_t length;
} body;

void body_clear(void) {
  free(body.bytes);
  body.bytes = NULL;
  body.length = 0;
}

void body_set(char *bytes, size_t length) {
  body_clear();
  body.bytes = (uint8_t *)bytes;
  body.length = length;
}

size_t body_length(void) { return body.length; }

static const uint16_t replacement = 0xFFFD;

// The length of the sequence that a byte starts, and the range of the byte after it: see table 3-7 of the Unicode Standard.
static size_t sequence_length(uint8_t first, uint8_t *low, uint8_t *high) {
  *low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  *high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 1;
}

// Reads a character at `place`, which it moves. Each longest invalid start of a sequence is one replacement character.
static uint32_t read_utf8(const uint8_t *bytes, size_t length, size_t *place) {
  uint8_t first = bytes[(*place)++], low, high;
  if (first < 0x80) return first;
  size_t count = sequence_length(first, &low, &high);
  if (count == 1) return replacement;
  uint32_t value = first & (0x7F >> count);
  for (size_t i = 1; i < count; i++) {
    if (*place == length || bytes[*place] < low || bytes[*place] > high) return replacement;
    value = value << 6 | (bytes[(*place)++] & 0x3F);
    low = 0x80;
    high = 0xBF;
  }
  return value;
}

static size_t decode_utf8(const uint8_t *bytes, size_t length, uint16_t *units) {
  size_t count = 0;
  for (size_t place = 0; place < length;) {
    uint32_t value = read_utf8(bytes, length, &place);
    if (value >= 0x10000) {
      units[count++] = (uint16_t)(0xD800 + ((value - 0x10000) >> 10));
      units[count++] = (uint16_t)(0xDC00 + ((value - 0x10000) & 0x3FF));
    } else {
      units[count++] = (uint16_t)value;
    }
  }
  return count;
}

static size_t decode_utf16(const uint8_t *bytes, size_t length, bool is_big, uint16_t *units) {
  size_t count = 0;
  for (; count < length / 2; count++) {
    uint8_t high = bytes[2 * count + !is_big], low = bytes[2 * count + is_big];
    units[count] = (uint16_t)(high << 8 | low);
  }
  if (length % 2 == 1) units[count++] = replacement;
  return count;
}

static size_t decode_latin1(const uint8_t *bytes, size_t length, uint16_t *units) {
  for (size_t i = 0; i < length; i++) units[i] = bytes[i];
  return length;
}

// Whether the engine can take the bytes as they are, which needs half the memory.
static bool is_ascii_text(const uint8_t *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (bytes[i] == 0 || bytes[i] >= 0x80) return false;
  }
  return true;
}

static js_string decoded(const char *encoding) {
  bool is_utf16 = strncmp(encoding, "utf-16", 6) == 0;
  if (!is_utf16 && is_ascii_text(body.bytes, body.length)) {
    return js.StringCreateWithUTF8CString(body.length == 0 ? "" : (const char *)body.bytes);
  }
  uint16_t *units = malloc((body.length + 1) * sizeof *units);
  if (units == NULL) _exit(ending_memory);
  size_t count = is_utf16                          ? decode_utf16(body.bytes, body.length, strcmp(encoding, "utf-16be") == 0, units)
                 : strcmp(encoding, "latin1") == 0 ? decode_latin1(body.bytes, body.length, units)
                                                   : decode_utf8(body.bytes, body.length, units);
  js_string string = js.StringCreateWithCharacters(units, count);
  free(units);
  return string;
}

js_value body_text(js_context context, const char *encoding) {
  js_string string = decoded(encoding);
  js_value value = js.ValueMakeString(context, string);
  js.StringRelease(string);
  return value;
}

js_value body_bytes(js_context context, js_value *exception) {
  js_value array = js.ObjectMakeTypedArray(context, js_uint8_array, body.length, exception);
  if (array == NULL || *exception != NULL) return NULL;
  void *bytes = js.ObjectGetTypedArrayBytesPtr(context, array, exception);
  if (bytes != NULL && body.length > 0) memcpy(bytes, body.bytes, body.length);
  return array;
}
