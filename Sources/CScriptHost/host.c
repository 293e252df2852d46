#define _GNU_SOURCE
#include "digests.h"
#include "ending.h"
#include "engine.h"
#include "frames.h"
#include "job.h"
#include "libraries.h"
#include "probe.h"
#include "sandbox.h"
#include "watchdog.h"
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static struct {
  // `may_be_open`: scripts run without a sandbox where the kernel has none.
  bool is_test, may_be_open, is_lasting;
  const char *probe;
} options;

// The stack of scripts, whatever limit the user's shell sets. The engine ends recursion before it is full.
static const size_t stack_size = 8 << 20;
static const size_t default_memory = 512 << 20;

static bool is_open;

static void hello(const char *kind, const char *reason) {
  char text[512];
  int length = snprintf(text, sizeof text, "{\"%s\":\"%s\",\"engine\":\"%s\",\"sandbox\":%s}", kind, reason,
                        engine_library == NULL ? "" : engine_library, is_open ? "false" : "true");
  frames_write(frame_hello, text, length < (int)sizeof text ? (size_t)length : sizeof text - 1);
  frames_flush();
}

static _Noreturn void give_up(const char *kind, const char *reason) {
  hello(kind, reason);
  _exit(ending_start);
}

static void *run(void *argument) {
  const char *reason = engine_load();
  if (reason != NULL) give_up(engine_library == NULL ? "missing" : "failed", reason);
  digests_load();
  reason = job_open(options.is_test, options.is_lasting);
  if (reason != NULL) give_up("failed", reason);
  reason = sandbox_enter();
  is_open = reason != NULL;
  if (is_open && !options.may_be_open) give_up("unconfined", reason);
  if (options.probe != NULL) probe_run(options.probe);
  hello("ready", "");
  job_loop();
  return argument;
}

static void parse(int count, char **arguments) {
  for (int i = 0; i < count; i++) {
    if (strcmp(arguments[i], "--test") == 0) options.is_test = true;
    if (strcmp(arguments[i], "--lasting") == 0) options.is_lasting = true;
    if (strcmp(arguments[i], "--sandbox-optional") == 0) options.may_be_open = true;
    if (strcmp(arguments[i], "--without-seccomp") == 0) sandbox_pretend_missing();
    if (strcmp(arguments[i], "--probe") == 0 && i + 1 < count) options.probe = arguments[++i];
  }
}

static size_t memory_limit(void) {
  const char *text = getenv("WORKBENCH_SCRIPT_MEMORY");
  unsigned long long bytes = text == NULL ? 0 : strtoull(text, NULL, 10);
  return bytes == 0 ? default_memory : (size_t)bytes;
}

// A host speaks in frames alone. The engine would complain on standard error of options that its version lacks.
static void silence(void) {
  int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (null < 0) return;
  dup2(null, STDERR_FILENO);
  close(null);
}

static _Noreturn void run_host(int count, char **arguments) {
  parse(count, arguments);
  sandbox_close_descriptors();
  silence();
  signal(SIGPIPE, SIG_IGN);
  // Ctrl+C is for the program, which ends the host.
  signal(SIGINT, SIG_IGN);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NAME, "script-host");
  watchdog_open(memory_limit());
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_size);
  pthread_t thread;
  if (pthread_create(&thread, &attributes, run, NULL) != 0) give_up("failed", "cannot start a thread");
  watchdog_run();
}

// The licences of the libraries that are embedded.
static _Noreturn void print_notices(void) {
  const char *notices = libraries_text("notices");
  bool is_written = notices == NULL || fputs(notices, stdout) != EOF;
  _exit(is_written && fflush(stdout) == 0 ? 0 : 1);
}

// Turns the program into a host if its first argument says so. As a constructor, it runs before those of the Swift
// libraries, which take a tenth of the start and which a host does not need. glibc passes the arguments.
__attribute__((constructor(101))) static void become_host(int count, char **arguments) {
  if (count <= 1 || strcmp(arguments[1], "__script-host") != 0) return;
  if (count > 2 && strcmp(arguments[2], "--notices") == 0) print_notices();
  run_host(count - 2, arguments + 2);
}
