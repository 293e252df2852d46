/// The two markup languages.
enum MarkupLanguage: Sendable {
  /// XML 1.0, which must be well-formed.
  case xml
  /// HTML, which always parses.
  case html
}
