/// A base character with its combining marks, which fills one or two cells.
struct Glyph: Equatable {
  var text: CellText
  /// 1 or 2 columns.
  var width: Int
  /// Whether it replaces an unsafe character.
  var isMark: Bool
}

/// The glyphs of a text, safe for any terminal.
///
/// Terminals agree on the width of characters but not of sequences: an emoji family takes two columns in some and six in
/// others. Joiners, variation selectors and skin tones are therefore left out and every base character is drawn on its
/// own, so that the cursor position is always known. A stray joiner shows as a mark.
struct Glyphs: Sequence, IteratorProtocol {
  private var scalars: String.UnicodeScalarView.Iterator
  private var previous: Unicode.Scalar?
  private var current: Unicode.Scalar?
  private var following: Unicode.Scalar?

  init(_ text: some StringProtocol) {
    scalars = String(text).unicodeScalars.makeIterator()
    current = scalars.next()
    following = scalars.next()
  }

  private mutating func advance() { (previous, current, following) = (current, following, scalars.next()) }

  mutating func next() -> Glyph? {
    while let scalar = current {
      let kind = CharacterWidth.kind(of: scalar)
      let isJoined = kind == .joiner && Joiner.isInPlace(scalar, after: previous, before: following)
      advance()
      switch kind {
      case .joiner where isJoined: continue
      case .joiner where Joiner.isSkinTone(scalar): return glyph(from: scalar, width: 2)
      case .joiner: return mark(CharacterWidth.replacement)
      case .mark(let stand): return mark(stand)
      case .combining: return glyph(from: "◌", adding: scalar, width: 1)
      case .narrow: return glyph(from: scalar, width: 1)
      case .wide: return glyph(from: scalar, width: 2)
      }
    }
    return nil
  }

  private func mark(_ stand: Unicode.Scalar) -> Glyph { Glyph(text: CellText(stand), width: 1, isMark: true) }

  private mutating func glyph(from base: Unicode.Scalar, adding mark: Unicode.Scalar? = nil, width: Int) -> Glyph {
    // Fast path for printable ASCII.
    if mark == nil, current == nil || current!.value < 0x300 {
      return Glyph(text: CellText(base), width: width, isMark: false)
    }
    var text = CellText(base)
    if let mark { text.append(mark) }
    while let scalar = current {
      let kind = CharacterWidth.kind(of: scalar)
      guard kind == .combining || (kind == .joiner && Joiner.isInPlace(scalar, after: previous, before: following))
      else { break }
      if kind == .combining { text.append(scalar) }
      advance()
    }
    return Glyph(text: text, width: width, isMark: false)
  }
}
