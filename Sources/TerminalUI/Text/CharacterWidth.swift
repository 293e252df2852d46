/// How many columns a terminal gives to a character.
enum CharacterWidth {
  enum Kind: Equatable {
    case narrow, wide
    /// Goes into the cell of the character before it.
    case combining
    /// Not drawn: a joiner, a variation selector, a skin tone.
    case dropped
    /// Would act on the terminal or reorder the line: shown as this.
    case mark(String)
  }

  static func kind(of scalar: Unicode.Scalar) -> Kind {
    let value = scalar.value
    if value < 0x7F { return value >= 0x20 ? .narrow : .mark(controlPicture(value)) }
    if value < 0xA0 { return .mark(value == 0x7F ? "␡" : "�") }
    if value < 0x300 { return value == 0xAD ? .dropped : .narrow }
    switch value {
    case 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x1F3FB...0x1F3FF, 0x200C, 0x2060...0x2064, 0xFEFF, 0x034F:
      return .dropped
    // Bidirectional controls, line separators, tags and interlinear marks.
    case 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2065...0x206F, 0xFFF0...0xFFFB, 0xE0000...0xE00FF:
      return .mark("�")
    default: break
    }
    if WideRanges.contains(value) { return .wide }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .combining
    case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: return .mark("�")
    default:
      // Jamo that follow a leading consonant take no column of their own.
      return (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) ? .combining : .narrow
    }
  }

  private static func controlPicture(_ value: UInt32) -> String {
    String(Unicode.Scalar(0x2400 + value) ?? "�")
  }
}

extension WideRanges {
  /// A binary search: most text never gets here.
  static func contains(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].contains(value)
  }
}
