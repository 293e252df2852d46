// Items of CBOR by libcbor and of MessagePack by libmpack, which are loaded on first use: few responses need them. Both
// read one item after the other and allocate nothing. The declarations are those of their headers, whose packages need not
// be installed.

#include "CBinaryItems.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

// cbor/data.h
struct cbor_decoder_result {
  size_t read;
  enum { CBOR_FINISHED, CBOR_NEEDS_DATA, CBOR_ERROR } status;
  size_t required;
};

// cbor/callbacks.h. Lengths are `size_t` up to 0.9 and `uint64_t` since.
struct cbor_callbacks {
  void (*uint8)(void *, uint8_t);
  void (*uint16)(void *, uint16_t);
  void (*uint32)(void *, uint32_t);
  void (*uint64)(void *, uint64_t);
  void (*negint64)(void *, uint64_t);
  void (*negint32)(void *, uint32_t);
  void (*negint16)(void *, uint16_t);
  void (*negint8)(void *, uint8_t);
  void (*byte_string_start)(void *);
  void (*byte_string)(void *, const unsigned char *, size_t);
  void (*string)(void *, const unsigned char *, size_t);
  void (*string_start)(void *);
  void (*indef_array_start)(void *);
  void (*array_start)(void *, size_t);
  void (*indef_map_start)(void *);
  void (*map_start)(void *, size_t);
  void (*tag)(void *, uint64_t);
  void (*float2)(void *, float);
  void (*float4)(void *, float);
  void (*float8)(void *, double);
  void (*undefined)(void *);
  void (*null)(void *);
  void (*boolean)(void *, bool);
  void (*indef_break)(void *);
};

_Static_assert(sizeof(size_t) == sizeof(uint64_t), "lengths of libcbor have 64 bits");

// mpack.h
struct mpack_token {
  enum {
    MPACK_NIL = 1,
    MPACK_BOOLEAN,
    MPACK_UINT,
    MPACK_SINT,
    MPACK_FLOAT,
    MPACK_CHUNK,
    MPACK_ARRAY,
    MPACK_MAP,
    MPACK_BIN,
    MPACK_STR,
    MPACK_EXT,
  } type;
  uint32_t length;
  union {
    struct {
      uint32_t low, high;
    } value;
    const char *chunk;
    int extension;
  } data;
};

struct mpack_buffer {
  char pending[9];
  struct mpack_token pending_token;
  size_t position, length;
  uint32_t passthrough;
};

enum { MPACK_OK, MPACK_EOF, MPACK_ERROR };

static struct cbor_decoder_result (*cbor_decode)(const unsigned char *, size_t, const struct cbor_callbacks *, void *);
static int (*mpack_read)(struct mpack_buffer *, const char **, size_t *, struct mpack_token *);
static const char *cbor_failure, *mpack_failure;

