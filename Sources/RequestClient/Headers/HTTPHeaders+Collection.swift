extension HTTPHeaders: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// Always 0.
  public var startIndex: Int { headers.startIndex }
  /// How many there are, duplicates included.
  public var endIndex: Int { headers.endIndex }

  /// The header at a place; setting it leaves other headers of its name alone.
  public subscript(position: Int) -> HTTPHeader {
    get { headers[position] }
    set { headers[position] = newValue }
  }

  /// Adds a header at the end, even where there is one of its name.
  public mutating func append(_ header: HTTPHeader) { headers.append(header) }

  /// Makes room for so many headers.
  public mutating func reserveCapacity(_ count: Int) { headers.reserveCapacity(count) }

  /// Replaces the headers at some places; nothing is checked for duplicates.
  public mutating func replaceSubrange(_ range: Range<Int>, with newHeaders: some Collection<HTTPHeader>) {
    headers.replaceSubrange(range, with: newHeaders)
  }
}

extension HTTPHeaders: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// All of them, in their order and with their duplicates.
  public init(arrayLiteral headers: HTTPHeader...) { self.init(headers) }

  /// In the order written. A dictionary has each name once: of a repeated one the last value and spelling count.
  public init(dictionaryLiteral pairs: (String, String)...) {
    self.init()
    for (name, value) in pairs { update(name: name, value: value) }
  }
}

extension HTTPHeaders: CustomStringConvertible {
  /// One `Name: value` a line, as sent: credentials are not hidden.
  public var description: String { headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n") }
}
