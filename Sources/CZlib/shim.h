// zlib's initializers, which are macros that Swift cannot import.
#pragma once
#include <zlib.h>

// `window_bits` selects the format: 15 for zlib, 31 for gzip.
static inline int zlib_start_deflate(z_stream *stream, int level, int window_bits) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}

static inline int zlib_start_inflate(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
