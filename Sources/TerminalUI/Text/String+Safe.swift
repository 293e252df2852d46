extension String {
  /// The text as one line that acts on no terminal and hides nothing: a visible mark stands for every control character,
  /// line end, tab, text direction control and invisible character.
  ///
  /// Emoji sequences and the joiners that a script needs stay as they are.
  package var safeLine: String { safe { _ in false } }

  /// Lines of text that act on no terminal: line ends and tabs stay, all else is as in `safeLine`.
  package var safeLines: String { safe { $0 == 0x0A || $0 == 0x09 } }

  private func safe(keeping isKept: (UInt32) -> Bool) -> String {
    // Nearly every line is printable ASCII.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      result.append(isKept(scalar.value) ? scalar : Self.shown(scalar, after: previous, before: rest.first))
      previous = scalar
    }
    return String(result)
  }

  private static func shown(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?
  ) -> Unicode.Scalar {
    switch CharacterWidth.kind(of: scalar) {
    case .narrow, .wide, .combining: scalar
    case .joiner: Joiner.isShown(scalar, after: previous, before: next) ? scalar : CharacterWidth.replacement
    // The terminal may know a newer Unicode than the C library; nothing is measured here.
    case .mark(let stand): scalar.isNewerThanWidthTable ? scalar : stand
    }
  }
}

extension Unicode.Scalar {
  /// Whether the width table lacks a character that can be seen.
  fileprivate var isNewerThanWidthTable: Bool {
    guard value >= 0x300, WidthTable.columns(of: value) == nil, !properties.isDefaultIgnorableCodePoint else {
      return false
    }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }
}
