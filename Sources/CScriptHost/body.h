#pragma once
#include "engine.h"

// The body of the response that a job is about.

// Takes the bytes, which must end with a zero that `length` does not count.
void body_set(char *bytes, size_t length);
void body_clear(void);
size_t body_length(void);
// Returns the body as text in an encoding: `utf-8` and others, with replacement characters for what is none.
js_value body_text(js_context context, const char *encoding);
// Returns the body as a new `Uint8Array`; NULL and an exception if there is not enough memory.
js_value body_bytes(js_context context, js_value *exception);
