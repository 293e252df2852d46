extension HTTPHeaders {
  /// Adds cookies of the jar to the `Cookie` header. Of a name that it has already, its own value counts.
  ///
  /// - Parameter stored: The value of a `Cookie` header.
  package mutating func addStoredCookies(_ stored: String) {
    let own = values(for: "Cookie")
    let names = Set(own.flatMap(Self.cookiePairs).map(Self.cookieName))
    let added = Self.cookiePairs(stored).filter { !names.contains(Self.cookieName($0)) }
    guard !added.isEmpty else { return }
    let name = first { $0.name.isFieldName("Cookie") }?.name ?? "Cookie"
    update(name: name, value: (own + added).joined(separator: "; "))
  }

  private static func cookiePairs(_ value: String) -> [String] {
    value.utf8.split(separator: UInt8(ascii: ";")).map { pair in
      String(decoding: pair.drop { $0 == 0x20 }, as: UTF8.self)
    }
  }

  private static func cookieName(_ pair: String) -> [UInt8] { Array(pair.utf8.prefix { $0 != UInt8(ascii: "=") }) }
}
