// libnghttp2: frames, header compression and flow control of HTTP/2.
#pragma once
#include <curl/curl.h>
#include <nghttp2/nghttp2.h>
#include <openssl/ssl.h>

static inline CURLcode http2_offer(void *easy, void *context, void *value) {
  static const unsigned char names[] = {2, 'h', '2'};
  return SSL_CTX_set_alpn_protos(context, names, sizeof names) == 0 ? CURLE_OK : CURLE_OUT_OF_MEMORY;
}

// Makes TLS agree on HTTP/2, which libcurl would speak by itself if it had asked for it.
static inline void curl_easy_offer_http2(void *easy) {
  curl_easy_setopt(easy, CURLOPT_SSL_ENABLE_ALPN, 0L);
  curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, http2_offer);
}
