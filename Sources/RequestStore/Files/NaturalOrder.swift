/// A sort key for natural order: ignores case, and sorts `item 2` before `item 10`.
struct NaturalOrder: Comparable {
  private let folded: [UInt8]
  private let name: String

  init(_ name: String) {
    self.name = name
    folded = Array(name.lowercased().utf8)
  }

  static func == (a: NaturalOrder, b: NaturalOrder) -> Bool { a.name == b.name }

  static func < (a: NaturalOrder, b: NaturalOrder) -> Bool {
    var (left, right) = (a.folded[...], b.folded[...])
    while let first = left.first, let second = right.first {
      if first.isASCIIDigit, second.isASCIIDigit {
        let (one, two) = (number(&left), number(&right))
        if one.count != two.count { return one.count < two.count }
        if !one.elementsEqual(two) { return one.lexicographicallyPrecedes(two) }
      } else {
        if first != second { return first < second }
        left = left.dropFirst()
        right = right.dropFirst()
      }
    }
    // A stable order for names that differ only by case or leading zeros.
    return left.isEmpty == right.isEmpty ? a.name < b.name : left.isEmpty
  }

  /// Reads digits, without leading zeros.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = rest.prefix(while: \.isASCIIDigit)
    rest = rest.dropFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}
