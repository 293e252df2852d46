// Lines and drawn columns.
extension TextBuffer {
  /// The line of an offset, from 0.
  package func line(of offset: Int) -> Int {
    guard !chunks.isEmpty else { return 0 }
    let (index, start) = chunk(at: offset)
    let before = chunks[..<index].reduce(0) { $0 + $1.lineBreaks }
    return chunks[index].bytes[..<(offset - start)].reduce(before) { $1 == TextChunk.lineBreak ? $0 + 1 : $0 }
  }

  /// The offset of the first byte of a line, or of the nearest line if `line` is out of range.
  package func start(ofLine line: Int) -> Int {
    guard line > 0 else { return 0 }
    var rest = min(line, lineBreaks)
    var start = 0
    for chunk in chunks {
      if chunk.lineBreaks < rest {
        rest -= chunk.lineBreaks
        start += chunk.count
        continue
      }
      for (index, byte) in chunk.bytes.enumerated() where byte == TextChunk.lineBreak {
        rest -= 1
        if rest == 0 { return start + index + 1 }
      }
    }
    return start
  }

  package func lineStart(of offset: Int) -> Int {
    lastIndex(before: offset, inChunks: { $0.lineBreaks > 0 }) { $0 == TextChunk.lineBreak }.map { $0 + 1 } ?? 0
  }

  /// The end of the line that contains an offset, before its line break.
  package func lineEnd(of offset: Int) -> Int {
    firstIndex(from: offset, inChunks: { $0.lineBreaks > 0 }) { $0 == TextChunk.lineBreak } ?? count
  }

  /// The bytes of a line without its line break.
  package func range(ofLine line: Int) -> Range<Int> {
    let start = start(ofLine: line)
    return start..<lineEnd(of: start)
  }

  package func firstIndex(from offset: Int, where matches: (UInt8) -> Bool) -> Int? {
    firstIndex(from: offset, inChunks: { _ in true }, where: matches)
  }

  /// - Parameter mayMatch: Whether a chunk needs to be searched.
  private func firstIndex(
    from offset: Int, inChunks mayMatch: (TextChunk) -> Bool, where matches: (UInt8) -> Bool
  ) -> Int? {
    guard offset < count else { return nil }
    var (index, start) = chunk(at: offset)
    var skipped = max(0, offset - start)
    while index < chunks.count {
      if mayMatch(chunks[index]), let found = chunks[index].bytes[skipped...].firstIndex(where: matches) {
        return start + found
      }
      start += chunks[index].count
      index += 1
      skipped = 0
    }
    return nil
  }

  package func lastIndex(before offset: Int, where matches: (UInt8) -> Bool) -> Int? {
    lastIndex(before: offset, inChunks: { _ in true }, where: matches)
  }

  private func lastIndex(
    before offset: Int, inChunks mayMatch: (TextChunk) -> Bool, where matches: (UInt8) -> Bool
  ) -> Int? {
    guard offset > 0, count > 0 else { return nil }
    var (index, start) = chunk(at: offset - 1)
    var end = min(offset - start, chunks[index].count)
    while true {
      if mayMatch(chunks[index]), let found = chunks[index].bytes[..<end].lastIndex(where: matches) {
        return start + found
      }
      guard index > 0 else { return nil }
      index -= 1
      start -= chunks[index].count
      end = chunks[index].count
    }
  }

  /// The drawn columns before an offset in its line.
  package func columns(before offset: Int) -> Int {
    let start = lineStart(of: offset)
    var columns = 0
    walk(from: start, to: offset) { part, whole in
      let part = whole ?? ColumnCount(part, tabWidth: tabWidth)
      columns = part.end(from: columns, tabWidth: tabWidth)
      return true
    }
    return columns
  }

  /// The last offset of a line with at most `columns` columns before it, and their number.
  ///
  /// - Parameter line: The start of the line.
  package func offset(inLineFrom line: Int, atColumns columns: Int) -> (offset: Int, columns: Int) {
    var (offset, used) = (line, 0)
    walk(from: line, to: lineEnd(of: line)) { part, whole in
      if let whole {
        let end = whole.end(from: used, tabWidth: tabWidth)
        if end <= columns {
          (offset, used) = (offset + part.count, end)
          return true
        }
      }
      let plain = Self.plainPrefix(of: part, atMost: columns - used)
      (offset, used) = (offset + plain, used + plain)
      if used == columns { return false }
      for character in String(decoding: part.dropFirst(plain), as: UTF8.self) {
        let end = Self.end(of: character, from: used, tabWidth)
        if end > columns { return false }
        (offset, used) = (offset + character.utf8.count, end)
      }
      return true
    }
    return (offset, used)
  }

  /// The number of leading characters with one byte and one column each.
  private static func plainPrefix(of part: ArraySlice<UInt8>, atMost limit: Int) -> Int {
    part.withUnsafeBufferPointer { bytes in
      var count = 0
      while count < bytes.count, count < limit, bytes[count] >= 0x20, bytes[count] < 0x7F,
        // A combining mark may follow the last one.
        count + 1 == bytes.count || bytes[count + 1] < 0x80
      {
        count += 1
      }
      return count
    }
  }

  private static func end(of character: Character, from column: Int, _ tabWidth: Int) -> Int {
    character == "\t" ? ColumnCount.stop(after: column, tabWidth) : column + String(character).columns
  }

  /// Visits the parts of a range within one line until `body` returns `false`, with the columns of whole chunks.
  private func walk(from start: Int, to end: Int, _ body: (ArraySlice<UInt8>, ColumnCount?) -> Bool) {
    guard start < end else { return }
    var (index, chunkStart) = chunk(at: start)
    while index < chunks.count, chunkStart < end {
      let chunk = chunks[index]
      let range = max(0, start - chunkStart)..<min(chunk.count, end - chunkStart)
      if !body(chunk.bytes[range], range.count == chunk.count ? chunk.lastLine : nil) { return }
      chunkStart += chunk.count
      index += 1
    }
  }

  /// The visible part of a line between two columns. Tabs are drawn as blanks after a mark.
  ///
  /// - Returns: The range of bytes, and its first column: `columns.lowerBound`, or an earlier one if a wide character
  ///   or a tab crosses it.
  package func visible(line: Int, columns: Range<Int>) -> (range: Range<Int>, column: Int) {
    let start = start(ofLine: line)
    let first = offset(inLineFrom: start, atColumns: columns.lowerBound)
    let last = offset(inLineFrom: start, atColumns: columns.upperBound)
    return (first.offset..<last.offset, first.columns)
  }
}
