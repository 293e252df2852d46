/// A line and a column in characters, both counted from 1 as in editors.
package struct TextPosition: Hashable, Sendable, CustomStringConvertible {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Creates the position of byte `offset` in `bytes`.
  package init(offset: Int, in bytes: some RandomAccessCollection<UInt8>) {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { before.index(after: $0) } ?? before.startIndex
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    let text = String(decoding: before[lineStart...], as: UTF8.self)
    column = 1 + (text.unicodeScalars.first == "\u{FEFF}" ? text.dropFirst() : text[...]).count
  }

  package var description: String { "\(line):\(column)" }
}
