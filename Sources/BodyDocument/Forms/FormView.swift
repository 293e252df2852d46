internal import RequestModel

/// The fields of `application/x-www-form-urlencoded`, one per line, decoded as in WHATWG URL, 5.1.
struct FormView: FlatView {
  /// Fields are separated by ampersands; empty ones are skipped.
  struct Fields: RecordRule {
    func next(after start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
      var end = bytes.offset(of: UInt8(ascii: "&"), from: start) ?? bytes.count
      while end < bytes.count, bytes[end] == UInt8(ascii: "&") { end += 1 }
      return max(end, start + 1)
    }
  }

  private let fields: RecordIndex<Fields>

  init(_ bytes: UnsafeRawBufferPointer, unless isStopped: () -> Bool) {
    let first = bytes.firstIndex { $0 != UInt8(ascii: "&") } ?? bytes.count
    fields = RecordIndex(bytes, from: first, rule: Fields(), unless: isStopped)
  }

  var lineCount: Int { fields.count }

  func pieces(of line: Int, in source: UnsafeRawBufferPointer, emit: (Piece) -> Void) {
    let field = bytes(of: line, in: source)
    let equals = source[field].firstIndex(of: UInt8(ascii: "=")) ?? field.upperBound
    decode(field.lowerBound..<equals, .key, in: source, emit)
    guard equals < field.upperBound else { return }
    emit(.words(" = ", .punctuation))
    decode(equals + 1..<field.upperBound, .string, in: source, emit)
  }

  /// The field without trailing ampersands and the line end that some clients append.
  func bytes(of line: Int, in source: UnsafeRawBufferPointer) -> Range<Int> {
    let range = fields.range(of: line, in: source)
    var end = range.upperBound
    while end > range.lowerBound, source[end - 1] == UInt8(ascii: "&") { end -= 1 }
    if line == lineCount - 1 { while end > range.lowerBound, source[end - 1].isJSONSpace { end -= 1 } }
    return range.lowerBound..<end
  }

  var hasValues: Bool { true }

  /// The decoded value of the field.
  func value(of line: Int, in source: UnsafeRawBufferPointer) -> String {
    let field = bytes(of: line, in: source)
    guard let equals = source[field].firstIndex(of: UInt8(ascii: "=")) else { return "" }
    var text = ""
    decode(equals + 1..<field.upperBound, .string, in: source) { piece in
      switch piece {
      case .bytes(let range, _), .escaped(let range, _): text += source.text(range)
      case .words(let words, _): text += words
      }
    }
    return text
  }

  func line(at offset: Int, in source: UnsafeRawBufferPointer) -> Int { fields.record(at: offset, in: source) }

  /// Unescaped text refers to its bytes in the body; runs of escapes are decoded, with U+FFFD for invalid UTF-8.
  private func decode(
    _ range: Range<Int>, _ token: SyntaxRole, in source: UnsafeRawBufferPointer, _ emit: (Piece) -> Void
  ) {
    var position = range.lowerBound
    while position < range.upperBound {
      let start = position
      while position < range.upperBound, escape(at: position, in: range, of: source) == nil { position += 1 }
      if position > start { emit(.bytes(start..<position, token)) }
      var decoded: [UInt8] = []
      while position < range.upperBound, let (byte, length) = escape(at: position, in: range, of: source) {
        decoded.append(byte)
        position += length
      }
      if !decoded.isEmpty { emit(.words(String(decoding: decoded, as: UTF8.self), token)) }
    }
  }

  private func escape(
    at offset: Int, in range: Range<Int>, of source: UnsafeRawBufferPointer
  ) -> (byte: UInt8, length: Int)? {
    switch source[offset] {
    case UInt8(ascii: "+"): return (UInt8(ascii: " "), 1)
    case UInt8(ascii: "%"):
      guard offset + 2 < range.upperBound, let high = PercentEncoding.value(source[offset + 1]),
        let low = PercentEncoding.value(source[offset + 2])
      else { return nil }
      return (high << 4 | low, 3)
    default: return nil
    }
  }
}
