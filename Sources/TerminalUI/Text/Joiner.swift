/// Invisible characters that join or vary others: zero-width joiners, variation selectors, skin tones.
///
/// Emoji and several scripts need them. Elsewhere they could make different texts look the same.
enum Joiner {
  /// Whether `scalar` has something to join or vary at its position.
  static func isInPlace(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?
  ) -> Bool {
    guard let previous else { return false }
    switch scalar.value {
    case 0x200C: return joinsLetters(previous, next)
    case 0x200D: return joinsLetters(previous, next) || joinsEmoji(previous, next)
    case 0xFE0E, 0xFE0F: return previous.properties.isEmoji && (previous.value > 0x7F || next?.value == 0x20E3)
    case 0x180B...0x180F: return (0x1820...0x18AA).contains(previous.value)
    case 0xE0100...0xE01EF: return previous.properties.isIdeographic
    case 0x1F3FB...0x1F3FF: return previous.properties.isEmojiModifierBase || previous.value == 0xFE0F
    default:
      return previous.value > 0x7F && !previous.properties.isVariationSelector
        && CharacterWidth.kind(of: previous) != .joiner
    }
  }

  /// Whether it is in place, or a lone skin tone.
  static func isShown(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?
  ) -> Bool {
    isSkinTone(scalar) || isInPlace(scalar, after: previous, before: next)
  }

  static func isSkinTone(_ scalar: Unicode.Scalar) -> Bool { (0x1F3FB...0x1F3FF).contains(scalar.value) }

  private static func joinsEmoji(_ previous: Unicode.Scalar, _ next: Unicode.Scalar?) -> Bool {
    guard let next, next.value > 0x7F, next.properties.isEmoji else { return false }
    return previous.value == 0xFE0F || (previous.value > 0x7F && previous.properties.isEmoji)
  }

  /// Whether both belong to a script whose letters change with their neighbours.
  private static func joinsLetters(_ previous: Unicode.Scalar, _ next: Unicode.Scalar?) -> Bool {
    guard let next else { return false }
    return isOfJoiningScript(previous.value) && isOfJoiningScript(next.value)
  }

  /// Arabic and related scripts; the scripts of India, Tibet and South East Asia; Mongolian.
  private static func isOfJoiningScript(_ value: UInt32) -> Bool {
    switch value {
    case 0x620...0x10FF, 0x1780...0x18AF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: true
    default: false
    }
  }
}
