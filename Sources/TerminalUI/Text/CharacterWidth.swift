/// The width class of a character in a terminal.
enum CharacterWidth {
  enum Kind: Equatable {
    case narrow, wide
    /// Combines with the previous character.
    case combining
    /// Joins or varies adjacent characters and is invisible. See `Joiner`.
    case joiner
    /// An unsafe or invisible character, shown as the given mark.
    case mark(Unicode.Scalar)
  }

  static func kind(of scalar: Unicode.Scalar) -> Kind {
    let value = scalar.value
    if value < 0x7F { return value >= 0x20 ? .narrow : .mark(controlPicture(value)) }
    if value < 0xA0 { return .mark(value == 0x7F ? "␡" : replacement) }
    if value < 0x300 { return value == 0xAD ? .mark(replacement) : .narrow }
    switch WidthTable.columns(of: value) {
    case nil: return .mark(replacement)
    case 0: return zeroWidth(scalar)
    case 1: return isHiddenFormat(value) ? .mark(replacement) : .narrow
    default:
      if Joiner.isSkinTone(scalar) { return .joiner }
      return value == 0x115F || value == 0x3164 ? .mark(replacement) : .wide
    }
  }

  static let replacement: Unicode.Scalar = "\u{FFFD}"

  private static func zeroWidth(_ scalar: Unicode.Scalar) -> Kind {
    if scalar.value == 0x200C || scalar.value == 0x200D || scalar.properties.isVariationSelector { return .joiner }
    let isHidden = scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format
    return isHidden ? .mark(replacement) : .combining
  }

  /// Format characters and fillers that the C library counts as one column.
  private static func isHiddenFormat(_ value: UInt32) -> Bool {
    switch value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0xFFA0, 0xFFF0...0xFFFB, 0x110BD, 0x110CD,
      0x13430...0x1343F:
      true
    default: false
    }
  }

  private static func controlPicture(_ value: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(0x2400 + value) ?? replacement
  }
}

extension WidthTable {
  /// The columns of a character from U+0300 on; `nil` if the C library does not know it.
  static func columns(of value: UInt32) -> Int? {
    switch runs[runs.partitioningIndex { $0 >> 2 > value } - 1] & 3 {
    case 0: return 1
    case 1: return 2
    case 2: return 0
    default: return nil
    }
  }
}
