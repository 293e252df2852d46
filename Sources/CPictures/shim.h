// The libraries that read pictures, and what Swift cannot import from them: constants that are put together by macros.
#pragma once
#include <stddef.h>
#include <stdio.h>

#include <gif_lib.h>
#include <png.h>
#include <turbojpeg.h>
#include <webp/decode.h>

static const png_uint_32 pictures_png_rgba = PNG_FORMAT_RGBA;
static const png_uint_32 pictures_png_rgb = PNG_FORMAT_RGB;
static const png_uint_32 pictures_png_version = PNG_IMAGE_VERSION;
// Without it a picture with 16 bits a channel counts as linear light, which browsers do not assume.
static const png_uint_32 pictures_png_16_bits_are_srgb = PNG_IMAGE_FLAG_16BIT_sRGB;
