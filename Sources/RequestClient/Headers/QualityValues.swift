extension Collection<String> {
  /// A preference list as `Accept` and its kin take it: `a, b;q=0.9, c;q=0.8` (RFC 9110, section 12.4.2).
  ///
  /// From the tenth on all have 0.1, because 0 would mean "never". An empty collection is an empty text.
  public func qualityEncoded() -> String {
    enumerated()
      .map { index, choice in index == 0 ? choice : "\(choice);q=0.\(Swift.max(10 - index, 1))" }
      .joined(separator: ", ")
  }
}
