// XPath of libxml2, which is loaded on first use: few checks need it. The declarations are those parts of its ABI that have
// been the same since 2.6.

#include "xpath.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct node_set {
  int count;
  int capacity;
  void **nodes;
};

struct object {
  enum { OBJECT_NODES = 1, OBJECT_BOOLEAN = 2, OBJECT_NUMBER = 3, OBJECT_STRING = 4 } type;
  struct node_set *nodes;
  int boolean;
  double number;
  char *string;
};

struct namespace {
  struct namespace *next;
  int type;
  const char *href;
  const char *prefix;
};

struct error {
  int domain;
  int code;
  char *message;
};

// The part of a context that limits the work. It is there since 2.9.11.
struct context {
  char others[352];
  unsigned long limit;
  unsigned long count;
};

// About a second: each step to a node is an operation. What joins sets of nodes is none, so time is limited, too.
enum { OPERATION_LIMIT = 100000000, SECONDS_LIMIT = 5 };

// The texts of nodes that are in each other repeat what is in them.
enum { TEXT_LIMIT = 256 << 20 };

// Options of the parsers.
enum { HTML_RECOVER = 1 << 0, NO_ERROR = 1 << 5, NO_WARNING = 1 << 6, NO_NETWORK = 1 << 11 };

static struct {
  void *(*read_xml)(const char *, int, const char *, const char *, int);
  void *(*read_html)(const char *, int, const char *, const char *, int);
  void (*free_document)(void *);
  void *(*root)(void *);
  struct namespace **(*namespaces)(void *, void *);
  void *(*new_context)(void *);
  void (*free_context)(void *);
  int (*register_namespace)(void *, const char *, const char *);
  struct object *(*evaluate)(const char *, void *);
  void *(*compile)(const char *);
  void (*free_compiled)(void *);
  void (*free_object)(struct object *);
  char *(*node_text)(void *);
  void (*on_error)(void *, void (*)(void *, struct error *));
  void (*on_message)(void *, void (*)(void *, const char *, ...));
  void (**free)(void *);
} xml;

static const char *load_failure;

// Whether this version has limits where they are expected.
static int has_limits;

/// Some messages go to standard error, also where errors are taken.
static void ignore(void *context, const char *format, ...) {
  (void)context;
  (void)format;
}

static void ignore_error(void *context, struct error *error) {
  (void)context;
  (void)error;
}

static void find_limits(void *library) {
  const char **version = dlsym(library, "xmlParserVersion");
  if (version == NULL || *version == NULL || atoi(*version) < 20911) return;
  struct context *context = xml.new_context(NULL);
  if (context == NULL) return;
  if (context->limit == 0 && context->count == 0) {
    context->limit = 1;
    xml.on_error(NULL, ignore_error);
    struct object *object = xml.evaluate("1+1+1+1", context);
    xml.on_error(NULL, NULL);
    has_limits = object == NULL && context->count == 1;
    if (object != NULL) xml.free_object(object);
  }
  xml.free_context(context);
}

static void load(void) {
  void *library = dlopen("libxml2.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) library = dlopen("libxml2.so.16", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    load_failure = "libxml2 cannot be loaded — install it: apt-get install libxml2";
    return;
  }
  struct {
    void *place;
    const char *name;
  } functions[] = {
      {&xml.read_xml, "xmlReadMemory"},
      {&xml.read_html, "htmlReadMemory"},
      {&xml.free_document, "xmlFreeDoc"},
      {&xml.root, "xmlDocGetRootElement"},
      {&xml.namespaces, "xmlGetNsList"},
      {&xml.new_context, "xmlXPathNewContext"},
      {&xml.free_context, "xmlXPathFreeContext"},
      {&xml.register_namespace, "xmlXPathRegisterNs"},
      {&xml.evaluate, "xmlXPathEvalExpression"},
      {&xml.compile, "xmlXPathCompile"},
      {&xml.free_compiled, "xmlXPathFreeCompExpr"},
      {&xml.free_object, "xmlXPathFreeObject"},
      {&xml.node_text, "xmlXPathCastNodeToString"},
      {&xml.on_error, "xmlSetStructuredErrorFunc"},
      {&xml.on_message, "xmlSetGenericErrorFunc"},
      {&xml.free, "xmlFree"},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *function = dlsym(library, functions[i].name);
    if (function == NULL) {
      load_failure = "this version of libxml2 has no XPath";
      return;
    }
    memcpy(functions[i].place, &function, sizeof function);
  }
  find_limits(library);
}

/// Keeps the first message.
static void note(void *context, struct error *error) {
  struct xpath_result *result = context;
  if (result->message[0] != 0 || error == NULL || error->message == NULL) return;
  snprintf(result->message, sizeof result->message, "%s", error->message);
  size_t length = strlen(result->message);
  while (length > 0 && (result->message[length - 1] == '\n' || result->message[length - 1] == ' '))
    result->message[--length] = 0;
}

/// Takes what the library writes in this thread.
static void take_errors(struct xpath_result *result) {
  xml.on_error(result, note);
  xml.on_message(NULL, ignore);
}

static void leave_errors(void) {
  xml.on_error(NULL, NULL);
  xml.on_message(NULL, NULL);
}

/// Ends an evaluation that takes too long: the library looks at the limit at each step.
struct watch {
  struct context *context;
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t ended;
  int has_ended;
  int is_running;
};

