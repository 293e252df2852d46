/// What goes into one cell, or into two: a base character with its combining marks.
struct Glyph: Equatable {
  var text: String
  /// 1 or 2 columns.
  var width: Int
  /// Whether it stands for a character that must not reach the terminal.
  var isMark: Bool
}

/// The glyphs of a text, safe to send to any terminal.
///
/// Terminals agree on the width of a character, not on that of a sequence: some join an emoji family into two columns, some
/// draw three faces in six. So joiners, variation selectors and skin tones are left out, and every base character stands
/// for itself; the cursor is then always where we think it is.
struct Glyphs: Sequence, IteratorProtocol {
  private var scalars: String.UnicodeScalarView.Iterator
  private var next_: Unicode.Scalar?

  init(_ text: some StringProtocol) {
    scalars = String(text).unicodeScalars.makeIterator()
    next_ = scalars.next()
  }

  // `cchar_t` has room for a base and four marks.
  private static let maxMarks = 4

  mutating func next() -> Glyph? {
    while let scalar = next_ {
      next_ = scalars.next()
      switch CharacterWidth.kind(of: scalar) {
      case .dropped: continue
      case .mark(let stand): return Glyph(text: stand, width: 1, isMark: true)
      case .combining: return glyph(from: "◌", adding: scalar, width: 1)
      case .narrow: return glyph(from: scalar, width: 1)
      case .wide: return glyph(from: scalar, width: 2)
      }
    }
    return nil
  }

  private mutating func glyph(from base: Unicode.Scalar, adding mark: Unicode.Scalar? = nil, width: Int) -> Glyph {
    // Fast path: nothing but printable ASCII needs no look ahead into tables.
    if mark == nil, next_ == nil || next_!.value < 0x300 {
      return Glyph(text: String(base), width: width, isMark: false)
    }
    var text = String(base)
    var marks = 0
    if let mark {
      text.unicodeScalars.append(mark)
      marks = 1
    }
    while let scalar = next_ {
      let kind = CharacterWidth.kind(of: scalar)
      guard kind == .combining || kind == .dropped else { break }
      if kind == .combining, marks < Self.maxMarks {
        text.unicodeScalars.append(scalar)
        marks += 1
      }
      next_ = scalars.next()
    }
    return Glyph(text: text, width: width, isMark: false)
  }
}
