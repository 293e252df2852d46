#pragma once
#include <stddef.h>
#include <stdint.h>

// Keccak as it was submitted: SHA-3 with the padding from before FIPS 202, which crypto-js calls SHA3. `size` is 28, 32, 48
// or 64 bytes.
void keccak(const uint8_t *message, size_t length, uint8_t *output, size_t size);
