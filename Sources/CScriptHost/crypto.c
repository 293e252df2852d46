// The functions of digests and ciphers that the runtime gets.

#include "crypto.h"
#include "digests.h"
#include "keccak.h"
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#define FUNCTION(name)                                                                                                 \
  static js_value name(js_context context, js_value function, js_value this_object, size_t count,                      \
                       const js_value arguments[], js_value *exception)

typedef struct {
  const uint8_t *bytes;
  size_t length;
} span;

// The bytes of an array; NULL if the argument is none. They are valid until a script runs, as the conversion of an argument
// to a number or text may do: so these come first.
static span bytes_argument(js_context context, size_t count, const js_value arguments[], size_t place) {
  static const uint8_t nothing = 0;
  span result = {NULL, 0};
  if (place >= count || !js.ValueIsObject(context, arguments[place])) return result;
  js_value exception = NULL;
  result.bytes = js.ObjectGetTypedArrayBytesPtr(context, arguments[place], &exception);
  result.length = js.ObjectGetTypedArrayByteLength(context, arguments[place], &exception);
  if (exception != NULL) return (span){NULL, 0};
  if (result.bytes == NULL && result.length == 0) result.bytes = &nothing;
  return result;
}

static js_value fail(js_context context, js_value *exception, const char *reason) {
  *exception = engine_error(context, reason);
  return js.ValueMakeUndefined(context);
}

// A new array, and its bytes.
static js_value make_bytes(js_context context, size_t length, uint8_t **bytes, js_value *exception) {
  js_value array = js.ObjectMakeTypedArray(context, js_uint8_array, length, exception);
  *bytes = array == NULL || *exception != NULL ? NULL : js.ObjectGetTypedArrayBytesPtr(context, array, exception);
  return array;
}

static double number_argument(js_context context, size_t count, const js_value arguments[], size_t place) {
  return place < count ? js.ValueToNumber(context, arguments[place], NULL) : 0;
}

// The name of an algorithm, to be freed.
static char *name_argument(js_context context, size_t count, const js_value arguments[]) {
  size_t length;
  return count == 0 ? NULL : engine_text(context, arguments[0], &length);
}

static const char no_arguments[] = "The script host needs a name and bytes";

static js_value array_of(js_context context, const uint8_t *bytes, size_t length, js_value *exception) {
  uint8_t *output;
  js_value array = make_bytes(context, length, &output, exception);
  if (output == NULL) return js.ValueMakeUndefined(context);
  for (size_t i = 0; i < length; i++) output[i] = bytes[i];
  return array;
}

FUNCTION(digest) {
  char *name = name_argument(context, count, arguments);
  span message = bytes_argument(context, count, arguments, 1), key = bytes_argument(context, count, arguments, 2);
  uint8_t output[longest_digest];
  size_t length = 0;
  const char *reason = name == NULL || message.bytes == NULL ? no_arguments
                                                             : digests_digest(name, message.bytes, message.length, key.bytes,
                                                                              key.length, output, &length);
  free(name);
  return reason == NULL ? array_of(context, output, length, exception) : fail(context, exception, reason);
}

FUNCTION(keccak_digest) {
  double size = number_argument(context, count, arguments, 1);
  span message = bytes_argument(context, count, arguments, 0);
  uint8_t output[longest_digest];
  if (message.bytes == NULL || !(size == 28 || size == 32 || size == 48 || size == 64))
    return fail(context, exception, no_arguments);
  keccak(message.bytes, message.length, output, (size_t)size);
  return array_of(context, output, (size_t)size, exception);
}

FUNCTION(pbkdf2) {
  char *name = name_argument(context, count, arguments);
  double iterations = number_argument(context, count, arguments, 3), size = number_argument(context, count, arguments, 4);
  span password = bytes_argument(context, count, arguments, 1), salt = bytes_argument(context, count, arguments, 2);
  js_value array = NULL;
  const char *reason = no_arguments;
  if (name != NULL && password.bytes != NULL && salt.bytes != NULL && iterations >= 1 && iterations <= INT_MAX && size >= 1
      && size <= 1 << 20) {
    uint8_t *output;
    array = make_bytes(context, (size_t)size, &output, exception);
    reason = output == NULL ? "There is no memory for a key"
                            : digests_pbkdf2(name, password.bytes, password.length, salt.bytes, salt.length, (int)iterations,
                                             output, (size_t)size);
  }
  free(name);
  return reason == NULL ? array : fail(context, exception, reason);
}

FUNCTION(cipher) {
  char *name = name_argument(context, count, arguments);
  bool encrypts = count > 1 && js.ValueToBoolean(context, arguments[1]);
  span key = bytes_argument(context, count, arguments, 2), vector = bytes_argument(context, count, arguments, 3);
  span input = bytes_argument(context, count, arguments, 4);
  js_value array = NULL;
  const char *reason = no_arguments;
  if (name != NULL && key.bytes != NULL && input.bytes != NULL) {
    uint8_t *output;
    array = make_bytes(context, input.length, &output, exception);
    reason = input.length == 0 ? NULL
             : output == NULL  ? "There is no memory for a message"
                               : digests_cipher(name, encrypts, key.bytes, key.length, vector.bytes, vector.length,
                                                input.bytes, input.length, output);
  }
  free(name);
  return reason == NULL ? array : fail(context, exception, reason);
}

void crypto_install(js_context context) {
  engine_define(context, "__digest", digest);
  engine_define(context, "__keccak", keccak_digest);
  engine_define(context, "__pbkdf2", pbkdf2);
  engine_define(context, "__cipher", cipher);
}
