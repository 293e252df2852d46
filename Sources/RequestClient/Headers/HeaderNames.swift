/// A set of header names. Case does not count (RFC 9110, section 5.1).
///
/// ```swift
/// request.sensitiveHeaders.insert("X-API-Key")
/// ```
public struct HeaderNames: Hashable, Sendable {
  /// In lower case.
  private var names: Set<String>

  /// The names of `names`, each once.
  public init(_ names: some Sequence<String>) { self.names = Set(names.map { $0.lowercased() }) }

  /// Headers whose values are always credentials: `Authorization`, `Cookie` and `Proxy-Authorization`.
  public static let credentials: HeaderNames = ["Authorization", "Cookie", "Proxy-Authorization"]

  /// Whether there are no names.
  public var isEmpty: Bool { names.isEmpty }

  /// Whether `name` is one of them, in any case.
  public func contains(_ name: String) -> Bool { !names.isEmpty && names.contains(name.lowercased()) }

  /// Adds a name.
  public mutating func insert(_ name: String) { names.insert(name.lowercased()) }

  /// Adds every name of `other`.
  public mutating func formUnion(_ other: HeaderNames) {
    if !other.isSubset(of: self) { names.formUnion(other.names) }
  }

  /// The names of both.
  public func union(_ other: HeaderNames) -> HeaderNames {
    var union = self
    union.formUnion(other)
    return union
  }

  private func isSubset(of other: HeaderNames) -> Bool { names.isEmpty || names.isSubset(of: other.names) }
}

extension HeaderNames: ExpressibleByArrayLiteral {
  /// The names of the literal.
  public init(arrayLiteral names: String...) { self.init(names) }
}

extension HeaderNames: CustomStringConvertible {
  /// The names in lower case, sorted and separated by commas.
  public var description: String { names.sorted().joined(separator: ", ") }
}
