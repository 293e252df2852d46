// What Swift cannot import from zlib: initializers that are macros, because they carry the version of this header.
#pragma once
#include <zlib.h>

// `window_bits` chooses the format: 15 for zlib's, 31 for gzip's.
static inline int zlib_start_deflate(z_stream *stream, int level, int window_bits) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}

static inline int zlib_start_inflate(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
