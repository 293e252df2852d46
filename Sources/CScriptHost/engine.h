#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of JavaScriptCore's C API that the host uses. The prototypes are those of its headers, whose package need not be
// installed; the library is loaded late.

typedef const struct js_group_s *js_group;
typedef struct js_context_s *js_context;
typedef struct js_string_s *js_string;
typedef struct js_script_s *js_script;
typedef struct js_value_s *js_value;

typedef js_value (*js_function)(js_context context, js_value function, js_value this_object, size_t count,
                                const js_value arguments[], js_value *exception);

// JSTypedArrayType.
enum { js_uint8_array = 3 };

#define ENGINE_FUNCTIONS(each)                                                                                         \
  each(js_group, ContextGroupCreate, (void))                                                                           \
  each(js_context, GlobalContextCreateInGroup, (js_group, void *global_class))                                         \
  each(void, GlobalContextRelease, (js_context))                                                                       \
  each(js_value, ContextGetGlobalObject, (js_context))                                                                 \
  each(js_value, EvaluateScript, (js_context, js_string, js_value this_object, js_string url, int line, js_value *))   \
  each(js_script, ScriptCreateFromString, (js_group, js_string url, int line, js_string, js_string *error, int *))     \
  each(js_value, ScriptEvaluate, (js_context, js_script, js_value this_object, js_value *))                            \
  each(js_string, StringCreateWithUTF8CString, (const char *))                                                         \
  each(js_string, StringCreateWithCharacters, (const uint16_t *, size_t))                                              \
  each(void, StringRelease, (js_string))                                                                               \
  each(size_t, StringGetLength, (js_string))                                                                           \
  each(const uint16_t *, StringGetCharactersPtr, (js_string))                                                          \
  each(size_t, StringGetMaximumUTF8CStringSize, (js_string))                                                           \
  each(size_t, StringGetUTF8CString, (js_string, char *, size_t))                                                      \
  each(js_value, ValueMakeUndefined, (js_context))                                                                     \
  each(js_value, ValueMakeNumber, (js_context, double))                                                                \
  each(js_value, ValueMakeString, (js_context, js_string))                                                             \
  each(js_value, ValueMakeFromJSONString, (js_context, js_string))                                                     \
  each(void, ValueProtect, (js_context, js_value))                                                                     \
  each(void, ValueUnprotect, (js_context, js_value))                                                                   \
  each(bool, ValueToBoolean, (js_context, js_value))                                                                   \
  each(double, ValueToNumber, (js_context, js_value, js_value *))                                                      \
  each(js_string, ValueToStringCopy, (js_context, js_value, js_value *))                                               \
  each(bool, ValueIsObject, (js_context, js_value))                                                                    \
  each(js_value, ObjectMakeFunctionWithCallback, (js_context, js_string name, js_function))                            \
  each(js_value, ObjectMakeError, (js_context, size_t, const js_value[], js_value *))                                  \
  each(js_value, ObjectGetProperty, (js_context, js_value object, js_string name, js_value *))                         \
  each(void, ObjectSetProperty, (js_context, js_value object, js_string name, js_value, unsigned, js_value *))         \
  each(bool, ObjectIsFunction, (js_context, js_value))                                                                 \
  each(js_value, ObjectCallAsFunction, (js_context, js_value, js_value this_object, size_t, const js_value[],          \
                                        js_value *))                                                                   \
  each(js_value, ObjectMakeTypedArray, (js_context, int type, size_t, js_value *))                                     \
  each(void *, ObjectGetTypedArrayBytesPtr, (js_context, js_value, js_value *))                                        \
  each(size_t, ObjectGetTypedArrayByteLength, (js_context, js_value, js_value *))                                      \
  each(void, SynchronousGarbageCollectForDebugging, (js_context))                                                      \
  each(void, GlobalContextSetUnhandledRejectionCallback, (js_context, js_value function, js_value *))

#define ENGINE_MEMBER(result, name, parameters) result(*name) parameters;
struct engine {
  ENGINE_FUNCTIONS(ENGINE_MEMBER)
};
#undef ENGINE_MEMBER

extern struct engine js;

// The library's file name, once it is loaded.
extern const char *engine_library;

// Loads the library and fills `js`. Returns the reason on failure, which is never freed.
const char *engine_load(void);

// Returns a string of the engine, which must be released.
js_string engine_string(const char *text);
// Returns UTF-8 text to be freed, and its length. NULL if the value cannot be converted.
char *engine_text(js_context context, js_value value, size_t *length);
// Returns a property, or NULL if it cannot be read.
js_value engine_property(js_context context, js_value object, const char *name);
// Returns a property as a number; `missing` if it is none.
double engine_number(js_context context, js_value object, const char *name, double missing);
// Adds a function to the global object.
void engine_define(js_context context, const char *name, js_function function);
// Returns a new `Error`.
js_value engine_error(js_context context, const char *message);
