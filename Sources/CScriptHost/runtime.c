#include "runtime.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char stub[] = {
#embed "runtime/01-stub.js" suffix(, )
    0};

const runtime_file runtime_files[] = {
    {"01-stub.js", stub},
};

const size_t runtime_count = sizeof runtime_files / sizeof *runtime_files;
