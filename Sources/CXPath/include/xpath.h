#pragma once
#include <stddef.h>

/// The kind of result of an XPath expression.
enum xpath_kind {
  /// libxml2 is not installed; the message says why it cannot be loaded.
  XPATH_NO_LIBRARY,
  /// The text is not well-formed; the message says where.
  XPATH_NO_DOCUMENT,
  /// The expression is not XPath 1.0; the message says why.
  XPATH_NO_EXPRESSION,
  /// The expression takes too many steps on this document.
  XPATH_TOO_COSTLY,
  /// The texts of nodes, in document order.
  XPATH_NODES,
  XPATH_BOOLEAN,
  XPATH_NUMBER,
  XPATH_STRING,
};

struct xpath_result {
  enum xpath_kind kind;
  char message[256];
  /// The text of each node, or the one string.
  char **texts;
  size_t count;
  /// The number, or 1 for true.
  double number;
};

/// Evaluates an expression of XPath 1.0 on a document in UTF-8. Nothing is loaded from elsewhere. Prefixes of the root
/// element are known, and `_` is its default namespace.
struct xpath_result xpath_evaluate(const char *text, size_t length, int is_html, const char *expression);

/// Reads an expression without a document: `XPATH_NO_EXPRESSION` if it is wrong for every document, else `XPATH_NODES`.
struct xpath_result xpath_check(const char *expression);

void xpath_free(struct xpath_result *result);
