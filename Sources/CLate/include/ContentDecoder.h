// Decoders of the content codings br and zstd, by the libraries that libcurl brings along. They are loaded when a body
// needs them: see late.c for why.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct content_decoder content_decoder;

typedef enum {
  content_decoder_goes_on,
  // The data may end here.
  content_decoder_ended,
  content_decoder_failed,
} content_decoder_status;

typedef struct {
  size_t consumed;
  size_t produced;
  content_decoder_status status;
} content_decoder_step;

// Null where the library is not installed or has no memory.
content_decoder *content_decoder_brotli(void);
content_decoder *content_decoder_zstd(void);

content_decoder_step content_decoder_decode(content_decoder *decoder, const uint8_t *input, size_t input_count,
                                            uint8_t *output, size_t output_count);
void content_decoder_free(content_decoder *decoder);
