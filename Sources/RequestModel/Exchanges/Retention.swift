/// How much of history is kept. Without a limit, history grows until `history prune`.
package struct Retention: Equatable, Sendable {
  /// The number of exchanges.
  package var count: Int?
  package var days: Int?
  /// Bytes on disk.
  package var size: Int?

  package init(count: Int? = nil, days: Int? = nil, size: Int? = nil) {
    self.count = count
    self.days = days
    self.size = size
  }

  package var isUnlimited: Bool { self == Retention() }
}

extension Retention {
  /// An invalid limit.
  package struct Mistake: Error, Equatable, Sendable {
    package let word: String
    package var sentence: String { "A limit is not \"\(word)\" — write exchanges, days or a size: 10000 30d 1G" }
  }

  /// Parses limits: `10000 30d 1G`. An empty text sets none.
  package init(_ text: String) throws(Mistake) {
    self.init()
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }).map(String.init) {
      if let number = Int(word), number > 0 {
        count = number
      } else if word.lowercased().hasSuffix("d"), let number = Int(word.dropLast()), number > 0 {
        days = number
      } else if let bytes = ByteSize.parse(word), bytes > 0 {
        size = bytes
      } else {
        throw Mistake(word: word)
      }
    }
  }

  /// The bytes of the setting: a number, or text such as `2G`; `nil` if it is neither.
  package static func size(_ value: JSONValue) -> Int? {
    (value.number?.int ?? value.string.flatMap(ByteSize.parse)).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The limits in the notation that `init(_:)` parses.
  package var text: String {
    [count.map(String.init), days.map { "\($0)d" }, size.map(Self.exact)].compactMap(\.self).joined(separator: " ")
  }

  private static func exact(_ size: Int) -> String {
    let (count, power) = ByteSize.exact(size)
    return "\(count)\(["b", "k", "M", "G"][power])"
  }
}

/// When to look whether history has outgrown its limits again: after so many records, or so many bytes.
///
/// Counting needs no timer: nothing runs while nothing is recorded.
package struct RetentionPace: Sendable {
  private var last: (count: Int, size: Int)?

  package init() {}

  package static let records = 100
  package static let bytes = 32 << 20

  /// Whether it is time, for a history that has grown to this.
  package mutating func isDue(count: Int, size: Int) -> Bool {
    guard let last else {
      self.last = (count, size)
      return false
    }
    guard count - last.count >= Self.records || size - last.size >= Self.bytes else {
      // Pruning by another program sets the pace back.
      self.last = (min(count, last.count), min(size, last.size))
      return false
    }
    self.last = (count, size)
    return true
  }
}
