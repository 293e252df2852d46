/// One header line of a message.
public struct HTTPHeader: Hashable, Sendable {
  /// The field name, spelled as sent or received; HTTP/2 names are lower case.
  public var name: String
  /// The field value without surrounding whitespace.
  public var value: String

  /// Creates a header. Characters that cannot be sent are reported when the request is sent.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// The headers of a message in their order, duplicates included; names are equal in any case (RFC 9110, section 5.1).
///
/// `append` keeps what is there already, so that a header can be sent twice; `add`, `update` and the subscript
/// replace it. Two values are equal where they would be the same bytes on the wire. Looking up is linear: messages
/// have few headers.
public struct HTTPHeaders: Hashable, Sendable {
  var headers: [HTTPHeader]

  /// No headers.
  public init() { headers = [] }

  /// All of `headers`, in their order and with their duplicates.
  public init(_ headers: some Sequence<HTTPHeader>) { self.headers = Array(headers) }

  /// Sorted by name, because a dictionary has no order. Of names that differ only in case one is kept, the
  /// lowest-case one.
  public init(_ dictionary: [String: String]) {
    self.init()
    for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) { update(name: name, value: value) }
    sort()
  }
}

extension HTTPHeaders {
  /// The first value of `name`. Setting does what `update(name:value:)` does; setting `nil` removes every header of
  /// that name.
  public subscript(name: String) -> String? {
    get { headers.first { $0.name.isFieldName(name) }?.value }
    set {
      if let newValue { update(name: name, value: newValue) } else { remove(name: name) }
    }
  }

  /// The first value of `name`, `nil` where there is none.
  public func first(_ name: String) -> String? { self[name] }

  /// The first value of `name`, `nil` where there is none; Alamofire's word for it.
  public func value(for name: String) -> String? { self[name] }

  /// Every value of `name`, in order.
  public func values(for name: String) -> [String] {
    headers.lazy.filter { $0.name.isFieldName(name) }.map(\.value)
  }

  /// Whether there is a header of that name.
  public func contains(name: String) -> Bool { headers.contains { $0.name.isFieldName(name) } }

  /// Each name with its first value, the names spelled as they first appear; what else a repeated name said is lost.
  public var dictionary: [String: String] {
    var seen: Set<String> = []
    return headers.reduce(into: [:]) { dictionary, header in
      if seen.insert(header.name.lowercased()).inserted { dictionary[header.name] = header.value }
    }
  }
}

extension HTTPHeaders {
  /// Adds a header at the end, even where there is one of that name: both are sent.
  public mutating func append(name: String, value: String) { headers.append(HTTPHeader(name, value)) }

  /// Does what `update(name:value:)` does.
  public mutating func add(name: String, value: String) { update(HTTPHeader(name, value)) }

  /// Does what `update(_:)` does.
  public mutating func add(_ header: HTTPHeader) { update(header) }

  /// Makes `value` the only value of `name`.
  public mutating func update(name: String, value: String) { update(HTTPHeader(name, value)) }

  /// Makes `header` the only one of its name, spelled as it is: in the place of the first one, else at the end.
  public mutating func update(_ header: HTTPHeader) {
    guard let place = headers.firstIndex(where: { $0.name.isFieldName(header.name) }) else {
      return headers.append(header)
    }
    headers[place] = header
    headers[(place + 1)...].removeAll { $0.name.isFieldName(header.name) }
  }

  /// Removes every header of that name; nothing where there is none.
  public mutating func remove(name: String) { headers.removeAll { $0.name.isFieldName(name) } }

  /// Sorts by name, in which case does not count; those of one name keep their order.
  public mutating func sort() { headers.sort { $0.name.precedesFieldName($1.name) } }

  /// The same headers sorted by name, in which case does not count; those of one name keep their order.
  public func sorted() -> HTTPHeaders {
    var sorted = self
    sorted.sort()
    return sorted
  }
}
