/// A text of any size for editing in place, stored as chunks of UTF-8. Positions are byte offsets.
///
/// An edit changes one chunk, or those that it removes. Finding a line or a column walks over the chunks, not the
/// bytes: a megabyte has five hundred chunks. A copy shares all chunks with the original.
package struct TextBuffer: Sendable {
  private(set) var chunks: [TextChunk] = []
  /// The number of bytes.
  package private(set) var count = 0
  /// The columns between tab stops.
  package let tabWidth: Int
  private(set) var lineBreaks = 0

  package init(_ text: String, tabWidth: Int = 4) {
    self.tabWidth = tabWidth
    replace(0..<0, with: Array(text.utf8))
  }

  package var lineCount: Int { lineBreaks + 1 }

  package var text: String {
    var text = ""
    text.reserveCapacity(count)
    for chunk in chunks { text += String(decoding: chunk.bytes, as: UTF8.self) }
    return text
  }

  /// The chunk of a byte and the offset of its first byte. The end of the text belongs to the last chunk.
  func chunk(at offset: Int) -> (index: Int, start: Int) {
    var start = 0
    for index in chunks.indices {
      let end = start + chunks[index].count
      if offset < end { return (index, start) }
      start = end
    }
    return chunks.isEmpty ? (0, 0) : (chunks.count - 1, count - chunks[chunks.count - 1].count)
  }

  package func byte(at offset: Int) -> UInt8? {
    guard offset >= 0, offset < count else { return nil }
    let (index, start) = chunk(at: offset)
    return chunks[index].bytes[offset - start]
  }

  package func bytes(in range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    forEachPart(of: range) { result.append(contentsOf: $0) }
    return result
  }

  package func text(in range: Range<Int>) -> String { String(decoding: bytes(in: range), as: UTF8.self) }

  /// Calls `body` with the bytes of each chunk in the range.
  func forEachPart(of range: Range<Int>, _ body: (ArraySlice<UInt8>) -> Void) {
    guard !range.isEmpty else { return }
    var (index, start) = chunk(at: range.lowerBound)
    while index < chunks.count, start < range.upperBound {
      let bytes = chunks[index].bytes
      body(bytes[max(0, range.lowerBound - start)..<min(bytes.count, range.upperBound - start)])
      start += bytes.count
      index += 1
    }
  }
}

// MARK: Changing

extension TextBuffer {
  /// Replaces bytes. Both ends of the range must be character boundaries.
  package mutating func replace(_ range: Range<Int>, with new: [UInt8]) {
    guard !chunks.isEmpty else { return place(TextChunk.chunks(of: new, tabWidth: tabWidth), over: 0..<0) }
    // New text is added to the chunk before, so that a mark stays with its letter.
    var (first, start) = chunk(at: range.isEmpty ? max(0, range.lowerBound - 1) : range.lowerBound)
    if range.lowerBound == start, first > 0 {
      first -= 1
      start -= chunks[first].count
    }
    var (last, end) = (first, start + chunks[first].count)
    while end < range.upperBound, last + 1 < chunks.count {
      last += 1
      end += chunks[last].count
    }
    if end == range.upperBound, last + 1 < chunks.count, TextChunk.continuesCharacter(chunks[last + 1].bytes.prefix(4))
    {
      last += 1
      end += chunks[last].count
    }
    let tail = chunks[last].bytes.suffix(end - range.upperBound)
    let bytes = Array(chunks[first].bytes[..<(range.lowerBound - start)]) + new + tail
    place(TextChunk.chunks(of: bytes, tabWidth: tabWidth), over: first..<(last + 1))
  }

  private mutating func place(_ new: [TextChunk], over range: Range<Int>) {
    for chunk in chunks[range] {
      count -= chunk.count
      lineBreaks -= chunk.lineBreaks
    }
    for chunk in new {
      count += chunk.count
      lineBreaks += chunk.lineBreaks
    }
    if new.count == 1, range.count == 1 {
      chunks[range.lowerBound] = new[0]
    } else {
      chunks.replaceSubrange(range, with: new)
    }
  }
}

extension TextBuffer: Equatable {
  /// Compares the texts, regardless of their chunks.
  package static func == (a: TextBuffer, b: TextBuffer) -> Bool {
    guard a.count == b.count, a.lineBreaks == b.lineBreaks else { return false }
    return a.chunks == b.chunks || a.bytes(in: 0..<a.count) == b.bytes(in: 0..<b.count)
  }
}
