internal import RequestModel

/// The parts of a multipart body: their headers, then their text or a summary of binary content.
struct MultipartView: FlatView {
  let sections: [MultipartSection]

  var lineCount: Int { sections.last.map { $0.firstLine + $0.lineCount } ?? 0 }

  func pieces(of line: Int, in source: UnsafeRawBufferPointer, emit: (Piece) -> Void) {
    let section = section(of: line)
    let range = bytes(of: line, in: source)
    switch section.content {
    case .delimiter: emit(.bytes(range, .comment))
    case .headers: headerPieces(range, in: source, emit)
    case .text: emit(.bytes(range, .text))
    case .fact(let sentence): emit(.words(sentence, .note))
    case .blank: break
    }
  }

  func bytes(of line: Int, in source: UnsafeRawBufferPointer) -> Range<Int> {
    let section = section(of: line)
    switch section.content {
    case .delimiter, .fact, .blank: return section.bytes
    case .headers(let lines), .text(let lines):
      let content = UnsafeRawBufferPointer(rebasing: source[section.bytes])
      let range = lines.range(of: line - section.firstLine, in: content)
      return range.lowerBound + section.bytes.lowerBound..<range.upperBound + section.bytes.lowerBound
    }
  }

  func line(at offset: Int, in source: UnsafeRawBufferPointer) -> Int {
    let behind = sections.partitioningIndex { $0.bytes.lowerBound > offset }
    guard behind > 0 else { return 0 }
    let section = sections[behind - 1]
    switch section.content {
    case .delimiter, .fact, .blank: return section.firstLine
    case .headers(let lines), .text(let lines):
      let content = UnsafeRawBufferPointer(rebasing: source[section.bytes])
      return section.firstLine + lines.line(at: min(offset - section.bytes.lowerBound, content.count), in: content)
    }
  }

  private func section(of line: Int) -> MultipartSection {
    sections[sections.partitioningIndex { $0.firstLine > line } - 1]
  }

  private func headerPieces(_ range: Range<Int>, in source: UnsafeRawBufferPointer, _ emit: (Piece) -> Void) {
    guard let colon = source[range].firstIndex(of: UInt8(ascii: ":")), !source[range.lowerBound].isJSONSpace else {
      return emit(.bytes(range, .text))
    }
    emit(.bytes(range.lowerBound..<colon, .key))
    emit(.bytes(colon..<colon + 1, .punctuation))
    emit(.bytes(colon + 1..<range.upperBound, .text))
  }
}

/// Consecutive lines of one kind.
struct MultipartSection: Sendable {
  enum Content: Sendable {
    case delimiter, blank
    case headers(LineIndex), text(LineIndex)
    case fact(String)
  }

  var firstLine: Int
  var bytes: Range<Int>
  var content: Content

  var lineCount: Int {
    switch content {
    case .delimiter, .blank, .fact: 1
    case .headers(let lines), .text(let lines): lines.count
    }
  }
}
