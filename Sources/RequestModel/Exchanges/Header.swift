/// One header line as it stands on the wire: order and duplicates are the list's.
public struct Header: Hashable, Sendable {
  /// The name with the letters' case as sent or received; HTTP/2 names are lower case.
  public var name: String
  /// As it stands on the wire, without the space around it.
  public var value: String

  /// Anything is taken; what cannot be sent is refused when it is to be sent.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [Header] {
  /// The first value whose name is `name` in any case.
  public func first(_ name: String) -> String? {
    first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
