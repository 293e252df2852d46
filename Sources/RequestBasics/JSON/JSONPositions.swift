/// The positions of many values of one text, found without reading it again for each.
package struct JSONPositions {
  private let text: JSONText
  /// The offsets of the lines; computed for the first position.
  private var lines: [Int] = []
  private var elements: [Int: [Int]] = [:]
  private var members: [Int: [ExactText: Int]] = [:]
  /// The position found last: one behind it on the same line is counted from it.
  private var last = (offset: 0, line: 0, column: 1)

  package init(_ text: JSONText) { self.text = text }

  /// Returns the position of the value at `path`, or of its nearest existing ancestor.
  package mutating func position(of path: JSONLocation) -> TextPosition {
    position(at: text.nodes[node(at: path)].start)
  }

  /// Returns the position of the key of the member at `path`.
  package mutating func keyPosition(of path: JSONLocation) -> TextPosition {
    position(at: text.nodes[node(at: path)].itemStart)
  }

  // MARK: Values

  private mutating func node(at path: JSONLocation) -> Int {
    var index = 0
    for step in path.steps {
      guard let child = child(step, of: index) else { break }
      index = child
    }
    return index
  }

  private mutating func child(_ step: JSONLocation.Step, of index: Int) -> Int? {
    switch (step, text.nodes[index].kind) {
    case (.index(let wanted), .array):
      let children = elements[index] ?? text.children(of: index)
      elements[index] = children
      return children.indices.contains(wanted) ? children[wanted] : nil
    case (.key(let wanted), .object):
      let names = members[index] ?? names(of: index)
      members[index] = names
      return names[ExactText(wanted)]
    default: return nil
    }
  }

  /// Of members with the same name, the last one counts.
  private func names(of index: Int) -> [ExactText: Int] {
    var names: [ExactText: Int] = [:]
    text.forEachChild(of: index) { names[ExactText(text.key(of: $0).value)] = $0 }
    return names
  }

  // MARK: Lines

  private mutating func position(at offset: Int) -> TextPosition {
    if lines.isEmpty { lines = lineStarts }
    let line = self.line(at: offset)
    let isBehind = last.line == line && (lines[line]...max(lines[line], offset)).contains(last.offset)
    let start = isBehind ? last : (offset: min(lines[line], offset), line: line, column: 1)
    last = (offset, line, start.column + String(decoding: text.bytes[start.offset..<offset], as: UTF8.self).count)
    return TextPosition(line: line + 1, column: last.column)
  }

  /// The first line begins behind a byte order mark.
  private var lineStarts: [Int] {
    let bytes = text.bytes
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let first = bytes.starts(with: mark) ? mark.count : 0
    return [first] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  private func line(at offset: Int) -> Int { max(0, lines.partitioningIndex { $0 > offset } - 1) }
}
