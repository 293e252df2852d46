#pragma once
#include "engine.h"

// Adds the functions of digests and ciphers to the global object: see bridge.h.
void crypto_install(js_context context);
