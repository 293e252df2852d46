extension String {
  /// The `://` after the scheme of a URL; `nil` without a scheme. One after the host belongs to another URL, as in a query.
  package var schemeMark: Range<String.Index>? {
    guard let mark = firstRangeExactly(of: "://") else { return nil }
    let isLater = unicodeScalars[..<mark.lowerBound].contains { $0 == "/" || $0 == "?" || $0 == "#" }
    return isLater ? nil : mark
  }
}
