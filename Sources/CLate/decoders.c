// See ContentDecoder.h. The prototypes are those of brotli/decode.h and zstd.h, whose packages need not be installed.

#include "ContentDecoder.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

struct content_decoder {
  content_decoder_step (*decode)(void *state, const uint8_t *input, size_t input_count, uint8_t *output,
                                 size_t output_count);
  void (*free_state)(void *state);
  void *state;
};

static content_decoder *decoder(void *state,
                                content_decoder_step (*decode)(void *, const uint8_t *, size_t, uint8_t *, size_t),
                                void (*free_state)(void *)) {
  if (state == NULL) return NULL;
  content_decoder *result = malloc(sizeof *result);
  if (result == NULL) {
    free_state(state);
    return NULL;
  }
  *result = (content_decoder){decode, free_state, state};
  return result;
}

static struct {
  void *(*create)(void *allocate, void *free, void *context);
  int (*decompress)(void *state, size_t *input_count, const uint8_t **input, size_t *output_count, uint8_t **output,
                    size_t *total);
  void (*destroy)(void *state);
} brotli;

static void load_brotli(void) {
  void *library = dlopen("libbrotlidec.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  *(void **)&brotli.decompress = dlsym(library, "BrotliDecoderDecompressStream");
  *(void **)&brotli.destroy = dlsym(library, "BrotliDecoderDestroyInstance");
  *(void **)&brotli.create = dlsym(library, "BrotliDecoderCreateInstance");
}

static content_decoder_step decode_brotli(void *state, const uint8_t *input, size_t input_count, uint8_t *output,
                                          size_t output_count) {
  size_t input_left = input_count, output_left = output_count;
  int result = brotli.decompress(state, &input_left, &input, &output_left, &output, NULL);
  return (content_decoder_step){
      input_count - input_left, output_count - output_left,
      result == 0 ? content_decoder_failed : result == 1 ? content_decoder_ended : content_decoder_goes_on};
}

content_decoder *content_decoder_brotli(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_brotli);
  if (brotli.create == NULL || brotli.decompress == NULL || brotli.destroy == NULL) return NULL;
  return decoder(brotli.create(NULL, NULL, NULL), decode_brotli, brotli.destroy);
}

typedef struct {
  const void *bytes;
  size_t count;
  size_t position;
} zstd_input;

typedef struct {
  void *bytes;
  size_t count;
  size_t position;
} zstd_output;

static struct {
  void *(*create)(void);
  size_t (*decompress)(void *state, zstd_output *output, zstd_input *input);
  size_t (*destroy)(void *state);
  unsigned (*is_error)(size_t result);
} zstd;

static void load_zstd(void) {
  void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  *(void **)&zstd.decompress = dlsym(library, "ZSTD_decompressStream");
  *(void **)&zstd.destroy = dlsym(library, "ZSTD_freeDStream");
  *(void **)&zstd.is_error = dlsym(library, "ZSTD_isError");
  *(void **)&zstd.create = dlsym(library, "ZSTD_createDStream");
}

static content_decoder_step decode_zstd(void *state, const uint8_t *input, size_t input_count, uint8_t *output,
                                        size_t output_count) {
  zstd_input from = {input, input_count, 0};
  zstd_output to = {output, output_count, 0};
  size_t result = zstd.decompress(state, &to, &from);
  return (content_decoder_step){from.position, to.position,
                                zstd.is_error(result) ? content_decoder_failed
                                : result == 0         ? content_decoder_ended
                                                      : content_decoder_goes_on};
}

static void free_zstd(void *state) { zstd.destroy(state); }

content_decoder *content_decoder_zstd(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_zstd);
  if (zstd.create == NULL || zstd.decompress == NULL || zstd.destroy == NULL || zstd.is_error == NULL) return NULL;
  return decoder(zstd.create(), decode_zstd, free_zstd);
}

content_decoder_step content_decoder_decode(content_decoder *decoder, const uint8_t *input, size_t input_count,
                                            uint8_t *output, size_t output_count) {
  return decoder->decode(decoder->state, input, input_count, output, output_count);
}

void content_decoder_free(content_decoder *decoder) {
  decoder->free_state(decoder->state);
  free(decoder);
}
