// The maximum speed of libcurl with concurrent requests on one thread. Finished handles are reused.

#include <Measuring.h>
#include <curl/curl.h>

static size_t discard(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  (void)context;
  return size * count;
}

/// Removes finished handles, and adds them again while `*unsent` requests remain.
static int64_t take_finished(CURLM *multi, int64_t *unsent) {
  int64_t finished = 0;
  int queued;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &queued)) != NULL) {
    CURL *handle = message->easy_handle;
    long status = 0;
    if (message->data.result != CURLE_OK) measuring_fail("A transfer failed");
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    if (status != 200) measuring_fail("The answer was not 200");
    curl_multi_remove_handle(multi, handle);
    finished++;
    if (*unsent > 0) {
      *unsent -= 1;
      curl_multi_add_handle(multi, handle);
    }
  }
  return finished;
}

static void send_requests(CURLM *multi, CURL **handles, int64_t lanes, int64_t count) {
  int64_t unsent = count, finished = 0;
  for (int64_t lane = 0; lane < lanes && unsent > 0; lane++, unsent--) curl_multi_add_handle(multi, handles[lane]);
  while (finished < count) {
    int running;
    if (curl_multi_perform(multi, &running) != CURLM_OK) measuring_fail("curl_multi_perform failed");
    finished += take_finished(multi, &unsent);
    if (finished < count) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
}

int main(int count, char **arguments) {
  measuring_task task = measuring_read_task(count, arguments);
  curl_global_init(CURL_GLOBAL_DEFAULT);
  struct curl_slist *headers = NULL;
  for (int64_t line = 0; line < task.header_count; line++) headers = curl_slist_append(headers, task.headers[line]);
  CURLM *multi = curl_multi_init();
  // libcurl keeps four times as many connections as there are handles, fewer when handles are removed.
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)task.concurrency);
  CURL *handles[task.concurrency];
  for (int64_t lane = 0; lane < task.concurrency; lane++) {
    handles[lane] = curl_easy_init();
    curl_easy_setopt(handles[lane], CURLOPT_URL, task.url);
    curl_easy_setopt(handles[lane], CURLOPT_WRITEFUNCTION, discard);
    curl_easy_setopt(handles[lane], CURLOPT_HTTPHEADER, headers);
  }
  send_requests(multi, handles, task.concurrency, task.warmup);
  measuring_moment start = measuring_now();
  send_requests(multi, handles, task.concurrency, task.count);
  measuring_report(task.count, start);
  for (int64_t lane = 0; lane < task.concurrency; lane++) curl_easy_cleanup(handles[lane]);
  curl_multi_cleanup(multi);
}
