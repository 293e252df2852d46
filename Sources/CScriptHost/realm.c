#include "realm.h"
#include "bridge.h"
#include "runtime.h"
#include <stdlib.h>

static struct {
  js_group group;
  // The runtime, parsed once.
  js_script *runtime;
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

const char *realm_open(js_group group, bool is_test) {
  realms.group = group;
  realms.is_test = is_test;
  realms.runtime = calloc(runtime_count, sizeof *realms.runtime);
  for (size_t i = 0; i < runtime_count; i++) {
    realms.runtime[i] = parsed(&runtime_files[i]);
    if (realms.runtime[i] == NULL) return "the runtime has a syntax error";
  }
  make_ignore();
  return NULL;
}

realm realm_make(js_value *exception) {
  realm made = {js.GlobalContextCreateInGroup(realms.group, NULL), NULL};
  bridge_install(made.context, realms.is_test);
  for (size_t i = 0; i < runtime_count && *exception == NULL; i++) {
    made.hooks = js.ScriptEvaluate(made.context, realms.runtime[i], NULL, exception);
  }
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
