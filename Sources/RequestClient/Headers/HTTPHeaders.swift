/// The headers of a message, in order and with duplicates. Names are case-insensitive (RFC 9110, section 5.1).
///
/// `append` adds a header even if there is one with the same name; `add`, `update` and the subscript replace it. Lookup
/// takes linear time.
public struct HTTPHeaders: Hashable, Sendable {
  var headers: [HTTPHeader]

  /// Creates an empty list.
  public init() { headers = [] }

  /// Creates headers in the given order, with duplicates.
  public init(_ headers: some Sequence<HTTPHeader>) { self.headers = Array(headers) }

  /// Creates headers sorted by name. Of names that differ only in case, an arbitrary one is kept.
  public init(_ dictionary: [String: String]) {
    self.init()
    for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) { update(name: name, value: value) }
    sort()
  }
}

extension HTTPHeaders {
  /// The first value of `name`. Setting it calls `update(name:value:)`; setting `nil` removes all headers of that name.
  public subscript(name: String) -> String? {
    get { headers.first { $0.name.isFieldName(name) }?.value }
    set {
      if let newValue { update(name: name, value: newValue) } else { remove(name: name) }
    }
  }

  /// The first value of `name`.
  package func first(_ name: String) -> String? { self[name] }

  /// Returns the first value of `name`.
  public func value(for name: String) -> String? { self[name] }

  /// Every value of `name`, in order.
  public func values(for name: String) -> [String] {
    headers.lazy.filter { $0.name.isFieldName(name) }.map(\.value)
  }

  /// Whether there is a header of that name.
  public func contains(name: String) -> Bool { headers.contains { $0.name.isFieldName(name) } }

  /// Each name with its first value.
  public var dictionary: [String: String] {
    var seen: Set<String> = []
    return headers.reduce(into: [:]) { dictionary, header in
      if seen.insert(header.name.lowercased()).inserted { dictionary[header.name] = header.value }
    }
  }

  /// Adds a header at the end, even if there is one with that name.
  public mutating func append(name: String, value: String) { headers.append(HTTPHeader(name, value)) }

  /// Same as `update(name:value:)`.
  public mutating func add(name: String, value: String) { update(HTTPHeader(name, value)) }

  /// Same as `update(_:)`.
  public mutating func add(_ header: HTTPHeader) { update(header) }

  /// Sets `value` as the only value of `name`.
  public mutating func update(name: String, value: String) { update(HTTPHeader(name, value)) }

  /// Replaces all headers of this name by `header`, or adds it at the end.
  public mutating func update(_ header: HTTPHeader) {
    guard let place = headers.firstIndex(where: { $0.name.isFieldName(header.name) }) else {
      return headers.append(header)
    }
    headers[place] = header
    headers[(place + 1)...].removeAll { $0.name.isFieldName(header.name) }
  }

  /// Removes all headers of that name.
  public mutating func remove(name: String) { headers.removeAll { $0.name.isFieldName(name) } }

  /// Sorts by name, ignoring case; headers of the same name keep their order.
  public mutating func sort() { headers.sort { $0.name.precedesFieldName($1.name) } }

  /// Returns the headers sorted by name, ignoring case; headers of the same name keep their order.
  public func sorted() -> HTTPHeaders {
    var sorted = self
    sorted.sort()
    return sorted
  }
}

extension HTTPHeaders: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// Always 0.
  public var startIndex: Int { headers.startIndex }
  /// The number of headers, duplicates included.
  public var endIndex: Int { headers.endIndex }

  /// The header at `position`.
  public subscript(position: Int) -> HTTPHeader {
    get { headers[position] }
    set { headers[position] = newValue }
  }

  /// Adds a header at the end, even if there is one of its name.
  public mutating func append(_ header: HTTPHeader) { headers.append(header) }

  /// Replaces a range of headers.
  public mutating func replaceSubrange(_ range: Range<Int>, with newHeaders: some Collection<HTTPHeader>) {
    headers.replaceSubrange(range, with: newHeaders)
  }
}

extension HTTPHeaders: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// Creates headers in the given order, with duplicates.
  public init(arrayLiteral headers: HTTPHeader...) { self.init(headers) }

  /// Creates headers in the order written. The last value of a repeated name wins.
  public init(dictionaryLiteral pairs: (String, String)...) {
    self.init()
    for (name, value) in pairs { update(name: name, value: value) }
  }
}

extension HTTPHeaders: CustomStringConvertible {
  /// One `Name: value` per line. Credentials are not hidden.
  public var description: String { headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n") }
}

extension HTTPHeaders {
  /// The default headers of a session: `User-Agent`, `Accept-Encoding` and `Accept-Language`.
  public static let `default`: HTTPHeaders = [
    .defaultUserAgent, .defaultAcceptEncoding, .defaultAcceptLanguage,
  ]
}

extension Collection<String> {
  /// Returns a preference list for `Accept` and similar headers: `a, b;q=0.9, c;q=0.8` (RFC 9110, section 12.4.2).
  ///
  /// The quality is never less than 0.1, because 0 means "not acceptable".
  public func qualityEncoded() -> String {
    enumerated()
      .map { index, choice in index == 0 ? choice : "\(choice);q=0.\(Swift.max(10 - index, 1))" }
      .joined(separator: ", ")
  }
}

/// A case-insensitive set of header names (RFC 9110, section 5.1).
///
/// ```swift
/// request.sensitiveHeaders.insert("X-API-Key")
/// ```
public struct HeaderNames: Hashable, Sendable {
  /// In lower case.
  private var names: Set<String>

  /// Creates a set of `names`.
  public init(_ names: some Sequence<String>) { self.names = Set(names.map { $0.lowercased() }) }

  /// Headers whose values are always credentials: `Authorization`, `Cookie` and `Proxy-Authorization`.
  public static let credentials: HeaderNames = ["Authorization", "Cookie", "Proxy-Authorization"]

  /// Whether there are no names.
  public var isEmpty: Bool { names.isEmpty }

  /// Whether the set contains `name`, ignoring case.
  public func contains(_ name: String) -> Bool { !names.isEmpty && names.contains(name.lowercased()) }

  /// Adds a name.
  public mutating func insert(_ name: String) { names.insert(name.lowercased()) }

  /// Adds all names of `other`.
  public mutating func formUnion(_ other: HeaderNames) {
    if !other.isSubset(of: self) { names.formUnion(other.names) }
  }

  /// Returns the names of both sets.
  public func union(_ other: HeaderNames) -> HeaderNames {
    var union = self
    union.formUnion(other)
    return union
  }

  private func isSubset(of other: HeaderNames) -> Bool { names.isEmpty || names.isSubset(of: other.names) }
}

extension HeaderNames: ExpressibleByArrayLiteral {
  /// Creates a set of `names`.
  public init(arrayLiteral names: String...) { self.init(names) }
}

extension HeaderNames: CustomStringConvertible {
  /// The names in lower case, sorted and separated by commas.
  public var description: String { names.sorted().joined(separator: ", ") }
}

extension String {
  /// Whether the texts are equal, ignoring the case of ASCII letters (RFC 9110, section 5.1).
  ///
  /// Compares bytes without allocating, because it runs for every header of every message.
  func isFieldName(_ other: String) -> Bool {
    if utf8.count != other.utf8.count { return false }
    if self == other { return true }
    return utf8.elementsEqual(other.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// Orders header names, ignoring case.
  func precedesFieldName(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8) { $0.lowercasedASCII < $1.lowercasedASCII }
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
