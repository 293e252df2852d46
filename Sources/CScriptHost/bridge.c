#include "bridge.h"
#include "body.h"
#include "crypto.h"
#include "ending.h"
#include "frames.h"
#include "libraries.h"
#include "messages.h"
#include "realm.h"
#include "runtime.h"
#include "timers.h"
#include "watchdog.h"
#include <stdbool.h>
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

// The maximum size and depth of a message that the program reads.
static const size_t longest_message = 64 << 20;
enum { deepest_message = 512 };

// Whether the brackets of a JSON text are nested too deeply.
static bool is_too_deep(const char *text, size_t length) {
  int depth = 0;
  bool is_within_string = false;
  for (size_t i = 0; i < length; i++) {
    char character = text[i];
    if (is_within_string) {
      if (character == '\\') {
        i++;
      } else if (character == '"') {
        is_within_string = false;
      }
    } else if (character == '"') {
      is_within_string = true;
    } else if (character == '{' || character == '[') {
      if (++depth > deepest_message) return true;
    } else if (character == '}' || character == ']') {
      depth--;
    }
  }
  return false;
}

// Returns a message to be freed; NULL and an exception if the program does not read it.
static char *message_argument(js_context context, size_t count, const js_value arguments[], size_t *length,
                              js_value *exception) {
  char *text = text_argument(context, count, arguments, 0, length, exception);
  if (text == NULL) return NULL;
  const char *problem = *length > longest_message    ? "A script's message or result has more than 64 MB"
                        : is_too_deep(text, *length) ? "A script's message or result is nested deeper than 512 levels"
                                                     : NULL;
  if (problem == NULL) return text;
  free(text);
  fail(context, exception, problem);
  return NULL;
}

FUNCTION(post) {
  size_t length;
  char *text = message_argument(context, count, arguments, &length, exception);
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
  char *text = message_argument(context, count, arguments, &length, exception);
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

static uint16_t *append(uint16_t *end, const char *ascii) {
  while (*ascii != 0) *end++ = (uint8_t)*ascii++;
  return end;
}

static uint16_t *append_string(uint16_t *end, js_string string) {
  if (string == NULL) return end;
  size_t length = js.StringGetLength(string);
  memcpy(end, js.StringGetCharactersPtr(string), length * sizeof *end);
  return end + length;
}

// Without the line ending, a comment in the last line would hide the brace.
static js_string function_source(js_string parameters, js_string source) {
  size_t length = js.StringGetLength(source) + (parameters == NULL ? 0 : js.StringGetLength(parameters));
  uint16_t *units = malloc((length + 64) * sizeof *units);
  if (units == NULL) _exit(ending_memory);
  uint16_t *end = append_string(append(units, "(async function("), parameters);
  end = append(append_string(append(end, "){"), source), "\n})");
  js_string whole = js.StringCreateWithCharacters(units, (size_t)(end - units));
  free(units);
  return whole;
}

static js_string string_argument(js_context context, size_t count, const js_value arguments[], size_t place) {
  return place < count ? js.ValueToStringCopy(context, arguments[place], NULL) : NULL;
}

static void release(js_string string) {
  if (string != NULL) js.StringRelease(string);
}

FUNCTION(evaluate) {
  js_string source = string_argument(context, count, arguments, 0);
  js_string name = string_argument(context, count, arguments, 1);
  js_string parameters = string_argument(context, count, arguments, 3);
  js_value value = NULL;
  if (source == NULL || name == NULL) {
    value = fail(context, exception, "The script host needs a source and its name");
  } else {
    double line = count < 3 ? 1 : js.ValueToNumber(context, arguments[2], NULL);
    js_string whole = function_source(parameters, source);
    value = js.EvaluateScript(context, whole, NULL, name, line >= 1 && line < 1e9 ? (int)line : 1, exception);
    js.StringRelease(whole);
  }
  release(source);
  release(name);
  release(parameters);
  return value;
}

FUNCTION(on_rejection) {
  if (count == 0 || !js.ValueIsObject(context, arguments[0])) return fail(context, exception, "no function");
  js.GlobalContextSetUnhandledRejectionCallback(context, arguments[0], exception);
  return js.ValueMakeUndefined(context);
}

FUNCTION(file_of) {
  size_t length;
  char *part = text_argument(context, count, arguments, 0, &length, exception);
  size_t file = part == NULL ? runtime_count : runtime_file_of(part);
  free(part);
  if (file == runtime_count) return fail(context, exception, "The runtime has no such part");
  return js.ValueMakeNumber(context, (double)file);
}

FUNCTION(file_count) { return js.ValueMakeNumber(context, (double)runtime_count); }

FUNCTION(load) {
  double file = number_argument(context, count, arguments);
  if (!(file >= 0 && file < (double)runtime_count)) return fail(context, exception, "The runtime has no such file");
  return realm_load(context, (size_t)file, exception);
}

FUNCTION(library) {
  size_t length;
  char *name = text_argument(context, count, arguments, 0, &length, exception);
  const char *text = name == NULL ? NULL : libraries_text(name);
  free(name);
  if (text == NULL) return js.ValueMakeUndefined(context);
  js_string string = engine_string(text);
  js_value value = js.ValueMakeString(context, string);
  js.StringRelease(string);
  return value;
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
  engine_define(context, "__fileOf", file_of);
  engine_define(context, "__fileCount", file_count);
  engine_define(context, "__load", load);
  engine_define(context, "__library", library);
  crypto_install(context);
  if (is_test) engine_define(context, "__gc", collect);
}
