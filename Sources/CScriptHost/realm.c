#include "realm.h"
#include "bridge.h"
#include "ending.h"
#include "runtime.h"
#include <stdlib.h>
#include <unistd.h>

// A file of the runtime that may have been evaluated.
typedef struct {
  bool was_evaluated;
  // Parsed, for the second time and those after it.
  js_script script;
} evaluation;

static struct {
  js_group group;
  evaluation first, last, lasting, *files;
  // Of a global object that is kept: what handles rejections in global objects of ended jobs.
  js_value ignore;
  bool is_test;
} realms;

static js_value ignore(js_context context, js_value function, js_value this_object, size_t count,
                       const js_value arguments[], js_value *exception) {
  return js.ValueMakeUndefined(context);
}

// The engine keeps the handler of rejections for good, and with it the global object that the handler is of: it has one
// of its own, made when the first realm is released.
static js_value ignore_function(void) {
  if (realms.ignore != NULL) return realms.ignore;
  js_context context = js.GlobalContextCreateInGroup(realms.group, NULL);
  realms.ignore = js.ObjectMakeFunctionWithCallback(context, NULL, ignore);
  js.ValueProtect(context, realms.ignore);
  return realms.ignore;
}

static js_script parsed(const runtime_file *file) {
  js_string name = engine_string(file->name), text = engine_string(file->text);
  js_script script = js.ScriptCreateFromString(realms.group, name, 1, text, NULL, NULL);
  js.StringRelease(name);
  js.StringRelease(text);
  return script;
}

void realm_open(js_group group, bool is_test) {
  realms.group = group;
  realms.is_test = is_test;
  realms.files = calloc(runtime_count, sizeof *realms.files);
  if (realms.files == NULL) _exit(ending_memory);
}

static js_value evaluate_text(js_context context, const runtime_file *file, js_value *exception) {
  js_string name = engine_string(file->name), text = engine_string(file->text);
  js_value value = js.EvaluateScript(context, text, NULL, name, 1, exception);
  js.StringRelease(name);
  js.StringRelease(text);
  return value;
}

// Parsing checks all functions, which takes as long as evaluating: the first realm, which a job waits for, is made
// without. Those after it are made faster with it.
static js_value evaluate(js_context context, const runtime_file *file, evaluation *former, js_value *exception) {
  if (!former->was_evaluated) {
    former->was_evaluated = true;
    return evaluate_text(context, file, exception);
  }
  if (former->script == NULL) former->script = parsed(file);
  return js.ScriptEvaluate(context, former->script, NULL, exception);
}

js_value realm_load(js_context context, size_t file, js_value *exception) {
  return evaluate(context, &runtime_files[file], &realms.files[file], exception);
}

static js_value call(js_context context, js_value function, js_value argument, js_value *exception) {
  return js.ObjectCallAsFunction(context, function, NULL, 1, &argument, exception);
}

realm realm_make(js_value *exception) {
  realm made = {js.GlobalContextCreateInGroup(realms.group, NULL), NULL};
  bridge_install(made.context, realms.is_test);
  js_value runtime = evaluate(made.context, &runtime_first, &realms.first, exception);
  if (*exception != NULL) return made;
  js_value start = evaluate(made.context, &runtime_last, &realms.last, exception);
  if (*exception == NULL) made.hooks = call(made.context, start, runtime, exception);
  if (*exception == NULL) js.ValueProtect(made.context, made.hooks);
  return made;
}

bool realm_make_lasting(realm *realm) {
  js_value exception = NULL;
  js_value make = evaluate(realm->context, &runtime_lasting, &realms.lasting, &exception);
  if (exception == NULL) call(realm->context, make, realm->hooks, &exception);
  return exception == NULL;
}

void realm_release(realm *realm) {
  js.GlobalContextSetUnhandledRejectionCallback(realm->context, ignore_function(), NULL);
  if (realm->hooks != NULL) js.ValueUnprotect(realm->context, realm->hooks);
  js.GlobalContextRelease(realm->context);
  realm->context = NULL;
}

js_value realm_call(const realm *realm, const char *hook, js_value argument, js_value *exception) {
  js_value function = engine_property(realm->context, realm->hooks, hook);
  if (function == NULL || !js.ValueIsObject(realm->context, function)) return NULL;
  return call(realm->context, function, argument, exception);
}

bool realm_agrees(const realm *realm, const char *hook, js_value argument) {
  js_value exception = NULL;
  js_value result = realm_call(realm, hook, argument, &exception);
  return exception == NULL && result != NULL && js.ValueToBoolean(realm->context, result);
}
