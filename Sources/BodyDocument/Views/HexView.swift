/// A hex dump: offset, sixteen bytes in hexadecimal, and printable ASCII.
struct HexView: FlatView {
  private static let bytesPerLine = 16

  let byteCount: Int
  /// The width of offsets, at least eight.
  private let offsetDigits: Int

  init(byteCount: Int) {
    self.byteCount = byteCount
    offsetDigits = max(8, String(max(0, byteCount - 1), radix: 16).utf8.count)
  }

  var lineCount: Int { (byteCount + Self.bytesPerLine - 1) / Self.bytesPerLine }

  func pieces(of line: Int, in source: UnsafeRawBufferPointer, emit: (Piece) -> Void) {
    let range = bytes(of: line, in: source)
    let offset = String(range.lowerBound, radix: 16)
    emit(.words(String(repeating: "0", count: offsetDigits - offset.utf8.count) + offset, .note))
    emit(.words(Self.digits(of: source[range]), .number))
    emitText(of: range, in: source, emit)
  }

  func bytes(of line: Int, in source: UnsafeRawBufferPointer) -> Range<Int> {
    let start = line * Self.bytesPerLine
    return start..<min(start + Self.bytesPerLine, byteCount)
  }

  func line(at offset: Int, in source: UnsafeRawBufferPointer) -> Int {
    max(0, min(offset, byteCount - 1)) / Self.bytesPerLine
  }

  /// Two groups of eight bytes, padded in the last line to keep the text aligned.
  private static func digits(of bytes: Slice<UnsafeRawBufferPointer>) -> String {
    var text = "  "
    for (index, byte) in bytes.enumerated() {
      if index == bytesPerLine / 2 { text += " " }
      text += byte < 16 ? "0" : ""
      text += String(byte, radix: 16) + " "
    }
    let width = 2 + bytesPerLine * 3 + 1 + 1
    return text + String(repeating: " ", count: width - text.utf8.count)
  }

  /// Runs of printable text refer to their bytes in the body, so that matches can be highlighted.
  private func emitText(of range: Range<Int>, in source: UnsafeRawBufferPointer, _ emit: (Piece) -> Void) {
    var position = range.lowerBound
    while position < range.upperBound {
      let isPrintable = source[position].isPrintableASCII
      let end = source[position..<range.upperBound].firstIndex { $0.isPrintableASCII != isPrintable }
      let run = position..<(end ?? range.upperBound)
      emit(isPrintable ? .bytes(run, .string) : .words(String(repeating: ".", count: run.count), .comment))
      position = run.upperBound
    }
  }
}

extension UInt8 {
  fileprivate var isPrintableASCII: Bool { (0x20...0x7E).contains(self) }
}
