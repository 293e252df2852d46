// Loads libcurl, libcrypto, libssl, the decompressors, PCRE2, libyaml, expat and the picture libraries on first use.
//
// They depend on some thirty libraries (TLS, Kerberos, LDAP, SSH, …), which take more than a quarter of the time to the
// first screen to load. Each function that the program calls is defined here under the same name, with hidden visibility,
// and forwards its arguments. The linker prefers these definitions and drops the libraries (`--as-needed`). See
// docs/decisions/0020-lazy-libraries.md.

#define CURL_DISABLE_TYPECHECK
// FoundationNetworking uses the URL API if a package links it; the types differ between versions of libcurl.
#define CURLINC_URLAPI_H
// The declarations must have the visibility of the definitions below.
#define ZSTDLIB_VISIBLE
#define ZSTDLIB_VISIBILITY
#define WEBP_EXTERN extern
#define PCRE2_CODE_UNIT_WIDTH 8
#include <archive.h>
#include <archive_entry.h>
#include <brotli/decode.h>
#include <curl/curl.h>
#include <dlfcn.h>
#include <expat.h>
#include <gif_lib.h>
#include <libpsl.h>
#include <nghttp2/nghttp2.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/provider.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <pcre2.h>
#include <png.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <turbojpeg.h>
#include <webp/decode.h>
#include <yaml.h>
#include <zlib.h>
#include <zstd.h>

// Also defined as macros.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

typedef struct {
  const char *name;
  const char *package;
  _Atomic(void *) handle;
} lazy_library;

#define QUOTED(number) QUOTED_TEXT(number)
#define QUOTED_TEXT(text) #text

static lazy_library curl = {"libcurl.so.4", "libcurl4", NULL};
static lazy_library crypto = {"libcrypto.so." QUOTED(OPENSSL_SHLIB_VERSION), "libssl3", NULL};
static lazy_library ssl = {"libssl.so." QUOTED(OPENSSL_SHLIB_VERSION), "libssl3", NULL};
static lazy_library brotli = {"libbrotlidec.so.1", "libbrotli1", NULL};
static lazy_library zstd = {"libzstd.so.1", "libzstd1", NULL};
static lazy_library http2 = {"libnghttp2.so.14", "libnghttp2-14", NULL};
static lazy_library psl = {"libpsl.so.5", "libpsl5", NULL};
static lazy_library zlib = {"libz.so.1", "zlib1g", NULL};
static lazy_library pcre2 = {"libpcre2-8.so.0", "libpcre2-8-0", NULL};
static lazy_library png = {"libpng16.so.16", "libpng16-16", NULL};
static lazy_library jpeg = {"libturbojpeg.so.0", "libturbojpeg0", NULL};
static lazy_library gif = {"libgif.so.7", "libgif7", NULL};
static lazy_library archives = {"libarchive.so.13", "libarchive13", NULL};
static lazy_library yaml = {"libyaml-0.so.2", "libyaml-0-2", NULL};
static lazy_library expat = {"libexpat.so.1", "libexpat1", NULL};
static lazy_library webp = {"libwebp.so.7", "libwebp7", NULL};

/// Exits the program, like the dynamic loader if a library is missing.
static _Noreturn void give_up(const lazy_library *library) {
  fprintf(stderr, "Cannot load %s — %s — install it: apt-get install %s\n", library->name, dlerror(), library->package);
  abort();
}

/// Returns the function `name` of `library`, cached in `found`.
///
/// Racing threads may load the library twice, which is harmless: the loader counts references.
static void *lazy(lazy_library *library, _Atomic(void *) *found, const char *name) {
  void *function = atomic_load_explicit(found, memory_order_acquire);
  if (function != NULL) return function;
  void *handle = atomic_load(&library->handle);
  if (handle == NULL) {
    handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) give_up(library);
    atomic_store(&library->handle, handle);
  }
  function = dlsym(handle, name);
  if (function == NULL) give_up(library);
  atomic_store_explicit(found, function, memory_order_release);
  return function;
}

#define HIDDEN __attribute__((visibility("hidden")))

