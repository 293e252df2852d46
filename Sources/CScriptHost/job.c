// Jobs: a new global object for each, so that none sees anything of another.

#include "job.h"
#include "body.h"
#include "bridge.h"
#include "ending.h"
#include "engine.h"
#include "frames.h"
#include "messages.h"
#include "runtime.h"
#include "timers.h"
#include "watchdog.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
  js_group group;
  // The runtime, parsed once.
  js_script *runtime;
  // Of a global object that is kept: what handles rejections in global objects of ended jobs.
  js_value ignore;
  // The global object of the next job, with the runtime evaluated.
  js_context next;
  bool is_test;
  // Jobs since all garbage was collected.
  int uncollected;
} jobs;

// A job without a limit of its own may take this time, in milliseconds.
static const double default_time = 60000;
// How many small jobs run before all garbage is collected, how many if much memory is used, and how large a body is not
// small.
enum { collection_interval = 100, tight_interval = 10, large_body = 256 << 10 };

static js_value global(js_context context) { return js.ContextGetGlobalObject(context); }

// Returns a new global object with the runtime. Leaves the exception if the runtime fails.
static js_context make_context(js_value *exception) {
  js_context context = js.GlobalContextCreateInGroup(jobs.group, NULL);
  bridge_install(context, jobs.is_test);
  for (size_t i = 0; i < runtime_count && *exception == NULL; i++) {
    js.ScriptEvaluate(context, jobs.runtime[i], NULL, exception);
  }
  return context;
}

// The engine reads the time zone, the seed of random numbers and others when they are first needed.
static const char first_script[] =
    "new Date(0).toLocaleString(); new Date(2020, 6).toString(); Math.random(); 'ä'.localeCompare('z'); 'ä'.normalize('NFD');"
    "new Intl.NumberFormat().format(1); /a+/u.test('aa'); JSON.stringify(new Intl.DateTimeFormat().resolvedOptions());";

static void evaluate_first_script(js_context context) {
  js_string script = engine_string(first_script);
  js.EvaluateScript(context, script, NULL, NULL, 1, NULL);
  js.StringRelease(script);
}

static js_value ignore(js_context context, js_value function, js_value this_object, size_t count,
                       const js_value arguments[], js_value *exception) {
  return js.ValueMakeUndefined(context);
}

// The engine keeps the handler of rejections for good, and with it the global object that the handler is of.
static void make_ignore(void) {
  js_context context = js.GlobalContextCreateInGroup(jobs.group, NULL);
  jobs.ignore = js.ObjectMakeFunctionWithCallback(context, NULL, ignore);
  js.ValueProtect(context, jobs.ignore);
}

static const char *failure(js_context context, js_value exception) {
  size_t length;
  char *reason = engine_text(context, exception, &length);
  return reason == NULL ? "the runtime failed" : reason;
}

const char *job_open(bool is_test) {
  jobs.is_test = is_test;
  jobs.group = js.ContextGroupCreate();
  jobs.runtime = calloc(runtime_count, sizeof *jobs.runtime);
  for (size_t i = 0; i < runtime_count; i++) {
    js_string name = engine_string(runtime_files[i].name), text = engine_string(runtime_files[i].text);
    jobs.runtime[i] = js.ScriptCreateFromString(jobs.group, name, 1, text, NULL, NULL);
    js.StringRelease(name);
    js.StringRelease(text);
    if (jobs.runtime[i] == NULL) return "the runtime has a syntax error";
  }
  make_ignore();
  js_value exception = NULL;
  jobs.next = make_context(&exception);
  if (exception != NULL) return failure(jobs.next, exception);
  evaluate_first_script(jobs.next);
  return NULL;
}

// Ends the job with an error of the runtime, which normally ends it itself.
static void end_with(js_context context, js_value exception) {
  if (bridge_end != NULL) return;
  size_t length = 0;
  char *message = exception == NULL ? NULL : engine_text(context, exception, &length);
  static const char start[] = "{\"op\":\"done\",\"error\":{\"name\":\"Error\",\"message\":\"";
  bridge_end = malloc(sizeof start + 2 * length + 128);
  if (bridge_end == NULL) _exit(ending_memory);
  char *end = stpcpy(bridge_end, start);
  end = stpcpy(end, message == NULL ? "the script host's runtime failed" : "");
  for (size_t i = 0; message != NULL && i < length; i++) {
    if (message[i] == '"' || message[i] == '\\') *end++ = '\\';
    *end++ = (unsigned char)message[i] < 0x20 ? ' ' : message[i];
  }
  end = stpcpy(end, "\"}}");
  bridge_end_length = (size_t)(end - bridge_end);
  free(message);
}

static void call(js_context context, const char *name, js_value argument) {
  js_value function = engine_property(context, global(context), name);
  js_value exception = NULL;
  if (function == NULL || !js.ValueIsObject(context, function) || !js.ObjectIsFunction(context, function)) {
    end_with(context, NULL);
    return;
  }
  js.ObjectCallAsFunction(context, function, NULL, 1, &argument, &exception);
  if (exception != NULL) end_with(context, exception);
}

static js_value parsed(js_context context, frame message) {
  js_string text = js.StringCreateWithUTF8CString(message.bytes);
  js_value value = js.ValueMakeFromJSONString(context, text);
  js.StringRelease(text);
  if (value == NULL || !js.ValueIsObject(context, value)) _exit(ending_protocol);
  return value;
}

static void run(js_context context, frame message) {
  js_value job = parsed(context, message);
  js_value limits = engine_property(context, job, "limits");
  bool has_limits = limits != NULL && js.ValueIsObject(context, limits);
  watchdog_begin(has_limits ? engine_number(context, limits, "time", default_time) : default_time);
  call(context, "__start", job);
  while (bridge_end == NULL) {
    double timer = timers_take();
    frame event;
    if (timer > 0) {
      call(context, "__timer", js.ValueMakeNumber(context, timer));
    } else if (messages_next(timers_wait(), &event)) {
      js_value value = parsed(context, event);
      free(event.bytes);
      call(context, "__receive", value);
    }
  }
  watchdog_end();
}

// The engine collects garbage as memory is needed; between jobs it can collect all.
static void collect_garbage(bool was_large) {
  jobs.uncollected++;
  bool is_tight = jobs.uncollected >= tight_interval && watchdog_memory() > watchdog_limit() / 4;
  if (!was_large && !is_tight && jobs.uncollected < collection_interval) return;
  js.SynchronousGarbageCollectForDebugging(jobs.next);
  jobs.uncollected = 0;
  if (watchdog_memory() > watchdog_limit() / 2) _exit(ending_retired);
}

// Prepares for the next job, after the program knows the end of this one.
static void clean_up(js_context context) {
  bool is_large = body_length() > large_body;
  bridge_reset();
  timers_clear_all();
  messages_clear();
  body_clear();
  js.GlobalContextSetUnhandledRejectionCallback(context, jobs.ignore, NULL);
  js.GlobalContextRelease(context);
  js_value exception = NULL;
  jobs.next = make_context(&exception);
  if (exception != NULL) _exit(ending_start);
  collect_garbage(is_large);
}

_Noreturn void job_loop(void) {
  for (;;) {
    frame message = frames_read();
    if (message.type == frame_body) {
      body_set(message.bytes, message.length);
      continue;
    }
    // A late message is for the last job.
    if (message.type == frame_job) {
      js_context context = jobs.next;
      run(context, message);
      frames_write(frame_message, bridge_end, bridge_end_length);
      clean_up(context);
    }
    free(message.bytes);
  }
}
