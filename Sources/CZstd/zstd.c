// Loads libzstd on first use, to keep the program's start fast. Declares the prototypes of zstd.h, so its package need
// not be installed.

#include "CZstd.h"
#include <dlfcn.h>
#include <pthread.h>

static struct {
  void *(*create_compressor)(void);
  size_t (*compress)(void *context, void *output, size_t capacity, const void *bytes, size_t count, int level);
  void *(*create_compression_dictionary)(const void *bytes, size_t count, int level);
  size_t (*compress_with)(void *context, void *output, size_t capacity, const void *bytes, size_t count,
                          const void *dictionary);
  void *(*create_decompressor)(void);
  size_t (*decompress)(void *context, void *output, size_t capacity, const void *bytes, size_t count,
                       const void *dictionary, size_t dictionary_count);
  unsigned long long (*size)(const void *bytes, size_t count);
  unsigned (*is_error)(size_t result);
  void *compressor, *compression_dictionary, *decompressor;
  bool is_available;
} zstd;

// Shared, as contexts are large and calls are short.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// A send waits for compression; level 1 takes 2 to 3 ns per byte.
static const int body_level = 1, text_level = 3;

static void load(void) {
  void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  *(void **)&zstd.create_compressor = dlsym(library, "ZSTD_createCCtx");
  *(void **)&zstd.compress = dlsym(library, "ZSTD_compressCCtx");
  *(void **)&zstd.create_compression_dictionary = dlsym(library, "ZSTD_createCDict");
  *(void **)&zstd.compress_with = dlsym(library, "ZSTD_compress_usingCDict");
  *(void **)&zstd.create_decompressor = dlsym(library, "ZSTD_createDCtx");
  *(void **)&zstd.decompress = dlsym(library, "ZSTD_decompress_usingDict");
  *(void **)&zstd.size = dlsym(library, "ZSTD_getFrameContentSize");
  *(void **)&zstd.is_error = dlsym(library, "ZSTD_isError");
  zstd.is_available = zstd.create_compressor && zstd.compress && zstd.create_compression_dictionary
      && zstd.compress_with && zstd.create_decompressor && zstd.decompress && zstd.size && zstd.is_error;
}

bool czstd_is_available(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return zstd.is_available;
}

static size_t compress(const void *bytes, size_t count, void *output, size_t capacity, const void *dictionary,
                       size_t dictionary_count) {
  if (zstd.compressor == NULL) zstd.compressor = zstd.create_compressor();
  if (zstd.compressor == NULL) return 0;
  if (dictionary == NULL) return zstd.compress(zstd.compressor, output, capacity, bytes, count, body_level);
  if (zstd.compression_dictionary == NULL)
    zstd.compression_dictionary = zstd.create_compression_dictionary(dictionary, dictionary_count, text_level);
  if (zstd.compression_dictionary == NULL) return 0;
  return zstd.compress_with(zstd.compressor, output, capacity, bytes, count, zstd.compression_dictionary);
}

size_t czstd_compress(const void *bytes, size_t count, void *output, size_t capacity, const void *dictionary,
                      size_t dictionary_count) {
  if (!czstd_is_available()) return 0;
  pthread_mutex_lock(&lock);
  size_t result = compress(bytes, count, output, capacity, dictionary, dictionary_count);
  pthread_mutex_unlock(&lock);
  return zstd.is_error(result) ? 0 : result;
}

long long czstd_size(const void *bytes, size_t count) {
  if (!czstd_is_available()) return -1;
  unsigned long long size = zstd.size(bytes, count);
  return size > 0x7fffffffffffffff ? -1 : (long long)size;
}

bool czstd_decompress(const void *bytes, size_t count, void *output, size_t size, const void *dictionary,
                      size_t dictionary_count) {
  if (!czstd_is_available()) return false;
  pthread_mutex_lock(&lock);
  if (zstd.decompressor == NULL) zstd.decompressor = zstd.create_decompressor();
  bool is_whole = zstd.decompressor != NULL
      && zstd.decompress(zstd.decompressor, output, size, bytes, count, dictionary, dictionary_count) == size;
  pthread_mutex_unlock(&lock);
  return is_whole;
}
