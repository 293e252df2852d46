/// The typed part of a command: the number before its keys, and the first keys of a sequence.
package struct PendingKeys: Equatable, Sendable {
  package private(set) var count: Int?
  package var keys: KeySequence? { didSet { firstRow = 0 } }
  /// The first row of the box with the keys that may follow.
  var firstRow = 0
  /// The digit that has just focused a pane; the key after it may make it a number.
  var focusing: FocusingDigit?

  /// The largest number; its product with a page still fits an `Int`.
  private static let greatest = 99_999_999

  package init() {}

  var isEmpty: Bool { count == nil && keys == nil }

  mutating func append(digit: Int) { count = min(Self.greatest, (count ?? 0) * 10 + digit) }

  /// Removes the last digit or key.
  mutating func removeLast() {
    if let keys {
      self.keys = keys.keys.count > 1 ? KeySequence(Array(keys.keys.dropLast())) : nil
    } else if let count {
      self.count = count >= 10 ? count / 10 : nil
    }
  }
}

/// A digit whose command focused a pane.
struct FocusingDigit: Equatable, Sendable {
  let value: Int
  /// The pane that had the focus before.
  let former: Focus
}

extension PendingKeys: CustomStringConvertible {
  /// As typed: `12 g`.
  package var description: String {
    [count.map(String.init), keys?.description].compactMap(\.self).joined(separator: " ")
  }
}

extension Key {
  /// The digit it adds to the number before a command: Alt and a digit begin one, as in readline.
  var digit: (value: Int, begins: Bool)? {
    switch self {
    case .alt(let character): character.isASCII ? character.wholeNumberValue.map { ($0, true) } : nil
    case .character(let character): character.isASCII ? character.wholeNumberValue.map { ($0, false) } : nil
    default: nil
    }
  }
}
