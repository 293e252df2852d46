/// A header line as sent or received.
public struct Header: Hashable, Sendable {
  /// The name in its original case; HTTP/2 names are lower case.
  public var name: String
  /// The value without surrounding white space.
  public var value: String

  /// Creates a header without checking it. Invalid headers are rejected when they are sent.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [Header] {
  /// Returns the first value with that name, ignoring case.
  public func first(_ name: String) -> String? {
    first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