/// Defines `name`, which forwards its arguments.
#define LAZY(library, result, name, parameters, arguments)                       \
  HIDDEN result name parameters {                                                \
    static _Atomic(void *) found;                                                \
    return ((result(*) parameters)lazy(&library, &found, #name))arguments;       \
  }

/// Defines `name` with a variadic last argument. All option values are passed like a pointer.
#define LAZY_OPTION(library, result, name, handle_type, option_type)             \
  typedef result (*name##_function)(handle_type, option_type, ...);              \
  HIDDEN result name(handle_type handle, option_type option, ...) {              \
    static _Atomic(void *) found;                                                \
    va_list values;                                                              \
    va_start(values, option);                                                    \
    void *value = va_arg(values, void *);                                        \
    va_end(values);                                                              \
    return ((name##_function)lazy(&library, &found, #name))(handle, option, value); \
  }

LAZY_OPTION(curl, CURLcode, curl_easy_setopt, CURL *, CURLoption)
LAZY_OPTION(curl, CURLcode, curl_easy_getinfo, CURL *, CURLINFO)
LAZY_OPTION(curl, CURLMcode, curl_multi_setopt, CURLM *, CURLMoption)

LAZY(curl, CURLcode, curl_global_init, (long flags), (flags))
LAZY(curl, char *, curl_version, (void), ())
LAZY(curl, curl_version_info_data *, curl_version_info, (CURLversion age), (age))
LAZY(curl, void, curl_free, (void *memory), (memory))
LAZY(curl, CURL *, curl_easy_init, (void), ())
LAZY(curl, void, curl_easy_cleanup, (CURL * easy), (easy))
LAZY(curl, CURLcode, curl_easy_pause, (CURL * easy, int mask), (easy, mask))
LAZY(curl, CURLcode, curl_easy_send, (CURL * easy, const void *bytes, size_t count, size_t *sent),
     (easy, bytes, count, sent))
LAZY(curl, CURLcode, curl_easy_recv, (CURL * easy, void *bytes, size_t count, size_t *received),
     (easy, bytes, count, received))
LAZY(curl, const char *, curl_easy_strerror, (CURLcode code), (code))
LAZY(curl, CURLM *, curl_multi_init, (void), ())
LAZY(curl, CURLMcode, curl_multi_cleanup, (CURLM * multi), (multi))
LAZY(curl, CURLMcode, curl_multi_add_handle, (CURLM * multi, CURL *easy), (multi, easy))
LAZY(curl, CURLMcode, curl_multi_remove_handle, (CURLM * multi, CURL *easy), (multi, easy))
LAZY(curl, CURLMcode, curl_multi_assign, (CURLM * multi, curl_socket_t socket, void *context), (multi, socket, context))
LAZY(curl, CURLMsg *, curl_multi_info_read, (CURLM * multi, int *queued), (multi, queued))
LAZY(curl, CURLMcode, curl_multi_socket_action, (CURLM * multi, curl_socket_t socket, int events, int *running),
     (multi, socket, events, running))
LAZY(curl, struct curl_slist *, curl_slist_append, (struct curl_slist * list, const char *text), (list, text))
LAZY(curl, void, curl_slist_free_all, (struct curl_slist * list), (list))
LAZY(curl, void *, curl_url, (void), ())
LAZY(curl, int, curl_url_get, (void *url, int part, char **text, unsigned flags), (url, part, text, flags))
LAZY(curl, int, curl_url_set, (void *url, int part, const char *text, unsigned flags), (url, part, text, flags))

LAZY(crypto, BIO *, BIO_new_mem_buf, (const void *bytes, int count), (bytes, count))
LAZY(crypto, int, BIO_free, (BIO * source), (source))
LAZY(crypto, void, ERR_clear_error, (void), ())
LAZY(crypto, OSSL_PROVIDER *, OSSL_PROVIDER_try_load, (OSSL_LIB_CTX * library, const char *name, int keeps_default),
     (library, name, keeps_default))
LAZY(crypto, const EVP_MD *, EVP_md5, (void), ())
LAZY(crypto, const EVP_MD *, EVP_sha1, (void), ())
LAZY(crypto, const EVP_MD *, EVP_sha256, (void), ())
LAZY(crypto, const EVP_MD *, EVP_sha384, (void), ())
LAZY(crypto, const EVP_MD *, EVP_sha512, (void), ())
LAZY(crypto, const EVP_MD *, EVP_sha512_256, (void), ())
LAZY(crypto, int, EVP_Digest,
     (const void *bytes, size_t count, unsigned char *digest, unsigned int *size, const EVP_MD *kind, ENGINE *engine),
     (bytes, count, digest, size, kind, engine))
LAZY(crypto, EVP_MD_CTX *, EVP_MD_CTX_new, (void), ())
LAZY(crypto, void, EVP_MD_CTX_free, (EVP_MD_CTX * context), (context))
LAZY(crypto, int, EVP_DigestInit_ex, (EVP_MD_CTX * context, const EVP_MD *kind, ENGINE *engine), (context, kind, engine))
LAZY(crypto, int, EVP_DigestUpdate, (EVP_MD_CTX * context, const void *bytes, size_t count), (context, bytes, count))
LAZY(crypto, int, EVP_DigestFinal_ex, (EVP_MD_CTX * context, unsigned char *digest, unsigned int *size),
     (context, digest, size))
LAZY(crypto, int, EVP_DigestSignInit,
     (EVP_MD_CTX * context, EVP_PKEY_CTX **key_context, const EVP_MD *kind, ENGINE *engine, EVP_PKEY *key),
     (context, key_context, kind, engine, key))
LAZY(crypto, int, EVP_DigestSign,
     (EVP_MD_CTX * context, unsigned char *signature, size_t *size, const unsigned char *bytes, size_t count),
     (context, signature, size, bytes, count))
LAZY(crypto, int, EVP_PKEY_CTX_ctrl_str, (EVP_PKEY_CTX * context, const char *name, const char *value),
     (context, name, value))
LAZY(crypto, int, EVP_PKEY_is_a, (const EVP_PKEY *key, const char *kind), (key, kind))
LAZY(crypto, int, EVP_PKEY_get_group_name, (const EVP_PKEY *key, char *name, size_t size, size_t *length),
     (key, name, size, length))
LAZY(crypto, void, EVP_PKEY_free, (EVP_PKEY * key), (key))
LAZY(crypto, EVP_PKEY *, PEM_read_bio_PrivateKey,
     (BIO * source, EVP_PKEY **into, pem_password_cb *ask, void *context), (source, into, ask, context))
LAZY(crypto, unsigned char *, HMAC,
     (const EVP_MD *kind, const void *key, int key_count, const unsigned char *bytes, size_t count,
      unsigned char *digest, unsigned int *size),
     (kind, key, key_count, bytes, count, digest, size))
LAZY(crypto, X509 *, PEM_read_bio_X509, (BIO * source, X509 **into, pem_password_cb *ask, void *context),
     (source, into, ask, context))
LAZY(crypto, X509 *, d2i_X509, (X509 * *into, const unsigned char **bytes, long count), (into, bytes, count))
LAZY(crypto, void, X509_free, (X509 * certificate), (certificate))
LAZY(crypto, int, i2d_X509_PUBKEY, (const X509_PUBKEY *key, unsigned char **bytes), (key, bytes))
LAZY(crypto, X509_PUBKEY *, X509_get_X509_PUBKEY, (const X509 *certificate), (certificate))

LAZY(crypto, int, ASN1_INTEGER_set_uint64, (ASN1_INTEGER * number, uint64_t value), (number, value))
LAZY(crypto, int, ASN1_TIME_diff, (int *days, int *seconds, const ASN1_TIME *from, const ASN1_TIME *to),
     (days, seconds, from, to))
LAZY(crypto, BIO *, BIO_new, (const BIO_METHOD *kind), (kind))
LAZY(crypto, const BIO_METHOD *, BIO_s_mem, (void), ())
LAZY(crypto, int, BIO_read, (BIO * source, void *bytes, int count), (source, bytes, count))
LAZY(crypto, int, BIO_write, (BIO * target, const void *bytes, int count), (target, bytes, count))
LAZY(crypto, size_t, BIO_ctrl_pending, (BIO * buffer), (buffer))
LAZY(crypto, unsigned long, ERR_get_error, (void), ())
LAZY(crypto, const char *, ERR_reason_error_string, (unsigned long code), (code))
LAZY(crypto, EVP_PKEY_CTX *, EVP_PKEY_CTX_new_from_name, (OSSL_LIB_CTX * library, const char *name, const char *properties),
     (library, name, properties))
LAZY(crypto, void, EVP_PKEY_CTX_free, (EVP_PKEY_CTX * context), (context))
LAZY(crypto, int, EVP_PKEY_CTX_set_group_name, (EVP_PKEY_CTX * context, const char *name), (context, name))
LAZY(crypto, int, EVP_PKEY_keygen_init, (EVP_PKEY_CTX * context), (context))
LAZY(crypto, int, EVP_PKEY_generate, (EVP_PKEY_CTX * context, EVP_PKEY **key), (context, key))
LAZY(crypto, int, PEM_write_bio_X509, (BIO * target, const X509 *certificate), (target, certificate))
LAZY(crypto, int, PEM_write_bio_PrivateKey,
     (BIO * target, const EVP_PKEY *key, const EVP_CIPHER *cipher, const unsigned char *passphrase, int count,
      pem_password_cb *ask, void *context),
     (target, key, cipher, passphrase, count, ask, context))
LAZY(crypto, X509 *, X509_new, (void), ())
LAZY(crypto, int, X509_up_ref, (X509 * certificate), (certificate))
LAZY(crypto, int, X509_set_version, (X509 * certificate, long version), (certificate, version))
LAZY(crypto, ASN1_INTEGER *, X509_get_serialNumber, (X509 * certificate), (certificate))
LAZY(crypto, ASN1_TIME *, X509_getm_notBefore, (const X509 *certificate), (certificate))
LAZY(crypto, ASN1_TIME *, X509_getm_notAfter, (const X509 *certificate), (certificate))
LAZY(crypto, const ASN1_TIME *, X509_get0_notAfter, (const X509 *certificate), (certificate))
LAZY(crypto, ASN1_TIME *, X509_gmtime_adj, (ASN1_TIME * time, long seconds), (time, seconds))
LAZY(crypto, X509_NAME *, X509_get_subject_name, (const X509 *certificate), (certificate))
LAZY(crypto, int, X509_set_issuer_name, (X509 * certificate, const X509_NAME *name), (certificate, name))
LAZY(crypto, int, X509_NAME_add_entry_by_txt,
     (X509_NAME * name, const char *field, int kind, const unsigned char *text, int count, int place, int set),
     (name, field, kind, text, count, place, set))
LAZY(crypto, int, X509_set_pubkey, (X509 * certificate, EVP_PKEY *key), (certificate, key))
LAZY(crypto, int, X509_sign, (X509 * certificate, EVP_PKEY *key, const EVP_MD *kind), (certificate, key, kind))
LAZY(crypto, int, X509_check_ca, (X509 * certificate), (certificate))
LAZY(crypto, int, X509_check_private_key, (const X509 *certificate, const EVP_PKEY *key), (certificate, key))
LAZY(crypto, int, X509_add_ext, (X509 * certificate, X509_EXTENSION *extension, int place),
     (certificate, extension, place))
LAZY(crypto, void, X509_EXTENSION_free, (X509_EXTENSION * extension), (extension))
LAZY(crypto, void, X509V3_set_ctx,
     (X509V3_CTX * context, X509 *issuer, X509 *subject, X509_REQ *request, X509_CRL *list, int flags),
     (context, issuer, subject, request, list, flags))
LAZY(crypto, X509_EXTENSION *, X509V3_EXT_conf_nid,
     (LHASH_OF(CONF_VALUE) * configuration, X509V3_CTX *context, int kind, const char *value),
     (configuration, context, kind, value))

LAZY(ssl, const SSL_METHOD *, TLS_server_method, (void), ())
LAZY(ssl, SSL_CTX *, SSL_CTX_new, (const SSL_METHOD *method), (method))
LAZY(ssl, void, SSL_CTX_free, (SSL_CTX * context), (context))
LAZY(ssl, long, SSL_CTX_ctrl, (SSL_CTX * context, int command, long number, void *value),
     (context, command, number, value))
LAZY(ssl, int, SSL_CTX_use_certificate, (SSL_CTX * context, X509 *certificate), (context, certificate))
LAZY(ssl, int, SSL_CTX_use_PrivateKey, (SSL_CTX * context, EVP_PKEY *key), (context, key))
LAZY(ssl, int, SSL_CTX_check_private_key, (const SSL_CTX *context), (context))
LAZY(ssl, void, SSL_CTX_set_alpn_select_cb, (SSL_CTX * context, SSL_CTX_alpn_select_cb_func choose, void *value),
     (context, choose, value))
LAZY(ssl, int, SSL_CTX_set_alpn_protos, (SSL_CTX * context, const unsigned char *names, unsigned int count),
     (context, names, count))
LAZY(ssl, SSL *, SSL_new, (SSL_CTX * context), (context))
LAZY(ssl, void, SSL_free, (SSL * connection), (connection))
LAZY(ssl, void, SSL_set_bio, (SSL * connection, BIO *received, BIO *unsent), (connection, received, unsent))
LAZY(ssl, void, SSL_set_accept_state, (SSL * connection), (connection))
LAZY(ssl, int, SSL_do_handshake, (SSL * connection), (connection))
LAZY(ssl, int, SSL_read, (SSL * connection, void *bytes, int count), (connection, bytes, count))
LAZY(ssl, int, SSL_write, (SSL * connection, const void *bytes, int count), (connection, bytes, count))
LAZY(ssl, int, SSL_get_error, (const SSL *connection, int result), (connection, result))
LAZY(ssl, int, SSL_shutdown, (SSL * connection), (connection))

LAZY(http2, int, nghttp2_session_callbacks_new, (nghttp2_session_callbacks * *into), (into))
LAZY(http2, void, nghttp2_session_callbacks_del, (nghttp2_session_callbacks * callbacks), (callbacks))
LAZY(http2, void, nghttp2_session_callbacks_set_on_header_callback,
     (nghttp2_session_callbacks * callbacks, nghttp2_on_header_callback callback), (callbacks, callback))
LAZY(http2, void, nghttp2_session_callbacks_set_on_data_chunk_recv_callback,
     (nghttp2_session_callbacks * callbacks, nghttp2_on_data_chunk_recv_callback callback), (callbacks, callback))
LAZY(http2, void, nghttp2_session_callbacks_set_on_frame_recv_callback,
     (nghttp2_session_callbacks * callbacks, nghttp2_on_frame_recv_callback callback), (callbacks, callback))
LAZY(http2, void, nghttp2_session_callbacks_set_on_stream_close_callback,
     (nghttp2_session_callbacks * callbacks, nghttp2_on_stream_close_callback callback), (callbacks, callback))
LAZY(http2, int, nghttp2_option_new, (nghttp2_option * *into), (into))
LAZY(http2, void, nghttp2_option_del, (nghttp2_option * option), (option))
LAZY(http2, void, nghttp2_option_set_no_auto_window_update, (nghttp2_option * option, int value), (option, value))
LAZY(http2, int, nghttp2_session_client_new2,
     (nghttp2_session * *into, const nghttp2_session_callbacks *callbacks, void *context,
      const nghttp2_option *option),
     (into, callbacks, context, option))
LAZY(http2, int, nghttp2_session_consume, (nghttp2_session * session, int32_t stream, size_t count),
     (session, stream, count))
LAZY(http2, void, nghttp2_session_del, (nghttp2_session * session), (session))
LAZY(http2, int, nghttp2_submit_settings,
     (nghttp2_session * session, uint8_t flags, const nghttp2_settings_entry *entries, size_t count),
     (session, flags, entries, count))
LAZY(http2, int, nghttp2_session_set_local_window_size,
     (nghttp2_session * session, uint8_t flags, int32_t stream, int32_t size), (session, flags, stream, size))
LAZY(http2, uint32_t, nghttp2_session_get_remote_settings, (nghttp2_session * session, nghttp2_settings_id id),
     (session, id))
LAZY(http2, int32_t, nghttp2_submit_request,
     (nghttp2_session * session, const nghttp2_priority_spec *priority, const nghttp2_nv *headers, size_t count,
      const nghttp2_data_provider *provider, void *context),
     (session, priority, headers, count, provider, context))
LAZY(http2, int, nghttp2_session_resume_data, (nghttp2_session * session, int32_t stream), (session, stream))
LAZY(http2, ssize_t, nghttp2_session_mem_recv, (nghttp2_session * session, const uint8_t *bytes, size_t count),
     (session, bytes, count))
LAZY(http2, ssize_t, nghttp2_session_mem_send, (nghttp2_session * session, const uint8_t **bytes), (session, bytes))
LAZY(http2, int, nghttp2_session_want_read, (nghttp2_session * session), (session))
LAZY(http2, const char *, nghttp2_strerror, (int code), (code))
LAZY(http2, const char *, nghttp2_http2_strerror, (uint32_t code), (code))

LAZY(psl, const psl_ctx_t *, psl_builtin, (void), ())
LAZY(psl, int, psl_is_public_suffix, (const psl_ctx_t *list, const char *domain), (list, domain))

LAZY(brotli, BrotliDecoderState *, BrotliDecoderCreateInstance,
     (brotli_alloc_func allocate, brotli_free_func release, void *context), (allocate, release, context))
LAZY(brotli, void, BrotliDecoderDestroyInstance, (BrotliDecoderState * state), (state))
LAZY(brotli, BrotliDecoderResult, BrotliDecoderDecompressStream,
     (BrotliDecoderState * state, size_t *input_left, const uint8_t **input, size_t *output_left, uint8_t **output,
      size_t *total),
     (state, input_left, input, output_left, output, total))

LAZY(zstd, ZSTD_DStream *, ZSTD_createDStream, (void), ())
LAZY(zstd, size_t, ZSTD_freeDStream, (ZSTD_DStream * state), (state))
LAZY(zstd, size_t, ZSTD_decompressStream, (ZSTD_DStream * state, ZSTD_outBuffer *output, ZSTD_inBuffer *input),
     (state, output, input))
LAZY(zstd, unsigned, ZSTD_isError, (size_t result), (result))
LAZY(zstd, ZSTD_CCtx *, ZSTD_createCCtx, (void), ())
LAZY(zstd, ZSTD_CDict *, ZSTD_createCDict, (const void *bytes, size_t count, int level), (bytes, count, level))
LAZY(zstd, size_t, ZSTD_compressCCtx,
     (ZSTD_CCtx * context, void *output, size_t capacity, const void *bytes, size_t count, int level),
     (context, output, capacity, bytes, count, level))
LAZY(zstd, size_t, ZSTD_compress_usingCDict,
     (ZSTD_CCtx * context, void *output, size_t capacity, const void *bytes, size_t count,
      const ZSTD_CDict *dictionary),
     (context, output, capacity, bytes, count, dictionary))
LAZY(zstd, ZSTD_DCtx *, ZSTD_createDCtx, (void), ())
LAZY(zstd, size_t, ZSTD_decompress_usingDict,
     (ZSTD_DCtx * context, void *output, size_t capacity, const void *bytes, size_t count, const void *dictionary,
      size_t dictionary_count),
     (context, output, capacity, bytes, count, dictionary, dictionary_count))
LAZY(zstd, unsigned long long, ZSTD_getFrameContentSize, (const void *bytes, size_t count), (bytes, count))

LAZY(zlib, int, inflateInit2_, (z_streamp stream, int bits, const char *version, int size), (stream, bits, version, size))
LAZY(zlib, int, inflate, (z_streamp stream, int flush), (stream, flush))
LAZY(zlib, int, inflateReset, (z_streamp stream), (stream))
LAZY(zlib, int, inflateEnd, (z_streamp stream), (stream))
LAZY(zlib, int, deflateInit2_,
     (z_streamp stream, int level, int method, int bits, int memory, int strategy, const char *version, int size),
     (stream, level, method, bits, memory, strategy, version, size))
LAZY(zlib, uLong, deflateBound, (z_streamp stream, uLong count), (stream, count))
LAZY(zlib, int, deflate, (z_streamp stream, int flush), (stream, flush))
LAZY(zlib, int, deflateReset, (z_streamp stream), (stream))
LAZY(zlib, int, deflateEnd, (z_streamp stream), (stream))

LAZY(pcre2, pcre2_code_8 *, pcre2_compile_8,
     (PCRE2_SPTR8 pattern, PCRE2_SIZE length, uint32_t options, int *code, PCRE2_SIZE *offset,
      pcre2_compile_context_8 *context),
     (pattern, length, options, code, offset, context))
LAZY(pcre2, int, pcre2_jit_compile_8, (pcre2_code_8 * code, uint32_t options), (code, options))
LAZY(pcre2, void, pcre2_code_free_8, (pcre2_code_8 * code), (code))
LAZY(pcre2, int, pcre2_get_error_message_8, (int code, PCRE2_UCHAR8 *buffer, PCRE2_SIZE size), (code, buffer, size))
LAZY(pcre2, pcre2_match_data_8 *, pcre2_match_data_create_from_pattern_8,
     (const pcre2_code_8 *code, pcre2_general_context_8 *context), (code, context))
LAZY(pcre2, void, pcre2_match_data_free_8, (pcre2_match_data_8 * data), (data))
LAZY(pcre2, pcre2_match_context_8 *, pcre2_match_context_create_8, (pcre2_general_context_8 * context), (context))
LAZY(pcre2, int, pcre2_set_match_limit_8, (pcre2_match_context_8 * context, uint32_t limit), (context, limit))
LAZY(pcre2, void, pcre2_match_context_free_8, (pcre2_match_context_8 * context), (context))
LAZY(pcre2, pcre2_jit_stack_8 *, pcre2_jit_stack_create_8,
     (size_t start, size_t maximum, pcre2_general_context_8 *context), (start, maximum, context))
LAZY(pcre2, void, pcre2_jit_stack_assign_8,
     (pcre2_match_context_8 * context, pcre2_jit_callback_8 callback, void *data), (context, callback, data))
LAZY(pcre2, void, pcre2_jit_stack_free_8, (pcre2_jit_stack_8 * stack), (stack))
LAZY(pcre2, int, pcre2_match_8,
     (const pcre2_code_8 *code, PCRE2_SPTR8 subject, PCRE2_SIZE length, PCRE2_SIZE start, uint32_t options,
      pcre2_match_data_8 *data, pcre2_match_context_8 *context),
     (code, subject, length, start, options, data, context))
LAZY(pcre2, PCRE2_SIZE *, pcre2_get_ovector_pointer_8, (pcre2_match_data_8 * data), (data))
LAZY(pcre2, uint32_t, pcre2_get_ovector_count_8, (pcre2_match_data_8 * data), (data))

LAZY(png, int, png_image_begin_read_from_memory, (png_imagep image, png_const_voidp bytes, size_t count),
     (image, bytes, count))
LAZY(png, int, png_image_finish_read,
     (png_imagep image, png_const_colorp background, void *pixels, png_int_32 stride, void *colors),
     (image, background, pixels, stride, colors))
LAZY(png, int, png_image_write_to_memory,
     (png_imagep image, void *bytes, png_alloc_size_t *count, int to_8_bits, const void *pixels, png_int_32 stride,
      const void *colors),
     (image, bytes, count, to_8_bits, pixels, stride, colors))
LAZY(png, void, png_image_free, (png_imagep image), (image))

LAZY(jpeg, tjhandle, tjInitDecompress, (void), ())
LAZY(jpeg, int, tjDecompressHeader3,
     (tjhandle decoder, const unsigned char *bytes, unsigned long count, int *width, int *height, int *subsampling,
      int *colors),
     (decoder, bytes, count, width, height, subsampling, colors))
LAZY(jpeg, int, tjDecompress2,
     (tjhandle decoder, const unsigned char *bytes, unsigned long count, unsigned char *pixels, int width, int pitch,
      int height, int format, int flags),
     (decoder, bytes, count, pixels, width, pitch, height, format, flags))
LAZY(jpeg, int, tjGetErrorCode, (tjhandle decoder), (decoder))
LAZY(jpeg, int, tjDestroy, (tjhandle decoder), (decoder))

LAZY(gif, GifFileType *, DGifOpen, (void *context, InputFunc read, int *error), (context, read, error))
LAZY(gif, int, DGifGetRecordType, (GifFileType * file, GifRecordType *kind), (file, kind))
LAZY(gif, int, DGifGetImageDesc, (GifFileType * file), (file))
LAZY(gif, int, DGifGetLine, (GifFileType * file, GifPixelType *line, int count), (file, line, count))
LAZY(gif, int, DGifGetExtension, (GifFileType * file, int *code, GifByteType **bytes), (file, code, bytes))
LAZY(gif, int, DGifGetExtensionNext, (GifFileType * file, GifByteType **bytes), (file, bytes))
LAZY(gif, int, DGifCloseFile, (GifFileType * file, int *error), (file, error))

LAZY(webp, VP8StatusCode, WebPGetFeaturesInternal,
     (const uint8_t *bytes, size_t count, WebPBitstreamFeatures *features, int version),
     (bytes, count, features, version))
LAZY(webp, int, WebPInitDecoderConfigInternal, (WebPDecoderConfig * configuration, int version),
     (configuration, version))
LAZY(webp, VP8StatusCode, WebPDecode, (const uint8_t *bytes, size_t count, WebPDecoderConfig *configuration),
     (bytes, count, configuration))

LAZY(yaml, int, yaml_parser_initialize, (yaml_parser_t * parser), (parser))
LAZY(yaml, void, yaml_parser_delete, (yaml_parser_t * parser), (parser))
LAZY(yaml, void, yaml_parser_set_input_string, (yaml_parser_t * parser, const unsigned char *input, size_t size),
     (parser, input, size))
LAZY(yaml, int, yaml_parser_parse, (yaml_parser_t * parser, yaml_event_t *event), (parser, event))
LAZY(yaml, void, yaml_event_delete, (yaml_event_t * event), (event))

LAZY(expat, XML_Parser, XML_ParserCreate, (const XML_Char *encoding), (encoding))
LAZY(expat, void, XML_ParserFree, (XML_Parser parser), (parser))
LAZY(expat, void, XML_SetUserData, (XML_Parser parser, void *context), (parser, context))
LAZY(expat, void, XML_SetElementHandler, (XML_Parser parser, XML_StartElementHandler start, XML_EndElementHandler end),
     (parser, start, end))
LAZY(expat, void, XML_SetCharacterDataHandler, (XML_Parser parser, XML_CharacterDataHandler handler), (parser, handler))
LAZY(expat, void, XML_SetStartDoctypeDeclHandler, (XML_Parser parser, XML_StartDoctypeDeclHandler handler),
     (parser, handler))
LAZY(expat, void, XML_SetUnknownEncodingHandler, (XML_Parser parser, XML_UnknownEncodingHandler handler, void *context),
     (parser, handler, context))
LAZY(expat, enum XML_Status, XML_Parse, (XML_Parser parser, const char *bytes, int count, int is_final),
     (parser, bytes, count, is_final))
LAZY(expat, enum XML_Status, XML_StopParser, (XML_Parser parser, XML_Bool is_resumable), (parser, is_resumable))
LAZY(expat, enum XML_Error, XML_GetErrorCode, (XML_Parser parser), (parser))
LAZY(expat, const XML_LChar *, XML_ErrorString, (enum XML_Error code), (code))
LAZY(expat, XML_Index, XML_GetCurrentByteIndex, (XML_Parser parser), (parser))

LAZY(archives, struct archive *, archive_read_new, (void), ())
LAZY(archives, int, archive_read_free, (struct archive * archive), (archive))
LAZY(archives, int, archive_read_support_filter_all, (struct archive * archive), (archive))
LAZY(archives, int, archive_read_support_format_all, (struct archive * archive), (archive))
LAZY(archives, int, archive_read_open_memory, (struct archive * archive, const void *bytes, size_t count),
     (archive, bytes, count))
LAZY(archives, int, archive_read_next_header, (struct archive * archive, struct archive_entry **entry), (archive, entry))
LAZY(archives, la_ssize_t, archive_read_data, (struct archive * archive, void *buffer, size_t size),
     (archive, buffer, size))
LAZY(archives, const char *, archive_error_string, (struct archive * archive), (archive))
LAZY(archives, __LA_MODE_T, archive_entry_filetype, (struct archive_entry * entry), (entry))
LAZY(archives, const char *, archive_entry_pathname_utf8, (struct archive_entry * entry), (entry))
LAZY(archives, const char *, archive_entry_pathname, (struct archive_entry * entry), (entry))
