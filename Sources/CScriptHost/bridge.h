#pragma once
#include "engine.h"
#include <stdbool.h>

// The functions that the host gives to the runtime, which takes them from the global object before a script runs:
//
// - `__post(text)` sends a message to the program; one that begins with `{"op":"done"` ends the job.
// - `__ask(text)` sends a question and returns the answer.
// - `__setTimer(milliseconds)` and `__clearTimer(number)`: the host calls the hook `timer(number)` when due.
// - `__now()` returns milliseconds of a clock that only goes forward.
// - `__bodyText(encoding)`, `__bodyBytes()` and `__bodyLength()` are about the body of the response.
// - `__evaluate(source, name, line, parameters)` returns an async function with that body. In its first line, columns of
//   errors are too high by the length of `(async function(PARAMETERS){`; lines are right.
// - `__onRejection(function)` calls a function with the promise and the reason of a rejection that nothing handles.
// - `__fileOf(part)` returns the number of the runtime's file that defines a part, `__fileCount()` how many there are, and
//   `__load(number)` the function that defines the parts of a file.
// - `__library(name)` returns the text of an embedded library's file; undefined if there is none.
// - `__digest(name, bytes, key)` returns a digest of libcrypto, or its HMAC if there is a key; `__keccak(bytes, size)` that
//   of Keccak; `__pbkdf2(name, password, salt, iterations, size)` a key; `__cipher(name, encrypts, key, vector, bytes)`
//   blocks without padding. Arrays of bytes begin with their buffers.
// - `__gc()` collects all garbage. It exists only if the host is started with `--test`.

// Adds the functions to the global object.
void bridge_install(js_context context, bool is_test);

// The message that ends the job, once it is posted. NULL before.
extern char *bridge_end;
extern size_t bridge_end_length;
void bridge_reset(void);
