// libcurl's variadic option setters and getters, which Swift cannot import: one function for each argument type.
#pragma once
#include <curl/curl.h>
// Functions for waiting and for naming threads, missing in the Glibc module.
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

int pthread_setname_np(pthread_t thread, const char *name);
pid_t gettid(void);

static inline CURLcode curl_easy_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

// libcurl copies the string.
static inline CURLcode curl_easy_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

// libcurl keeps the pointer.
static inline CURLcode curl_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

// libcurl keeps the list.
static inline CURLcode curl_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_set_write(CURL *easy, CURLoption option, curl_write_callback callback) {
  return curl_easy_setopt(easy, option, callback);
}

static inline CURLcode curl_easy_set_read(CURL *easy, curl_read_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_READFUNCTION, callback);
}

static inline CURLcode curl_easy_set_seek(CURL *easy, curl_seek_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
}

static inline CURLcode curl_easy_set_open_socket(CURL *easy, curl_opensocket_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

static inline CURLcode curl_easy_set_close_socket(CURL *easy, curl_closesocket_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, callback);
}

static inline CURLcode curl_easy_set_debug(CURL *easy, curl_debug_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, callback);
}

static inline CURLcode curl_easy_set_prerequest(CURL *easy, curl_prereq_callback callback) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
}

static inline CURLMcode curl_multi_set_socket(CURLM *multi, curl_socket_callback callback, void *context) {
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
}

static inline CURLMcode curl_multi_set_timer(CURLM *multi, curl_multi_timer_callback callback, void *context) {
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
  return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback);
}

static inline CURLMcode curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline long curl_easy_get_long(CURL *easy, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

// Negative if there is none.
static inline long curl_easy_get_socket(CURL *easy) {
  curl_socket_t value = CURL_SOCKET_BAD;
  curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &value);
  return value;
}

static inline curl_off_t curl_easy_get_size(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

// Belongs to the handle, valid until its next transfer; may be null.
static inline const char *curl_easy_get_string(CURL *easy, CURLINFO info) {
  char *value = NULL;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

static inline void *curl_easy_get_private(CURL *easy) {
  char *value = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value);
  return value;
}

// Belongs to the handle, valid until its next transfer; may be null.
static inline struct curl_certinfo *curl_easy_get_certificates(CURL *easy) {
  struct curl_certinfo *value = NULL;
  curl_easy_getinfo(easy, CURLINFO_CERTINFO, &value);
  return value;
}

static inline CURLcode curl_easy_pause_both(CURL *easy) { return curl_easy_pause(easy, CURLPAUSE_ALL); }
static inline CURLcode curl_easy_continue_both(CURL *easy) { return curl_easy_pause(easy, CURLPAUSE_CONT); }

// Macros with casts, which Swift does not import.
static const int CURL_VERSION_HTTP3_BIT = CURL_VERSION_HTTP3;
static const int CURL_VERSION_NTLM_BIT = CURL_VERSION_NTLM;
static const int CURL_VERSION_SPNEGO_BIT = CURL_VERSION_SPNEGO;
static const long CURLAUTH_NTLM_ONLY = (long)CURLAUTH_NTLM;
static const long CURLAUTH_NEGOTIATE_ONLY = (long)CURLAUTH_NEGOTIATE;
