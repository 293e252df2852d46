// The maximum speed of libcurl with sequential requests: one reused easy handle.

#include <Measuring.h>
#include <curl/curl.h>

static size_t discard(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  (void)context;
  return size * count;
}

static void send_requests(CURL *handle, int64_t count) {
  for (int64_t index = 0; index < count; index++) {
    long status = 0;
    if (curl_easy_perform(handle) != CURLE_OK) measuring_fail("A transfer failed");
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    if (status != 200) measuring_fail("The answer was not 200");
  }
}

int main(int count, char **arguments) {
  measuring_task task = measuring_read_task(count, arguments);
  curl_global_init(CURL_GLOBAL_DEFAULT);
  struct curl_slist *headers = NULL;
  for (int64_t line = 0; line < task.header_count; line++) headers = curl_slist_append(headers, task.headers[line]);
  CURL *handle = curl_easy_init();
  curl_easy_setopt(handle, CURLOPT_URL, task.url);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, discard);
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  send_requests(handle, task.warmup);
  measuring_moment start = measuring_now();
  send_requests(handle, task.count);
  measuring_report(task.count, start);
  curl_easy_cleanup(handle);
}
