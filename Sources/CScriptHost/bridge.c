#include "bridge.h"
#include "body.h"
#include "ending.h"
#include "frames.h"
#include "messages.h"
#include "timers.h"
#include "watchdog.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *bridge_end;
size_t bridge_end_length;

void bridge_reset(void) {
  free(bridge_end);
  bridge_end = NULL;
  bridge_end_length = 0;
}

#define FUNCTION(name)                                                                                                 \
  static js_value name(js_context context, js_value function, js_value this_object, size_t count,                      \
                       const js_value arguments[], js_value *exception)

static js_value fail(js_context context, js_value *exception, const char *message) {
  *exception = engine_error(context, message);
  return js.ValueMakeUndefined(context);
}

// Returns an argument as text to be freed; NULL and an exception if there is none.
static char *text_argument(js_context context, size_t count, const js_value arguments[], size_t place, size_t *length,
                           js_value *exception) {
  char *text = place < count ? engine_text(context, arguments[place], length) : NULL;
  if (text == NULL) fail(context, exception, "The script host needs a text");
  return text;
}

static double number_argument(js_context context, size_t count, const js_value arguments[]) {
  return count == 0 ? 0 : js.ValueToNumber(context, arguments[0], NULL);
}

FUNCTION(post) {
  size_t length;
  char *text = text_argument(context, count, arguments, 0, &length, exception);
  if (text == NULL) return js.ValueMakeUndefined(context);
  static const char end[] = "{\"op\":\"done\"";
  if (bridge_end != NULL) {
    free(text);  // After its end, a job says nothing more.
  } else if (strncmp(text, end, sizeof end - 1) == 0) {
    bridge_end = text;  // Sent when the engine is done with the job, so that its limits hold until then.
    bridge_end_length = length;
  } else {
    frames_write(frame_message, text, length);
    free(text);
  }
  return js.ValueMakeUndefined(context);
}

FUNCTION(ask) {
  size_t length;
  char *text = text_argument(context, count, arguments, 0, &length, exception);
  if (text == NULL) return js.ValueMakeUndefined(context);
  frames_write(frame_question, text, length);
  free(text);
  frame answer = messages_wait_for_answer();
  js_string string = js.StringCreateWithUTF8CString(answer.bytes);
  js_value value = js.ValueMakeString(context, string);
  js.StringRelease(string);
  free(answer.bytes);
  return value;
}

FUNCTION(set_timer) {
  return js.ValueMakeNumber(context, timers_set(number_argument(context, count, arguments)));
}

FUNCTION(clear_timer) {
  timers_clear(number_argument(context, count, arguments));
  return js.ValueMakeUndefined(context);
}

FUNCTION(now) { return js.ValueMakeNumber(context, watchdog_now()); }

FUNCTION(text_of_body) {
  size_t length;
  char *encoding = text_argument(context, count, arguments, 0, &length, exception);
  if (encoding == NULL) return js.ValueMakeUndefined(context);
  js_value text = body_text(context, encoding);
  free(encoding);
  return text;
}

FUNCTION(bytes_of_body) { return body_bytes(context, exception); }
FUNCTION(length_of_body) { return js.ValueMakeNumber(context, (double)body_length()); }

// Without a line ending at its end, a comment in the last line would hide the brace.
static char *function_source(const char *parameters, const char *source, size_t length) {
  size_t size = length + strlen(parameters) + 64;
  char *text = malloc(size);
  if (text == NULL) _exit(ending_memory);
  int start = snprintf(text, size, "(async function(%s){", parameters);
  memcpy(text + start, source, length);
  strcpy(text + start + length, "\n})");
  return text;
}

static js_value evaluated(js_context context, const char *source, const char *name, int line, js_value *exception) {
  js_string script = engine_string(source);
  js_string url = engine_string(name);
  js_value value = js.EvaluateScript(context, script, NULL, url, line, exception);
  js.StringRelease(script);
  js.StringRelease(url);
  return value;
}

FUNCTION(evaluate) {
  size_t length, ignored;
  char *source = text_argument(context, count, arguments, 0, &length, exception);
  char *name = source == NULL ? NULL : text_argument(context, count, arguments, 1, &ignored, exception);
  char *parameters = name == NULL || count < 4 ? NULL : engine_text(context, arguments[3], &ignored);
  js_value value = NULL;
  if (name != NULL) {
    double line = count < 3 ? 1 : js.ValueToNumber(context, arguments[2], NULL);
    char *whole = function_source(parameters == NULL ? "" : parameters, source, length);
    value = evaluated(context, whole, name, line >= 1 && line < 1e9 ? (int)line : 1, exception);
    free(whole);
  }
  free(source);
  free(name);
  free(parameters);
  return value;
}

FUNCTION(on_rejection) {
  if (count == 0 || !js.ValueIsObject(context, arguments[0])) return fail(context, exception, "no function");
  js.GlobalContextSetUnhandledRejectionCallback(context, arguments[0], exception);
  return js.ValueMakeUndefined(context);
}

FUNCTION(collect) {
  js.SynchronousGarbageCollectForDebugging(context);
  return js.ValueMakeUndefined(context);
}

void bridge_install(js_context context, bool is_test) {
  engine_define(context, "__post", post);
  engine_define(context, "__ask", ask);
  engine_define(context, "__setTimer", set_timer);
  engine_define(context, "__clearTimer", clear_timer);
  engine_define(context, "__now", now);
  engine_define(context, "__bodyText", text_of_body);
  engine_define(context, "__bodyBytes", bytes_of_body);
  engine_define(context, "__bodyLength", length_of_body);
  engine_define(context, "__evaluate", evaluate);
  engine_define(context, "__onRejection", on_rejection);
  if (is_test) engine_define(context, "__gc", collect);
}
