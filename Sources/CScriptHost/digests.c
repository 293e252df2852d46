#define _GNU_SOURCE
#include "digests.h"
#include <dlfcn.h>
#include <limits.h>
#include <string.h>

typedef struct evp_md evp_md;
typedef struct evp_cipher evp_cipher;
typedef struct evp_cipher_ctx evp_cipher_ctx;
typedef struct engine_st engine_st;

// The functions that OpenSSL has in all its versions since 1.1.
#define CRYPTO_FUNCTIONS(each)                                                                                         \
  each(const evp_md *, EVP_get_digestbyname, (const char *))                                                           \
  each(int, EVP_Digest,                                                                                                \
       (const void *, size_t, uint8_t *, unsigned *, const evp_md *, engine_st *))                                     \
  each(uint8_t *, HMAC, (const evp_md *, const void *, int, const uint8_t *, size_t, uint8_t *, unsigned *))           \
  each(int, PKCS5_PBKDF2_HMAC,                                                                                         \
       (const char *, int, const uint8_t *, int, int, const evp_md *, int, uint8_t *))                                 \
  each(const evp_cipher *, EVP_get_cipherbyname, (const char *))                                                       \
  each(evp_cipher_ctx *, EVP_CIPHER_CTX_new, (void))                                                                   \
  each(void, EVP_CIPHER_CTX_free, (evp_cipher_ctx *))                                                                  \
  each(int, EVP_CIPHER_CTX_set_padding, (evp_cipher_ctx *, int))                                                       \
  each(int, EVP_CipherInit_ex,                                                                                         \
       (evp_cipher_ctx *, const evp_cipher *, engine_st *, const uint8_t *, const uint8_t *, int))                     \
  each(int, EVP_CipherUpdate, (evp_cipher_ctx *, uint8_t *, int *, const uint8_t *, int))

#define CRYPTO_MEMBER(result, name, parameters) result(*name) parameters;
static struct {
  CRYPTO_FUNCTIONS(CRYPTO_MEMBER)
} crypto;
#undef CRYPTO_MEMBER

static bool is_loaded;
static const char missing[] = "libcrypto is not installed: install the Debian package libssl3 (apt-get install libssl3)";

static const char *const libraries[] = {"libcrypto.so.3", "libcrypto.so.1.1"};

void digests_load(void) {
  void *library = NULL;
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries && library == NULL; i++) {
    library = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND);
  }
  if (library == NULL) return;
#define FIND(result, name, parameters)                                                                                 \
  if ((*(void **)&crypto.name = dlsym(library, #name)) == NULL) return;
  CRYPTO_FUNCTIONS(FIND)
#undef FIND
  is_loaded = true;
}

static const char *find_digest(const char *name, const evp_md **digest) {
  if (!is_loaded) return missing;
  *digest = crypto.EVP_get_digestbyname(name);
  return *digest == NULL ? "libcrypto does not have this digest" : NULL;
}

const char *digests_digest(const char *name, const uint8_t *message, size_t length, const uint8_t *key, size_t key_length,
                           uint8_t output[longest_digest], size_t *output_length) {
  const evp_md *digest;
  const char *reason = find_digest(name, &digest);
  if (reason != NULL) return reason;
  if (key_length > INT_MAX) return "the key is too long";
  unsigned written = 0;
  bool is_done = key == NULL ? crypto.EVP_Digest(message, length, output, &written, digest, NULL) == 1
                             : crypto.HMAC(digest, key, (int)key_length, message, length, output, &written) != NULL;
  *output_length = written;
  return is_done ? NULL : "libcrypto cannot compute this digest";
}

const char *digests_pbkdf2(const char *name, const uint8_t *password, size_t password_length, const uint8_t *salt,
                           size_t salt_length, int iterations, uint8_t *output, size_t output_length) {
  const evp_md *digest;
  const char *reason = find_digest(name, &digest);
  if (reason != NULL) return reason;
  if (password_length > INT_MAX || salt_length > INT_MAX || output_length > INT_MAX) return "the key is too long";
  bool is_done = crypto.PKCS5_PBKDF2_HMAC((const char *)password, (int)password_length, salt, (int)salt_length, iterations,
                                          digest, (int)output_length, output) == 1;
  return is_done ? NULL : "libcrypto cannot derive this key";
}

// The ciphers whose output is as long as their input. Others, such as AES-128-WRAP, write more.
static const char *const ciphers[] = {
    "AES-128-CBC",  "AES-128-CFB",  "AES-128-ECB",  "AES-128-OFB",  "AES-192-CBC",  "AES-192-CFB",
    "AES-192-ECB",  "AES-192-OFB",  "AES-256-CBC",  "AES-256-CFB",  "AES-256-ECB",  "AES-256-OFB",
    "DES-EDE3-CBC", "DES-EDE3-CFB", "DES-EDE3-ECB", "DES-EDE3-OFB"};

static const evp_cipher *find_cipher(const char *name) {
  for (size_t i = 0; i < sizeof ciphers / sizeof *ciphers; i++) {
    if (strcmp(ciphers[i], name) == 0) return crypto.EVP_get_cipherbyname(name);
  }
  return NULL;
}

const char *digests_cipher(const char *name, bool encrypts, const uint8_t *key, size_t key_length, const uint8_t *vector,
                           size_t vector_length, const uint8_t *input, size_t length, uint8_t *output) {
  if (!is_loaded) return missing;
  const evp_cipher *cipher = find_cipher(name);
  if (cipher == NULL) return "there is no such cipher and mode";
  // The longest key and vector that a cipher reads.
  uint8_t whole_key[64] = {0}, whole_vector[16] = {0};
  for (size_t i = 0; i < key_length && i < sizeof whole_key; i++) whole_key[i] = key[i];
  for (size_t i = 0; i < vector_length && i < sizeof whole_vector; i++) whole_vector[i] = vector[i];
  evp_cipher_ctx *context = crypto.EVP_CIPHER_CTX_new();
  int written = 0;
  bool is_done = context != NULL && length <= INT_MAX
                 && crypto.EVP_CipherInit_ex(context, cipher, NULL, whole_key, whole_vector, encrypts) == 1
                 && crypto.EVP_CIPHER_CTX_set_padding(context, 0) == 1
                 && crypto.EVP_CipherUpdate(context, output, &written, input, (int)length) == 1
                 && (size_t)written == length;
  crypto.EVP_CIPHER_CTX_free(context);
  return is_done ? NULL : "libcrypto cannot use this cipher";
}