static void load_cbor(void) {
  void *library = dlopen("libcbor.so.0.8", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("libcbor.so.0.10", RTLD_NOW | RTLD_LOCAL);
  void *function = library == NULL ? NULL : dlsym(library, "cbor_stream_decode");
  if (function == NULL) {
    cbor_failure = "libcbor cannot be loaded — install it: apt-get install libcbor0.8";
    return;
  }
  memcpy(&cbor_decode, &function, sizeof function);
}

static void load_mpack(void) {
  void *library = dlopen("libmpack.so.0", RTLD_NOW | RTLD_LOCAL);
  void *function = library == NULL ? NULL : dlsym(library, "mpack_read");
  if (function == NULL) {
    mpack_failure = "libmpack cannot be loaded — install it: apt-get install libmpack0";
    return;
  }
  memcpy(&mpack_read, &function, sizeof function);
}

const char *binary_load(enum binary_format format) {
  static pthread_once_t cbor = PTHREAD_ONCE_INIT, mpack = PTHREAD_ONCE_INIT;
  if (format == BINARY_CBOR) {
    pthread_once(&cbor, load_cbor);
    return cbor_failure;
  }
  pthread_once(&mpack, load_mpack);
  return mpack_failure;
}

// --- CBOR

static void set(void *context, enum binary_kind kind, uint64_t number) {
  *(struct binary_item *)context = (struct binary_item){.kind = kind, .number = number};
}

static void set_float(void *context, double value) {
  *(struct binary_item *)context = (struct binary_item){.kind = BINARY_FLOAT, .real = value};
}

static void take_uint8(void *item, uint8_t value) { set(item, BINARY_UNSIGNED, value); }
static void take_uint16(void *item, uint16_t value) { set(item, BINARY_UNSIGNED, value); }
static void take_uint32(void *item, uint32_t value) { set(item, BINARY_UNSIGNED, value); }
static void take_uint64(void *item, uint64_t value) { set(item, BINARY_UNSIGNED, value); }
static void take_negint8(void *item, uint8_t value) { set(item, BINARY_NEGATIVE, value); }
static void take_negint16(void *item, uint16_t value) { set(item, BINARY_NEGATIVE, value); }
static void take_negint32(void *item, uint32_t value) { set(item, BINARY_NEGATIVE, value); }
static void take_negint64(void *item, uint64_t value) { set(item, BINARY_NEGATIVE, value); }
static void take_open_bytes(void *item) { set(item, BINARY_OPEN_BYTES, 0); }
static void take_open_text(void *item) { set(item, BINARY_OPEN_TEXT, 0); }
static void take_open_array(void *item) { set(item, BINARY_OPEN_ARRAY, 0); }
static void take_open_map(void *item) { set(item, BINARY_OPEN_MAP, 0); }
static void take_array(void *item, size_t count) { set(item, BINARY_ARRAY, count); }
static void take_map(void *item, size_t count) { set(item, BINARY_MAP, count); }
static void take_tag(void *item, uint64_t tag) { set(item, BINARY_TAG, tag); }
static void take_float(void *item, float value) { set_float(item, value); }
static void take_double(void *item, double value) { set_float(item, value); }
static void take_undefined(void *item) { set(item, BINARY_SIMPLE, 23); }
static void take_null(void *item) { set(item, BINARY_SIMPLE, 22); }
static void take_boolean(void *item, bool value) { set(item, BINARY_SIMPLE, value ? 21 : 20); }
static void take_break(void *item) { set(item, BINARY_BREAK, 0); }

static void take_bytes(void *item, const unsigned char *bytes, size_t count) {
  (void)bytes;
  set(item, BINARY_BYTES, count);
}

static void take_text(void *item, const unsigned char *bytes, size_t count) {
  (void)bytes;
  set(item, BINARY_TEXT, count);
}

static const struct cbor_callbacks callbacks = {
    .uint8 = take_uint8,
    .uint16 = take_uint16,
    .uint32 = take_uint32,
    .uint64 = take_uint64,
    .negint64 = take_negint64,
    .negint32 = take_negint32,
    .negint16 = take_negint16,
    .negint8 = take_negint8,
    .byte_string_start = take_open_bytes,
    .byte_string = take_bytes,
    .string = take_text,
    .string_start = take_open_text,
    .indef_array_start = take_open_array,
    .array_start = take_array,
    .indef_map_start = take_open_map,
    .map_start = take_map,
    .tag = take_tag,
    .float2 = take_float,
    .float4 = take_float,
    .float8 = take_double,
    .undefined = take_undefined,
    .null = take_null,
    .boolean = take_boolean,
    .indef_break = take_break,
};

/// Reads the tags and simple values that libcbor refuses as unassigned, though they are well-formed: RFC 8949, 3.3 and 3.4.
static bool is_unassigned(const uint8_t *bytes, size_t count, struct binary_item *item) {
  uint8_t first = bytes[0];
  if (first >= 0xC6 && first <= 0xD4) {
    set(item, BINARY_TAG, first - 0xC0);
  } else if (first >= 0xE0 && first <= 0xF3) {
    set(item, BINARY_SIMPLE, first - 0xE0);
  } else if (first == 0xF8 && count > 1 && bytes[1] >= 32) {
    set(item, BINARY_SIMPLE, bytes[1]);
  } else {
    return false;
  }
  item->size = first == 0xF8 ? 2 : 1;
  return true;
}

static enum binary_status read_cbor(const uint8_t *bytes, size_t count, struct binary_item *item) {
  if (is_unassigned(bytes, count, item)) return BINARY_READ;
  if (bytes[0] == 0xF8 && count == 1) return BINARY_TRUNCATED;
  struct cbor_decoder_result result = cbor_decode(bytes, count, &callbacks, item);
  if (result.status == CBOR_NEEDS_DATA) return BINARY_TRUNCATED;
  if (result.status != CBOR_FINISHED || result.read == 0 || result.read > count) return BINARY_MALFORMED;
  item->size = result.read;
  bool is_string = item->kind == BINARY_BYTES || item->kind == BINARY_TEXT;
  if (is_string) item->content = result.read - item->number;
  return BINARY_READ;
}

// --- MessagePack

/// Returns the lower bytes of a token's number, with the sign of the highest one.
static int64_t signed_value(const struct mpack_token *token, uint64_t value) {
  unsigned unused = 64 - 8 * token->length;
  return (int64_t)(value << unused) >> unused;
}

static void set_real(struct binary_item *item, const struct mpack_token *token, uint64_t value) {
  if (token->length == 4) {
    float number;
    memcpy(&number, &token->data.value.low, sizeof number);
    set_float(item, number);
  } else {
    double number;
    memcpy(&number, &value, sizeof number);
    set_float(item, number);
  }
}

static enum binary_status set_content(struct binary_item *item, enum binary_kind kind, uint64_t length, size_t left) {
  set(item, kind, length);
  return length > left ? BINARY_TRUNCATED : BINARY_READ;
}

static enum binary_status read_message_pack(const uint8_t *bytes, size_t count, struct binary_item *item) {
  struct mpack_buffer buffer = {.length = 0};
  struct mpack_token token = {0};
  const char *rest = (const char *)bytes;
  size_t left = count;
  int result = mpack_read(&buffer, &rest, &left, &token);
  if (result == MPACK_EOF) return BINARY_TRUNCATED;
  if (result != MPACK_OK || left >= count) return BINARY_MALFORMED;
  uint64_t value = (uint64_t)token.data.value.high << 32 | token.data.value.low;
  enum binary_status status = BINARY_READ;
  switch (token.type) {
  case MPACK_NIL: set(item, BINARY_SIMPLE, 22); break;
  case MPACK_BOOLEAN: set(item, BINARY_SIMPLE, token.data.value.low ? 21 : 20); break;
  case MPACK_UINT: set(item, BINARY_UNSIGNED, value); break;
  case MPACK_SINT: set(item, BINARY_NEGATIVE, ~(uint64_t)signed_value(&token, value)); break;
  case MPACK_FLOAT: set_real(item, &token, value); break;
  case MPACK_ARRAY: set(item, BINARY_ARRAY, token.length); break;
  case MPACK_MAP: set(item, BINARY_MAP, token.length); break;
  case MPACK_BIN: status = set_content(item, BINARY_BYTES, token.length, left); break;
  case MPACK_STR: status = set_content(item, BINARY_TEXT, token.length, left); break;
  case MPACK_EXT:
    status = set_content(item, BINARY_EXTENSION, token.length, left);
    item->code = (int8_t)token.data.extension;
    break;
  default: return BINARY_MALFORMED;
  }
  if (status != BINARY_READ) return status;
  item->content = count - left;
  item->size = item->content;
  if (item->kind == BINARY_BYTES || item->kind == BINARY_TEXT || item->kind == BINARY_EXTENSION)
    item->size += item->number;
  return BINARY_READ;
}

enum binary_status binary_read(enum binary_format format, const uint8_t *bytes, size_t count, struct binary_item *item) {
  if (count == 0) return BINARY_TRUNCATED;
  return format == BINARY_CBOR ? read_cbor(bytes, count, item) : read_message_pack(bytes, count, item);
}
