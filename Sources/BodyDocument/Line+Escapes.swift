extension Line.Span {
  /// A part of a text with decoded escapes.
  ///
  /// - Parameter part: The range, extended to whole characters.
  init(_ decoded: DecodedText, _ part: Range<Int>, _ token: SyntaxRole) {
    let part = decoded.bytes.withUnsafeBytes { bytes in
      bytes.characterStart(part.lowerBound)..<bytes.characterStart(part.upperBound)
    }
    self.init(
      String(decoding: decoded.bytes[part], as: UTF8.self), token, start: decoded.sourceOffset(of: part.lowerBound))
    escapes = decoded.changes.filter { $0.decoded.overlaps(part) }.map { change in
      let place = change.decoded.lowerBound - part.lowerBound..<change.decoded.upperBound - part.lowerBound
      return Line.Escape(place: place, bytes: change.source)
    }
  }

  /// The end of the text's bytes in the body.
  var sourceEnd: Int? {
    guard let start else { return nil }
    guard let last = escapes.last else { return start + text.utf8.count }
    return last.bytes.upperBound + text.utf8.count - last.place.upperBound
  }

  /// The range of the text that shows the given bytes of the body. Escapes are never split.
  package func place(of bytes: Range<Int>) -> Range<Int> {
    let first = offset(of: bytes.lowerBound, isEnd: false)
    return first..<max(first, offset(of: bytes.upperBound, isEnd: true))
  }

  private func offset(of byte: Int, isEnd: Bool) -> Int {
    guard let escape = escapes.last(where: { $0.bytes.lowerBound < byte }) else { return byte - (start ?? 0) }
    if byte < escape.bytes.upperBound { return isEnd ? escape.place.upperBound : escape.place.lowerBound }
    return escape.place.upperBound + byte - escape.bytes.upperBound
  }
}
