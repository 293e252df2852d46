// The image libraries, and constants defined by macros that Swift cannot import.
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
// Without it, 16-bit images are treated as linear light, unlike in browsers.
static const png_uint_32 pictures_png_16_bits_are_srgb = PNG_IMAGE_FLAG_16BIT_sRGB;
