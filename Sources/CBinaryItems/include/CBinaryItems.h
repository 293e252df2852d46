#pragma once
#include <stddef.h>
#include <stdint.h>

enum binary_format { BINARY_CBOR, BINARY_MESSAGE_PACK };

enum binary_kind {
  BINARY_UNSIGNED,
  /// The number is -1 - `number`.
  BINARY_NEGATIVE,
  BINARY_FLOAT,
  /// The simple value `number`: 20 is false, 21 true, 22 null and 23 undefined, as in CBOR.
  BINARY_SIMPLE,
  /// `number` bytes at `content`.
  BINARY_BYTES,
  BINARY_TEXT,
  BINARY_EXTENSION,
  /// `number` items follow.
  BINARY_ARRAY,
  /// `number` keys with their values follow.
  BINARY_MAP,
  /// Items follow up to a break.
  BINARY_OPEN_BYTES,
  BINARY_OPEN_TEXT,
  BINARY_OPEN_ARRAY,
  BINARY_OPEN_MAP,
  BINARY_BREAK,
  /// The item that follows has the tag `number`.
  BINARY_TAG,
};

enum binary_status {
  BINARY_READ,
  /// The bytes end within the item.
  BINARY_TRUNCATED,
  /// The bytes are no item.
  BINARY_MALFORMED,
};

struct binary_item {
  enum binary_kind kind;
  uint64_t number;
  double real;
  /// Where the bytes of a string or an extension begin, from the start of the item.
  size_t content;
  /// The bytes of the item itself: of a string with its content, of a container without the items in it.
  size_t size;
  /// The type of an extension, by its number.
  int8_t code;
};

/// Loads the library of a format on first use. Returns `NULL`, or the reason why it cannot be used.
const char *binary_load(enum binary_format format);

/// Reads the item that the bytes begin with. Allocates nothing. The library must have been loaded.
enum binary_status binary_read(enum binary_format format, const uint8_t *bytes, size_t count, struct binary_item *item);
