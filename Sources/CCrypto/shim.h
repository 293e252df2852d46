// The parts of OpenSSL's libcrypto for digests, HMAC and certificates, and a macro that Swift cannot import.
#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

// A macro in some versions. Does not copy `bytes`, which must outlive the source.
static inline BIO *crypto_memory_source(const void *bytes, int count) { return BIO_new_mem_buf(bytes, count); }
