#ifndef CZSTD_H
#define CZSTD_H

#include <stdbool.h>
#include <stddef.h>

/// Whether libzstd is installed. The first call loads it.
bool czstd_is_available(void);

/// Compresses `count` bytes and returns the compressed size, or 0 if it exceeds `capacity` or libzstd fails.
///
/// With a dictionary, `dictionary` must be the same bytes at the same address in every call.
size_t czstd_compress(const void *bytes, size_t count, void *output, size_t capacity, const void *dictionary,
                      size_t dictionary_count);

/// Returns the original size of a compressed block, or -1 if it is invalid.
long long czstd_size(const void *bytes, size_t count);

/// Decompresses a block of known size. Returns whether it has exactly that size.
bool czstd_decompress(const void *bytes, size_t count, void *output, size_t size, const void *dictionary,
                      size_t dictionary_count);

#endif
