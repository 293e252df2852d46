#pragma once
#include "engine.h"

// A global object with the runtime, for one job or for many.
typedef struct {
  // NULL if there is none.
  js_context context;
  // The functions that the host calls, which scripts cannot reach.
  js_value hooks;
} realm;

// Prepares for realms in a group.
void realm_open(js_group group, bool is_test);

// Returns a new realm for one job. Leaves the exception if the runtime fails.
realm realm_make(js_value *exception);
// Makes a realm one for many jobs. Returns whether it is.
bool realm_make_lasting(realm *realm);
void realm_release(realm *realm);

// Returns the value of a file of the runtime: a function that defines its parts.
js_value realm_load(js_context context, size_t file, js_value *exception);

// Calls a hook if there is one of that name. Returns its result, or NULL and the exception.
js_value realm_call(const realm *realm, const char *hook, js_value argument, js_value *exception);
// Calls a hook and returns whether its result is `true`.
bool realm_agrees(const realm *realm, const char *hook, js_value argument);
