// The cost of a thread switch: libcurl's multi interface on a separate thread, with another thread waiting.

#include <Measuring.h>
#include <curl/curl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>

static CURLM *multi;
static CURL *handle;
static atomic_bool is_asked;
static sem_t is_done;

static size_t discard(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  (void)context;
  return size * count;
}

static void tell_finished(void) {
  int queued;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &queued)) != NULL) {
    long status = 0;
    if (message->data.result != CURLE_OK) measuring_fail("A transfer failed");
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    if (status != 200) measuring_fail("The answer was not 200");
    curl_multi_remove_handle(multi, handle);
    sem_post(&is_done);
  }
}

static void *run(void *context) {
  while (1) {
    int running;
    if (atomic_exchange(&is_asked, false)) curl_multi_add_handle(multi, handle);
    if (curl_multi_perform(multi, &running) != CURLM_OK) measuring_fail("curl_multi_perform failed");
    tell_finished();
    curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  return context;
}

static void send_requests(int64_t count) {
  for (int64_t index = 0; index < count; index++) {
    atomic_store(&is_asked, true);
    curl_multi_wakeup(multi);
    sem_wait(&is_done);
  }
}

int main(int count, char **arguments) {
  measuring_task task = measuring_read_task(count, arguments);
  curl_global_init(CURL_GLOBAL_DEFAULT);
  struct curl_slist *headers = NULL;
  for (int64_t line = 0; line < task.header_count; line++) headers = curl_slist_append(headers, task.headers[line]);
  multi = curl_multi_init();
  handle = curl_easy_init();
  curl_easy_setopt(handle, CURLOPT_URL, task.url);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, discard);
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  sem_init(&is_done, 0, 0);
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, NULL) != 0) measuring_fail("No thread was to be had");
  send_requests(task.warmup);
  measuring_moment start = measuring_now();
  send_requests(task.count);
  measuring_report(task.count, start);
}
