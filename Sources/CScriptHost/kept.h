#pragma once
#include "realm.h"

// Realms of requests whose scripts after the response are still to come: these see the globals that the scripts before
// have left. Each has the number of its request, which is not 0.

// Keeps a realm. If there are too many, the oldest is released.
void kept_add(double request, realm added);
// Takes a realm. Returns whether there is one.
bool kept_take(double request, realm *taken);
size_t kept_count(void);
// Releases the realms of the numbers in a list of JavaScript; NULL is none.
void kept_forget(js_context context, js_value list);
