// libcurl, libcrypto and libpsl, loaded when one of their functions is first called.
//
// They bring some thirty libraries along (TLS, Kerberos, LDAP, SSH …), which the system's loader would map and relocate
// before the first line of a program runs, whether it sends anything or not: more than a quarter of the time to the first
// screen. Every function of theirs that the program refers to stands here under its own name, visible to the program
// alone, and hands its arguments on. `docs/decisions/0020-late-libraries.md` says more.

#define CURL_DISABLE_TYPECHECK
// Foundation's own client refers to these, where a package of ours brings it along; versions of libcurl spell their
// types differently.
#define CURLINC_URLAPI_H
#include <curl/curl.h>
#include <dlfcn.h>
#include <libpsl.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// Macros in front of the functions of these names.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

typedef struct {
  const char *name;
  const char *package;
  _Atomic(void *) handle;
} late_library;

#define QUOTED(number) QUOTED_TEXT(number)
#define QUOTED_TEXT(text) #text

static late_library curl = {"libcurl.so.4", "libcurl4", NULL};
static late_library crypto = {"libcrypto.so." QUOTED(OPENSSL_SHLIB_VERSION), "libssl3", NULL};
static late_library psl = {"libpsl.so.5", "libpsl5", NULL};

/// A program that was built with a library and runs without it cannot go on, as when the system's loader misses it.
static _Noreturn void give_up(const late_library *library) {
  fprintf(stderr, "Cannot load %s — %s — install it: apt-get install %s\n", library->name, dlerror(), library->package);
  abort();
}

/// The function `name` of `library`, which is looked for once and kept in `found`.
///
/// Threads that meet here load the same thing twice, which the loader counts and nobody else sees.
static void *late(late_library *library, _Atomic(void *) *found, const char *name) {
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

/// Defines `name`, which hands its arguments on.
#define LATE(library, result, name, parameters, arguments)                       \
  HIDDEN result name parameters {                                                \
    static _Atomic(void *) found;                                                \
    return ((result(*) parameters)late(&library, &found, #name))arguments;       \
  }

/// Defines `name` with a last argument of any type that is passed as a pointer is, which every option's value is.
#define LATE_OPTION(library, result, name, handle_type, option_type)             \
  typedef result (*name##_function)(handle_type, option_type, ...);              \
  HIDDEN result name(handle_type handle, option_type option, ...) {              \
    static _Atomic(void *) found;                                                \
    va_list values;                                                              \
    va_start(values, option);                                                    \
    void *value = va_arg(values, void *);                                        \
    va_end(values);                                                              \
    return ((name##_function)late(&library, &found, #name))(handle, option, value); \
  }

LATE_OPTION(curl, CURLcode, curl_easy_setopt, CURL *, CURLoption)
LATE_OPTION(curl, CURLcode, curl_easy_getinfo, CURL *, CURLINFO)
LATE_OPTION(curl, CURLMcode, curl_multi_setopt, CURLM *, CURLMoption)

LATE(curl, CURLcode, curl_global_init, (long flags), (flags))
LATE(curl, char *, curl_version, (void), ())
LATE(curl, curl_version_info_data *, curl_version_info, (CURLversion age), (age))
LATE(curl, void, curl_free, (void *memory), (memory))
LATE(curl, CURL *, curl_easy_init, (void), ())
LATE(curl, void, curl_easy_cleanup, (CURL * easy), (easy))
LATE(curl, CURLcode, curl_easy_pause, (CURL * easy, int mask), (easy, mask))
LATE(curl, const char *, curl_easy_strerror, (CURLcode code), (code))
LATE(curl, CURLM *, curl_multi_init, (void), ())
LATE(curl, CURLMcode, curl_multi_cleanup, (CURLM * multi), (multi))
LATE(curl, CURLMcode, curl_multi_add_handle, (CURLM * multi, CURL *easy), (multi, easy))
LATE(curl, CURLMcode, curl_multi_remove_handle, (CURLM * multi, CURL *easy), (multi, easy))
LATE(curl, CURLMcode, curl_multi_assign, (CURLM * multi, curl_socket_t socket, void *context), (multi, socket, context))
LATE(curl, CURLMsg *, curl_multi_info_read, (CURLM * multi, int *queued), (multi, queued))
LATE(curl, CURLMcode, curl_multi_socket_action, (CURLM * multi, curl_socket_t socket, int events, int *running),
     (multi, socket, events, running))
LATE(curl, struct curl_slist *, curl_slist_append, (struct curl_slist * list, const char *text), (list, text))
LATE(curl, void, curl_slist_free_all, (struct curl_slist * list), (list))
LATE(curl, void *, curl_url, (void), ())
LATE(curl, int, curl_url_get, (void *url, int part, char **text, unsigned flags), (url, part, text, flags))
LATE(curl, int, curl_url_set, (void *url, int part, const char *text, unsigned flags), (url, part, text, flags))

LATE(crypto, BIO *, BIO_new_mem_buf, (const void *bytes, int count), (bytes, count))
LATE(crypto, int, BIO_free, (BIO * source), (source))
LATE(crypto, void, ERR_clear_error, (void), ())
LATE(crypto, const EVP_MD *, EVP_md5, (void), ())
LATE(crypto, const EVP_MD *, EVP_sha256, (void), ())
LATE(crypto, const EVP_MD *, EVP_sha512_256, (void), ())
LATE(crypto, int, EVP_Digest,
     (const void *bytes, size_t count, unsigned char *digest, unsigned int *size, const EVP_MD *kind, ENGINE *engine),
     (bytes, count, digest, size, kind, engine))
LATE(crypto, unsigned char *, HMAC,
     (const EVP_MD *kind, const void *key, int key_count, const unsigned char *bytes, size_t count,
      unsigned char *digest, unsigned int *size),
     (kind, key, key_count, bytes, count, digest, size))
LATE(crypto, X509 *, PEM_read_bio_X509, (BIO * source, X509 **into, pem_password_cb *ask, void *context),
     (source, into, ask, context))
LATE(crypto, X509 *, d2i_X509, (X509 * *into, const unsigned char **bytes, long count), (into, bytes, count))
LATE(crypto, void, X509_free, (X509 * certificate), (certificate))
LATE(crypto, int, i2d_X509_PUBKEY, (const X509_PUBKEY *key, unsigned char **bytes), (key, bytes))
LATE(crypto, X509_PUBKEY *, X509_get_X509_PUBKEY, (const X509 *certificate), (certificate))

LATE(psl, const psl_ctx_t *, psl_builtin, (void), ())
LATE(psl, int, psl_is_public_suffix, (const psl_ctx_t *list, const char *domain), (list, domain))