static void *watch(void *argument) {
  struct watch *watch = argument;
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += SECONDS_LIMIT;
  pthread_mutex_lock(&watch->mutex);
  int status = 0;
  while (!watch->has_ended && status == 0) status = pthread_cond_timedwait(&watch->ended, &watch->mutex, &end);
  if (!watch->has_ended) __atomic_store_n(&watch->context->limit, 1, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&watch->mutex);
  return NULL;
}

static void begin_watch(struct watch *own, struct context *context) {
  *own = (struct watch){.context = context};
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&own->mutex, NULL);
  pthread_cond_init(&own->ended, &attributes);
  pthread_condattr_destroy(&attributes);
  own->is_running = has_limits && pthread_create(&own->thread, NULL, watch, own) == 0;
}

static void end_watch(struct watch *own) {
  pthread_mutex_lock(&own->mutex);
  own->has_ended = 1;
  pthread_cond_signal(&own->ended);
  pthread_mutex_unlock(&own->mutex);
  if (own->is_running) pthread_join(own->thread, NULL);
  pthread_cond_destroy(&own->ended);
  pthread_mutex_destroy(&own->mutex);
}

/// Returns the size of the text.
static size_t add(struct xpath_result *result, char *text) {
  if (text == NULL) return 0;
  char *copy = strdup(text);
  size_t size = strlen(text);
  (*xml.free)(text);
  if (copy != NULL) result->texts[result->count++] = copy;
  return size;
}

static void register_namespaces(void *document, void *context) {
  struct namespace **all = xml.namespaces(document, xml.root(document));
  for (struct namespace **each = all; each != NULL && *each != NULL; each++) {
    xml.register_namespace(context, (*each)->prefix == NULL ? "_" : (*each)->prefix, (*each)->href);
  }
  if (all != NULL) (*xml.free)(all);
}

static void take(struct xpath_result *result, struct object *object) {
  switch (object->type) {
  case OBJECT_BOOLEAN:
    result->kind = XPATH_BOOLEAN;
    result->number = object->boolean;
    return;
  case OBJECT_NUMBER:
    result->kind = XPATH_NUMBER;
    result->number = object->number;
    return;
  case OBJECT_STRING:
    result->kind = XPATH_STRING;
    result->texts = calloc(1, sizeof *result->texts);
    if (result->texts == NULL || object->string == NULL) return;
    result->texts[0] = strdup(object->string);
    result->count = result->texts[0] == NULL ? 0 : 1;
    return;
  default: {
    result->kind = XPATH_NODES;
    int count = object->nodes == NULL ? 0 : object->nodes->count;
    result->texts = calloc((size_t)count + 1, sizeof *result->texts);
    size_t size = 0;
    for (int i = 0; result->texts != NULL && i < count; i++) {
      size += add(result, xml.node_text(object->nodes->nodes[i]));
      if (size <= TEXT_LIMIT) continue;
      result->kind = XPATH_TOO_COSTLY;
      return;
    }
  }
  }
}

static struct xpath_result start(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  struct xpath_result result = {.kind = XPATH_NO_LIBRARY};
  pthread_once(&once, load);
  if (load_failure != NULL) snprintf(result.message, sizeof result.message, "%s", load_failure);
  return result;
}

struct xpath_result xpath_check(const char *expression) {
  struct xpath_result result = start();
  if (load_failure != NULL) return result;
  take_errors(&result);
  void *compiled = xml.compile(expression);
  result.kind = compiled == NULL ? XPATH_NO_EXPRESSION : XPATH_NODES;
  if (compiled != NULL) xml.free_compiled(compiled);
  leave_errors();
  return result;
}

struct xpath_result xpath_evaluate(const char *text, size_t length, int is_html, const char *expression) {
  struct xpath_result result = start();
  if (load_failure != NULL) return result;
  result.kind = XPATH_NO_DOCUMENT;
  if (length > INT_MAX) {
    snprintf(result.message, sizeof result.message, "it is larger than 2 GB");
    return result;
  }
  // The handlers belong to the thread.
  take_errors(&result);
  int options = NO_ERROR | NO_WARNING | NO_NETWORK;
  void *document = is_html ? xml.read_html(text, (int)length, NULL, "UTF-8", options | HTML_RECOVER)
                           : xml.read_xml(text, (int)length, NULL, "UTF-8", NO_NETWORK);
  if (document != NULL && xml.root(document) != NULL) {
    result.kind = XPATH_NO_EXPRESSION;
    result.message[0] = 0;
    struct context *context = xml.new_context(document);
    if (context != NULL) {
      register_namespaces(document, context);
      if (has_limits) context->limit = OPERATION_LIMIT;
      struct watch watch;
      begin_watch(&watch, context);
      struct object *object = xml.evaluate(expression, context);
      end_watch(&watch);
      if (has_limits && object == NULL && context->count >= context->limit) result.kind = XPATH_TOO_COSTLY;
      if (object != NULL) {
        take(&result, object);
        xml.free_object(object);
      }
      xml.free_context(context);
    }
  }
  if (document != NULL) xml.free_document(document);
  leave_errors();
  return result;
}

void xpath_free(struct xpath_result *result) {
  for (size_t i = 0; i < result->count; i++) free(result->texts[i]);
  free(result->texts);
  *result = (struct xpath_result){0};
}
