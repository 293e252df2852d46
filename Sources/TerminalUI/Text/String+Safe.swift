extension String {
  /// The text as one line that is safe for a terminal. Visible marks replace control characters, line ends, tabs, text
  /// direction controls and invisible characters.
  ///
  /// Emoji sequences and required joiners stay unchanged.
  package var safeLine: String { safe { _ in false } }

  /// Like `safeLine`, but keeps line ends and tabs.
  package var safeLines: String { safe { $0 == 0x0A || $0 == 0x09 } }

  private func safe(keeping isKept: (UInt32) -> Bool) -> String {
    // Fast path: most lines are printable ASCII.
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
    // The terminal may know a newer Unicode version than the C library, and width does not matter here.
    case .mark(let stand): scalar.isNewerThanWidthTable ? scalar : stand
    }
  }
}

extension Unicode.Scalar {
  /// Whether a visible character is missing from the width table.
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
