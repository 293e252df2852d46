#include "realm.h"
#include "bridge.h"
#include "runtime.h"
#include <stdlib.h>

static struct {
  js_group group;
  // The runtime, parsed for the second realm and those after it.
  js_script *runtime;
  bool has_made;
  js_script lasting;
  // Of a global object that is kept: what handles rejections in global objects of ended jobs.
  js_value ignore;
  bool is_test;
} realms;

static js_value ignore(js_context context, js_value function, js_value this_object, size_t count,
                       const js_value arguments[], js_value *exception) {
  return js.ValueMakeUndefined(context);
}

// The engine keeps the handler of rejections for good, and with it the global object that the handler is of.
static void make_ignore(void) {
  js_context context = js.GlobalContextCreateInGroup(realms.group, NULL);
  realms.ignore = js.ObjectMakeFunctionWithCallback(context, NULL, ignore);
  js.ValueProtect(context, realms.ignore);
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
  make_ignore();
}

static js_value evaluate_text(js_context context, const runtime_file *file, js_value *exception) {
  js_string name = engine_string(file->name), text = engine_string(file->text);
  js_value value = js.EvaluateScript(context, text, NULL, name, 1, exception);
  js.StringRelease(name);
  js.StringRelease(text);
  return value;
}

static js_value evaluate_parsed(js_context context, size_t file, js_value *exception) {
  if (realms.runtime == NULL) realms.runtime = calloc(runtime_count, sizeof *realms.runtime);
  if (realms.runtime[file] == NULL) realms.runtime[file] = parsed(&runtime_files[file]);
  return js.ScriptEvaluate(context, realms.runtime[file], NULL, exception);
}

// Parsing checks all functions, which takes as long as evaluating: the first realm, which a job waits for, is made
// without. Those after it are made faster with it.
realm realm_make(js_value *exception) {
  realm made = {js.GlobalContextCreateInGroup(realms.group, NULL), NULL};
  bridge_install(made.context, realms.is_test);
  for (size_t i = 0; i < runtime_count && *exception == NULL; i++) {
    made.hooks = realms.has_made ? evaluate_parsed(made.context, i, exception)
                                 : evaluate_text(made.context, &runtime_files[i], exception);
  }
  realms.has_made = true;
  if (*exception == NULL) js.ValueProtect(made.context, made.hooks);
  return made;
}

bool realm_make_lasting(realm *realm) {
  if (realms.lasting == NULL) realms.lasting = parsed(&runtime_lasting);
  if (realms.lasting == NULL) return false;
  js_value exception = NULL;
  js_value make = js.ScriptEvaluate(realm->context, realms.lasting, NULL, &exception);
  if (exception == NULL) js.ObjectCallAsFunction(realm->context, make, NULL, 1, &realm->hooks, &exception);
  return exception == NULL;
}

void realm_release(realm *realm) {
  js.GlobalContextSetUnhandledRejectionCallback(realm->context, realms.ignore, NULL);
  if (realm->hooks != NULL) js.ValueUnprotect(realm->context, realm->hooks);
  js.GlobalContextRelease(realm->context);
  realm->context = NULL;
}

js_value realm_call(const realm *realm, const char *hook, js_value argument, js_value *exception) {
  js_value function = engine_property(realm->context, realm->hooks, hook);
  if (function == NULL || !js.ValueIsObject(realm->context, function)) return NULL;
  return js.ObjectCallAsFunction(realm->context, function, NULL, 1, &argument, exception);
}

bool realm_agrees(const realm *realm, const char *hook, js_value argument) {
  js_value exception = NULL;
  js_value result = realm_call(realm, hook, argument, &exception);
  return exception == NULL && result != NULL && js.ValueToBoolean(realm->context, result);
}
