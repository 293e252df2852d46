#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Digests and ciphers of libcrypto. The names are those of OpenSSL. All but `digests_load` return a reason on failure,
// which is never freed, or NULL.

enum { longest_digest = 64 };

// Loads the library, before the sandbox closes. Without it, the functions fail.
void digests_load(void);
// Writes the digest of a message, or its HMAC if there is a key.
const char *digests_digest(const char *name, const uint8_t *message, size_t length, const uint8_t *key, size_t key_length,
                           uint8_t output[longest_digest], size_t *output_length);
// RFC 8018.
const char *digests_pbkdf2(const char *name, const uint8_t *password, size_t password_length, const uint8_t *salt,
                           size_t salt_length, int iterations, uint8_t *output, size_t output_length);
// Encrypts or decrypts without padding. The output is as long as the input.
const char *digests_cipher(const char *name, bool encrypts, const uint8_t *key, size_t key_length, const uint8_t *vector,
                           size_t vector_length, const uint8_t *input, size_t length, uint8_t *output);
