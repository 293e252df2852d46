// libsecret and GLib, loaded when a secret is first asked for: most machines that a program is started on by a script have
// neither. The prototypes are those of their headers, whose packages need not be installed.

#include "CSecret.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  uint32_t domain;
  int code;
  char *message;
} glib_error;

typedef struct glib_list {
  void *data;
  struct glib_list *next, *previous;
} glib_list;

typedef struct {
  const char *name;
  int type;
} schema_attribute;

// SecretSchema of secret-schema.h.
typedef struct {
  const char *name;
  int flags;
  schema_attribute attributes[32];
  int reserved;
  void *more_reserved[7];
} secret_schema;

static const secret_schema schema = {
    "io.github.workbench.Secret", 0, {{"collection", 0}, {"environment", 0}, {"name", 0}, {NULL, 0}}, 0, {NULL}};

enum { open_session = 1 << 1, search_all = 1 << 1, search_unlock = 1 << 2 };

static struct {
  void *(*hash_new)(void *hash, void *equal);
  int (*hash_insert)(void *table, void *key, void *value);
  void *(*hash_lookup)(void *table, const void *key);
  void (*hash_unref)(void *table);
  void *string_hash, *string_equal;
  void (*error_free)(glib_error *error);
  void (*list_free)(glib_list *list);
  void *(*cancellable_new)(void);
  void (*cancel)(void *cancellable);
  void (*unref)(void *object);
  void *(*service_get)(int flags, void *cancellable, glib_error **error);
  char *(*lookup)(const secret_schema *, void *attributes, void *cancellable, glib_error **error);
  int (*store)(const secret_schema *, void *attributes, const char *keyring, const char *label, const char *value,
               void *cancellable, glib_error **error);
  int (*clear)(const secret_schema *, void *attributes, void *cancellable, glib_error **error);
  glib_list *(*search)(const secret_schema *, void *attributes, int flags, void *cancellable, glib_error **error);
  void *(*attributes_of)(void *item);
  void (*password_free)(char *password);
  bool is_loaded;
} glib;

static void *find(void *library, const char *name, bool *is_complete) {
  void *function = dlsym(library, name);
  if (function == NULL) *is_complete = false;
  return function;
}

static void load(void) {
  // Its dependencies come along: GLib, GObject and GIO are found through it.
  void *library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  bool is_complete = true;
  *(void **)&glib.hash_new = find(library, "g_hash_table_new", &is_complete);
  *(void **)&glib.hash_insert = find(library, "g_hash_table_insert", &is_complete);
  *(void **)&glib.hash_lookup = find(library, "g_hash_table_lookup", &is_complete);
  *(void **)&glib.hash_unref = find(library, "g_hash_table_unref", &is_complete);
  glib.string_hash = find(library, "g_str_hash", &is_complete);
  glib.string_equal = find(library, "g_str_equal", &is_complete);
  *(void **)&glib.error_free = find(library, "g_error_free", &is_complete);
  *(void **)&glib.list_free = find(library, "g_list_free", &is_complete);
  *(void **)&glib.cancellable_new = find(library, "g_cancellable_new", &is_complete);
  *(void **)&glib.cancel = find(library, "g_cancellable_cancel", &is_complete);
  *(void **)&glib.unref = find(library, "g_object_unref", &is_complete);
  *(void **)&glib.service_get = find(library, "secret_service_get_sync", &is_complete);
  *(void **)&glib.lookup = find(library, "secret_password_lookupv_sync", &is_complete);
  *(void **)&glib.store = find(library, "secret_password_storev_sync", &is_complete);
  *(void **)&glib.clear = find(library, "secret_password_clearv_sync", &is_complete);
  *(void **)&glib.search = find(library, "secret_password_searchv_sync", &is_complete);
  *(void **)&glib.attributes_of = find(library, "secret_retrievable_get_attributes", &is_complete);
  *(void **)&glib.password_free = find(library, "secret_password_free", &is_complete);
  glib.is_loaded = is_complete;
}

static bool is_loaded(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return glib.is_loaded;
}

// A time limit for one call: a keyring that waits for a password answers when the user has typed it, or never.
typedef struct {
  void *cancellable;
  pthread_mutex_t lock;
  pthread_cond_t end;
  pthread_t thread;
  struct timespec deadline;
  bool has_thread, is_over, is_late;
} limit;

