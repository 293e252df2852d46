// The parts of OpenSSL for a TLS server and its certificates, and macros that Swift cannot import.
#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>

// A macro in some versions. Does not copy `bytes`, which must outlive the source.
static inline BIO *tls_memory_source(const void *bytes, int count) { return BIO_new_mem_buf(bytes, count); }

static inline BIO *tls_buffer(void) { return BIO_new(BIO_s_mem()); }

// Without a callback libcrypto asks for the passphrase on the terminal. This one has none: an encrypted key is refused.
static inline int tls_no_passphrase(char *buffer, int size, int writes, void *context) { return -1; }
static inline EVP_PKEY *tls_read_key(BIO *source) {
  return PEM_read_bio_PrivateKey(source, NULL, tls_no_passphrase, NULL);
}
static inline X509 *tls_read_certificate(BIO *source) {
  return PEM_read_bio_X509(source, NULL, tls_no_passphrase, NULL);
}

static inline int tls_set_oldest_version(SSL_CTX *context) {
  return (int)SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL);
}

// Takes ownership of `certificate`.
static inline int tls_add_chain(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_ctrl(context, SSL_CTRL_CHAIN_CERT, 0, certificate);
}

// Chooses HTTP/1.1; a client that offers protocols without it is refused, as RFC 7301 wants.
static inline int tls_choose_protocol(
    SSL *tls, const unsigned char **chosen, unsigned char *size, const unsigned char *offered, unsigned int count,
    void *context) {
  static const unsigned char http[] = "http/1.1";
  const unsigned int length = sizeof http - 1;
  for (unsigned int at = 0; at < count && at + 1 + offered[at] <= count; at += 1 + offered[at]) {
    if (offered[at] != length || memcmp(offered + at + 1, http, length) != 0) continue;
    *chosen = offered + at + 1;
    *size = (unsigned char)length;
    return SSL_TLSEXT_ERR_OK;
  }
  return SSL_TLSEXT_ERR_ALERT_FATAL;
}
static inline void tls_offer_http(SSL_CTX *context) { SSL_CTX_set_alpn_select_cb(context, tls_choose_protocol, NULL); }

// Adds an extension in the notation of OpenSSL's configuration files.
static inline int tls_add_extension(X509 *certificate, X509 *issuer, int kind, const char *value) {
  X509V3_CTX context;
  memset(&context, 0, sizeof context);
  X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
  if (extension == NULL) return 0;
  int isAdded = X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  return isAdded;
}
