// JavaScriptCore, loaded from the library of Debian that its security team maintains.

#define _GNU_SOURCE
#include "engine.h"
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct engine js;
const char *engine_library;

// The ports differ in their version of libsoup, which the engine does not use.
static const char *const libraries[] = {
    "libjavascriptcoregtk-4.1.so.0", "libjavascriptcoregtk-6.0.so.1", "libjavascriptcoregtk-4.0.so.18"};

static void set_options(void) {
  // The compiler gets its memory before the sandbox closes. It compiles on the thread of the script, and without its last
  // stage, whose code pays off after seconds only.
  setenv("JSC_useJIT", "1", 1);
  setenv("JSC_useFTLJIT", "0", 1);
  setenv("JSC_useConcurrentJIT", "0", 1);
  // Code that runs once at the start of the host is not worth compiling: that would take a tenth of the start.
  setenv("JSC_thresholdForJITAfterWarmUp", "10000", 1);
  setenv("JSC_thresholdForJITSoon", "10000", 1);
  setenv("JSC_jitMemoryReservationSize", "67108864", 1);
  // One thread collects garbage, while a script waits for it: an idle host has no thread that wakes up.
  setenv("JSC_useConcurrentGC", "0", 1);
  setenv("JSC_numberOfGCMarkers", "1", 1);
  // WebAssembly is a second engine, which tests of responses do not need.
  setenv("JSC_useWasm", "0", 1);
  setenv("JSC_useWebAssembly", "0", 1);  // Its older name; unknown options are ignored.
}

const char *engine_load(void) {
  set_options();
  void *library = NULL;
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries && library == NULL; i++) {
    // The engine looks for its functions in itself first, and not in the libraries of the program.
    library = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL | RTLD_DEEPBIND);
    if (library != NULL) engine_library = libraries[i];
  }
  if (library == NULL) return "JavaScriptCore is not installed";
#define FIND(result, name, parameters)                                                                                 \
  if ((*(void **)&js.name = dlsym(library, "JS" #name)) == NULL) return "this JavaScriptCore lacks JS" #name;
  ENGINE_FUNCTIONS(FIND)
#undef FIND
  return NULL;
}

js_string engine_string(const char *text) { return js.StringCreateWithUTF8CString(text); }

char *engine_text(js_context context, js_value value, size_t *length) {
  js_value exception = NULL;
  js_string string = js.ValueToStringCopy(context, value, &exception);
  if (string == NULL || exception != NULL) return NULL;
  size_t size = js.StringGetMaximumUTF8CStringSize(string);
  char *text = malloc(size);
  size_t written = text == NULL ? 0 : js.StringGetUTF8CString(string, text, size);
  js.StringRelease(string);
  if (written == 0) {
    free(text);
    return NULL;
  }
  *length = written - 1;  // Without the final zero.
  return text;
}

js_value engine_property(js_context context, js_value object, const char *name) {
  js_string key = engine_string(name);
  js_value exception = NULL;
  js_value value = js.ObjectGetProperty(context, object, key, &exception);
  js.StringRelease(key);
  return exception == NULL ? value : NULL;
}

double engine_number(js_context context, js_value object, const char *name, double missing) {
  js_value value = engine_property(context, object, name);
  if (value == NULL) return missing;
  double number = js.ValueToNumber(context, value, NULL);
  return isnan(number) ? missing : number;
}

void engine_define(js_context context, const char *name, js_function function) {
  js_string key = engine_string(name);
  js_value value = js.ObjectMakeFunctionWithCallback(context, key, function);
  js.ObjectSetProperty(context, js.ContextGetGlobalObject(context), key, value, 0, NULL);
  js.StringRelease(key);
}

js_value engine_error(js_context context, const char *message) {
  js_string text = engine_string(message);
  js_value argument = js.ValueMakeString(context, text);
  js.StringRelease(text);
  return js.ObjectMakeError(context, 1, &argument, NULL);
}
