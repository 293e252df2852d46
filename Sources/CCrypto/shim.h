// The parts of OpenSSL's libcrypto for digests, HMAC, signatures and certificates, and macros that Swift cannot import.
#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/provider.h>
#include <openssl/x509.h>

// A macro in some versions. Does not copy `bytes`, which must outlive the source.
static inline BIO *crypto_memory_source(const void *bytes, int count) { return BIO_new_mem_buf(bytes, count); }

// Without a callback libcrypto asks for the passphrase on the terminal. This one has none: an encrypted key is refused.
static inline int crypto_no_passphrase(char *buffer, int size, int writes, void *context) { return -1; }
static inline EVP_PKEY *crypto_read_private_key(BIO *source) {
  return PEM_read_bio_PrivateKey(source, NULL, crypto_no_passphrase, NULL);
}

// Adds the ciphers that OpenSSL 3 no longer has by default to those it has, for the whole program: RC2 and 3DES protect
// the PKCS #12 files that older programs write. Returns 0 if they are not installed.
static inline int crypto_load_legacy_ciphers(void) { return OSSL_PROVIDER_try_load(NULL, "legacy", 1) != NULL; }
