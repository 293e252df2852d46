#pragma once
#include <stdbool.h>

// The Secret Service of the desktop, through libsecret, which is loaded on the first call.
//
// Every call ends within `seconds`. An error is a text that the caller frees.

typedef struct {
  const char *collection, *environment, *name;
} csecret_key;

typedef enum { csecret_ok, csecret_missing, csecret_failed } csecret_result;

// Whether the library is installed and a service answers.
bool csecret_is_available(int seconds);

csecret_result csecret_lookup(csecret_key key, int seconds, char **value, char **error);
csecret_result csecret_store(csecret_key key, const char *label, const char *value, int seconds, char **error);
csecret_result csecret_remove(csecret_key key, int seconds, char **error);

// Calls `each` for every secret of the collection; its name and environment last for the call.
csecret_result csecret_list(const char *collection, int seconds, void *context,
                            void (*each)(void *context, const char *environment, const char *name), char **error);
