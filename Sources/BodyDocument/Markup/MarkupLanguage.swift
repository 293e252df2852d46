/// The two ways to read tags.
enum MarkupLanguage: Sendable {
  /// XML 1.0: well-formed or not XML at all.
  case xml
  /// HTML as it is found: it never fails.
  case html
}
