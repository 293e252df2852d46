// The part of OpenSSL's libcrypto that digests, HMAC and certificates need; only what Swift cannot import is added.
#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

// A macro of OpenSSL. The memory is the source's own and must outlive it.
static inline BIO *crypto_memory_source(const void *bytes, int count) { return BIO_new_mem_buf(bytes, count); }