static void *watch(void *argument) {
  limit *limit = argument;
  pthread_mutex_lock(&limit->lock);
  while (!limit->is_over && !limit->is_late)
    limit->is_late = pthread_cond_timedwait(&limit->end, &limit->lock, &limit->deadline) == ETIMEDOUT;
  bool must_cancel = limit->is_late && !limit->is_over;
  pthread_mutex_unlock(&limit->lock);
  if (must_cancel) glib.cancel(limit->cancellable);
  return NULL;
}

static void begin(limit *limit, int seconds) {
  limit->cancellable = glib.cancellable_new();
  pthread_mutex_init(&limit->lock, NULL);
  pthread_cond_init(&limit->end, NULL);
  clock_gettime(CLOCK_REALTIME, &limit->deadline);
  limit->deadline.tv_sec += seconds;
  limit->is_over = limit->is_late = false;
  limit->has_thread = pthread_create(&limit->thread, NULL, watch, limit) == 0;
}

static void end(limit *limit) {
  pthread_mutex_lock(&limit->lock);
  limit->is_over = true;
  pthread_cond_signal(&limit->end);
  pthread_mutex_unlock(&limit->lock);
  if (limit->has_thread) pthread_join(limit->thread, NULL);
  pthread_cond_destroy(&limit->end);
  pthread_mutex_destroy(&limit->lock);
  glib.unref(limit->cancellable);
}

bool csecret_is_available(int seconds) {
  if (!is_loaded()) return false;
  limit limit;
  glib_error *problem = NULL;
  begin(&limit, seconds);
  void *service = glib.service_get(open_session, limit.cancellable, &problem);
  end(&limit);
  if (problem != NULL) glib.error_free(problem);
  if (service != NULL) glib.unref(service);
  return service != NULL;
}

static void *attributes(csecret_key key) {
  void *table = glib.hash_new(glib.string_hash, glib.string_equal);
  glib.hash_insert(table, "collection", (void *)key.collection);
  if (key.environment != NULL) glib.hash_insert(table, "environment", (void *)key.environment);
  if (key.name != NULL) glib.hash_insert(table, "name", (void *)key.name);
  return table;
}

// Takes the error over.
static csecret_result failure(glib_error *problem, const limit *limit, char **error) {
  *error = strdup(limit->is_late ? "it did not answer in time" : problem->message);
  glib.error_free(problem);
  return csecret_failed;
}

csecret_result csecret_lookup(csecret_key key, int seconds, char **value, char **error) {
  limit limit;
  glib_error *problem = NULL;
  void *table = attributes(key);
  begin(&limit, seconds);
  char *found = glib.lookup(&schema, table, limit.cancellable, &problem);
  end(&limit);
  glib.hash_unref(table);
  if (problem != NULL) return failure(problem, &limit, error);
  if (found == NULL) return csecret_missing;
  *value = strdup(found);
  glib.password_free(found);
  return csecret_ok;
}

csecret_result csecret_store(csecret_key key, const char *label, const char *value, int seconds, char **error) {
  limit limit;
  glib_error *problem = NULL;
  void *table = attributes(key);
  begin(&limit, seconds);
  glib.store(&schema, table, "default", label, value, limit.cancellable, &problem);
  end(&limit);
  glib.hash_unref(table);
  return problem == NULL ? csecret_ok : failure(problem, &limit, error);
}

csecret_result csecret_remove(csecret_key key, int seconds, char **error) {
  limit limit;
  glib_error *problem = NULL;
  void *table = attributes(key);
  begin(&limit, seconds);
  int was_there = glib.clear(&schema, table, limit.cancellable, &problem);
  end(&limit);
  glib.hash_unref(table);
  if (problem != NULL) return failure(problem, &limit, error);
  return was_there ? csecret_ok : csecret_missing;
}

csecret_result csecret_list(const char *collection, int seconds, void *context,
                            void (*each)(void *context, const char *environment, const char *name), char **error) {
  limit limit;
  glib_error *problem = NULL;
  void *table = attributes((csecret_key){collection, NULL, NULL});
  begin(&limit, seconds);
  glib_list *items = glib.search(&schema, table, search_all | search_unlock, limit.cancellable, &problem);
  end(&limit);
  glib.hash_unref(table);
  if (problem != NULL) return failure(problem, &limit, error);
  for (glib_list *item = items; item != NULL; item = item->next) {
    void *found = glib.attributes_of(item->data);
    const char *environment = glib.hash_lookup(found, "environment"), *name = glib.hash_lookup(found, "name");
    if (name != NULL) each(context, environment == NULL ? "" : environment, name);
    glib.hash_unref(found);
    glib.unref(item->data);
  }
  glib.list_free(items);
  return csecret_ok;
}
