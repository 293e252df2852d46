// The maximum speed of a WebSocket on a connection of libcurl: messages of text that are echoed, one after another.

#include <Measuring.h>
#include <curl/curl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

enum { SIZE = 32 };

static const unsigned char mask[4] = {0x12, 0x34, 0x56, 0x78};

static void wait_for(CURL *handle, short event) {
  curl_socket_t descriptor = -1;
  curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &descriptor);
  struct pollfd one = {.fd = descriptor, .events = event};
  if (poll(&one, 1, 10000) < 1) measuring_fail("The server is silent");
}

static void send_all(CURL *handle, const void *bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    size_t count = 0;
    CURLcode code = curl_easy_send(handle, (const char *)bytes + done, size - done, &count);
    if (code == CURLE_AGAIN) wait_for(handle, POLLOUT);
    else if (code != CURLE_OK) measuring_fail("Sending failed");
    done += count;
  }
}

static size_t receive(CURL *handle, unsigned char *bytes, size_t size) {
  for (;;) {
    size_t count = 0;
    CURLcode code = curl_easy_recv(handle, bytes, size, &count);
    if (code == CURLE_OK && count > 0) return count;
    if (code != CURLE_AGAIN) measuring_fail("Receiving failed");
    wait_for(handle, POLLIN);
  }
}

static CURL *connect_to(const char *url) {
  char address[256];
  snprintf(address, sizeof address, "http%s", strstr(url, "://"));
  CURL *handle = curl_easy_init();
  curl_easy_setopt(handle, CURLOPT_URL, address);
  curl_easy_setopt(handle, CURLOPT_CONNECT_ONLY, 1L);
  if (curl_easy_perform(handle) != CURLE_OK) measuring_fail("Connecting failed");
  const char *head =
    "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
  send_all(handle, head, strlen(head));
  char answer[1024] = "";
  size_t length = 0;
  while (!strstr(answer, "\r\n\r\n")) {
    length += receive(handle, (unsigned char *)answer + length, sizeof answer - 1 - length);
    answer[length] = 0;
  }
  if (!strstr(answer, " 101 ")) measuring_fail("The handshake was refused");
  return handle;
}

static void echo(CURL *handle, int64_t count) {
  unsigned char frame[2 + 4 + SIZE] = {0x81, 0x80 | SIZE}, answer[2 + SIZE];
  memcpy(frame + 2, mask, 4);
  for (int index = 0; index < SIZE; index++) frame[6 + index] = 'x' ^ mask[index & 3];
  for (int64_t index = 0; index < count; index++) {
    send_all(handle, frame, sizeof frame);
    for (size_t length = 0; length < sizeof answer;) length += receive(handle, answer + length, sizeof answer - length);
    if (answer[0] != 0x81 || answer[1] != SIZE) measuring_fail("Another message came back");
  }
}

int main(int count, char **arguments) {
  measuring_task task = measuring_read_task(count, arguments);
  curl_global_init(CURL_GLOBAL_DEFAULT);
  measuring_moment start = measuring_now();
  CURL *handle = connect_to(task.url);
  echo(handle, task.count);
  measuring_report(task.count, start);
  curl_easy_cleanup(handle);
}
