// PCRE2 for UTF-8. Its functions are macros, which Swift cannot import.
#pragma once
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stddef.h>
#include <stdint.h>

// Returns a compiled pattern, which is thread-safe, or NULL and an error in `*code`.
static inline void *cp_compile(const uint8_t *pattern, size_t length, uint32_t options, int *code, size_t *offset) {
  pcre2_code *compiled = pcre2_compile(pattern, length, options, code, offset, NULL);
  // Falls back to the slower interpreter if there is no JIT for this processor.
  if (compiled != NULL) pcre2_jit_compile(compiled, PCRE2_JIT_COMPLETE);
  return compiled;
}

static inline void cp_free(void *code) { pcre2_code_free((pcre2_code *)code); }

static inline int cp_message(int code, uint8_t *buffer, size_t size) {
  return pcre2_get_error_message(code, buffer, size);
}

static inline void *cp_match_data(void *code) {
  return pcre2_match_data_create_from_pattern((pcre2_code *)code, NULL);
}

static inline void cp_match_data_free(void *data) { pcre2_match_data_free((pcre2_match_data *)data); }

static inline void *cp_match_context(uint32_t limit) {
  pcre2_match_context *context = pcre2_match_context_create(NULL);
  if (context != NULL) pcre2_set_match_limit(context, limit);
  return context;
}

static inline void cp_match_context_free(void *context) { pcre2_match_context_free((pcre2_match_context *)context); }

// Returns a stack for compiled matches, which grows to `size` bytes, or NULL. Without one they have 32 kB.
static inline void *cp_add_stack(void *context, size_t size) {
  pcre2_jit_stack *stack = pcre2_jit_stack_create(32 * 1024, size, NULL);
  if (stack != NULL) pcre2_jit_stack_assign((pcre2_match_context *)context, NULL, stack);
  return stack;
}

static inline void cp_stack_free(void *stack) { pcre2_jit_stack_free((pcre2_jit_stack *)stack); }

static inline int cp_match(void *code, const uint8_t *subject, size_t length, size_t start, void *data, void *context) {
  return pcre2_match(
    (pcre2_code *)code, subject, length, start, PCRE2_NO_UTF_CHECK, (pcre2_match_data *)data,
    (pcre2_match_context *)context);
}

// The number of groups of the pattern, and the ends of one of the last match; PCRE2_UNSET if it took no part.
static inline size_t cp_group_count(void *data) { return pcre2_get_ovector_count((pcre2_match_data *)data); }
static inline size_t cp_group_start(void *data, size_t group) {
  return pcre2_get_ovector_pointer((pcre2_match_data *)data)[2 * group];
}
static inline size_t cp_group_end(void *data, size_t group) {
  return pcre2_get_ovector_pointer((pcre2_match_data *)data)[2 * group + 1];
}

static inline size_t cp_match_start(void *data) { return pcre2_get_ovector_pointer((pcre2_match_data *)data)[0]; }
static inline size_t cp_match_end(void *data) { return pcre2_get_ovector_pointer((pcre2_match_data *)data)[1]; }
