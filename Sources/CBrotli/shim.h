// The decoder of libbrotli, as it is.
#pragma once
#include <brotli/decode.h>
