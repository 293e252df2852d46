// Jobs: each in a global object that has nothing of another job.

#include "job.h"
#include "body.h"
#include "bridge.h"
#include "ending.h"
#include "engine.h"
#include "frames.h"
#include "kept.h"
#include "messages.h"
#include "realm.h"
#include "timers.h"
#include "watchdog.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct {
  // The realm of many jobs, for scripts that suit it.
  realm lasting;
  // That of the next job that does not.
  realm single;
  // That of a job whose request has had one before.
  realm continued;
  // How many jobs there were, and how many lasting realms were spoiled.
  int count, spoiled;
  // Whether all jobs run in the lasting realm.
  bool is_lasting;
  // Jobs since all garbage was collected.
  int uncollected;
} jobs;

// A job without a limit of its own may take this time, in milliseconds.
static const double default_time = 60000;
// After how many jobs a lasting realm is made, and how many are made at most.
enum { jobs_before_lasting = 4, lasting_limit = 4 };
// How many small jobs run before all garbage is collected, how many if much memory is used, and how large a body is not
// small.
enum { collection_interval = 1000, tight_interval = 10, large_body = 256 << 10 };

// The engine reads the rules of the time zone and the seed of random numbers when they are first needed, from files. What
// else it needs for other languages and calendars is in its library.
static const char first_script[] = "new Date(2020, 6).toString(); Math.random();";

static void evaluate_first_script(js_context context) {
  js_string script = engine_string(first_script);
  js.EvaluateScript(context, script, NULL, NULL, 1, NULL);
  js.StringRelease(script);
}

static const char *failure(js_context context, js_value exception) {
  size_t length;
  char *reason = engine_text(context, exception, &length);
  return reason == NULL ? "the runtime failed" : reason;
}

static const char *prepare_single(void) {
  js_value exception = NULL;
  jobs.single = realm_make(&exception);
  return exception == NULL ? NULL : failure(jobs.single.context, exception);
}

// A lasting realm takes 20 ms to make, which only pays off if there are many jobs.
static void prepare_lasting(void) {
  bool pays_off = jobs.is_lasting || jobs.count >= jobs_before_lasting;
  if (jobs.lasting.context != NULL || !pays_off || jobs.spoiled >= lasting_limit) return;
  js_value exception = NULL;
  jobs.lasting = realm_make(&exception);
  if (exception == NULL && realm_make_lasting(&jobs.lasting)) return;
  realm_release(&jobs.lasting);
  jobs.spoiled = lasting_limit;
}

const char *job_open(bool is_test, bool is_lasting) {
  jobs.is_lasting = is_lasting;
  realm_open(js.ContextGroupCreate(), is_test);
  const char *reason = prepare_single();
  if (reason != NULL) return reason;
  evaluate_first_script(jobs.single.context);
  prepare_lasting();
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

static void call(const realm *realm, const char *hook, js_value argument) {
  js_value exception = NULL;
  js_value result = realm_call(realm, hook, argument, &exception);
  if (result == NULL || exception != NULL) end_with(realm->context, exception);
}

static js_value parsed(js_context context, frame message) {
  js_string text = js.StringCreateWithUTF8CString(message.bytes);
  js_value value = js.ValueMakeFromJSONString(context, text);
  js.StringRelease(text);
  if (value == NULL || !js.ValueIsObject(context, value)) _exit(ending_protocol);
  return value;
}

// Returns the realm that has what scripts before have left, and that suits the scripts of a job; and the job as a value
// of it.
static realm *choose(frame message, js_value *job) {
  bool has_lasting = jobs.lasting.context != NULL;
  if (!has_lasting && jobs.single.context == NULL && prepare_single() != NULL) _exit(ending_start);
  realm *chosen = has_lasting ? &jobs.lasting : &jobs.single;
  *job = parsed(chosen->context, message);
  kept_forget(chosen->context, engine_property(chosen->context, *job, "forgotten"));
  if (kept_take(engine_number(chosen->context, *job, "continues", 0), &jobs.continued)) {
    chosen = &jobs.continued;
    call(chosen, "again", js.ValueMakeUndefined(chosen->context));
  } else if (has_lasting && !jobs.is_lasting && !realm_agrees(chosen, "suits", *job)) {
    if (jobs.single.context == NULL && prepare_single() != NULL) _exit(ending_start);
    chosen = &jobs.single;
  } else {
    return chosen;
  }
  *job = parsed(chosen->context, message);
  return chosen;
}

static void run(const realm *realm, js_value job) {
  js_context context = realm->context;
  js_value limits = engine_property(context, job, "limits");
  bool has_limits = limits != NULL && js.ValueIsObject(context, limits);
  watchdog_begin(has_limits ? engine_number(context, limits, "time", default_time) : default_time);
  call(realm, "start", job);
  while (bridge_end == NULL) {
    double timer = timers_take();
    frame event;
    if (timer > 0) {
      call(realm, "timer", js.ValueMakeNumber(context, timer));
    } else if (messages_next(timers_wait(), &event)) {
      js_value value = parsed(context, event);
      free(event.bytes);
      call(realm, "receive", value);
    }
  }
  watchdog_end();
}

// The engine collects garbage as memory is needed; between jobs it can collect all.
static void collect_garbage(bool was_large) {
  jobs.uncollected++;
  bool is_tight = jobs.uncollected % tight_interval == 0 && watchdog_memory() > watchdog_limit() / 4;
  if (!was_large && !is_tight && jobs.uncollected < collection_interval) return;
  js.SynchronousGarbageCollectForDebugging(jobs.single.context != NULL ? jobs.single.context : jobs.lasting.context);
  jobs.uncollected = 0;
  // Not with what later scripts of a request need.
  if (watchdog_memory() > watchdog_limit() / 2 && kept_count() == 0) _exit(ending_retired);
}

// Keeps the realm of a job if later scripts of its request may see what it has left there.
static void keep(realm *used, double request) {
  js_value nothing = js.ValueMakeUndefined(used->context);
  bool has_left = request != 0 && (used != &jobs.lasting || realm_agrees(used, "hasLeft", nothing));
  if (!has_left) return;
  static const char message[] = "{\"op\":\"kept\"}";
  frames_write(frame_message, message, sizeof message - 1);
  kept_add(request, *used);
  used->context = NULL;
}

// Releases the realm of a job unless the next one can use it.
static void leave(realm *used) {
  if (used->context == NULL) return;
  bool can_go_on = used == &jobs.lasting && realm_agrees(used, "end", js.ValueMakeUndefined(used->context));
  if (can_go_on) return;
  if (used == &jobs.lasting) jobs.spoiled++;
  realm_release(used);
}

// Prepares for the next job, after the program knows the end of this one.
static void clean_up(realm *used) {
  bool is_large = body_length() > large_body, was_lasting = used == &jobs.lasting;
  bridge_reset();
  timers_clear_all();
  messages_clear();
  body_clear();
  jobs.count++;
  leave(used);
  prepare_lasting();
  // The next job is likely to be of the same kind.
  bool needs_single = !was_lasting || jobs.lasting.context == NULL;
  if (needs_single && jobs.single.context == NULL && prepare_single() != NULL) _exit(ending_start);
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
      js_value job;
      watchdog_begin(default_time);
      realm *realm = choose(message, &job);
      double request = engine_number(realm->context, job, "keeps", 0);
      run(realm, job);
      keep(realm, request);
      frames_write(frame_message, bridge_end, bridge_end_length);
      frames_flush();
      clean_up(realm);
    }
    free(message.bytes);
  }
}
