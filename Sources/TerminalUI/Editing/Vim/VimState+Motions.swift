// The destinations of motions.
extension VimState {
  struct Destination: Equatable {
    var offset: Int
    /// Whether an operator includes the character at the destination.
    var isInclusive = false
    var isLines = false
  }

  /// The number of lines of Page Down and Ctrl+D.
  private static let pageRows = 10

  /// - Returns: `nil` if the motion has no destination.
  func destination(of motion: VimMotion, _ count: Int?, in editor: TextEditor) -> Destination? {
    let (buffer, cursor, times) = (editor.buffer, editor.cursor, count ?? 1)
    switch motion {
    case .left: return Destination(offset: editor.retreat(cursor, by: times))
    case .right: return Destination(offset: editor.advance(cursor, by: times))
    case .up, .down: return vertical(motion == .up ? -times : times, in: editor)
    case .pageUp, .pageDown:
      let step = min(times, 1_000) * Self.pageRows
      return vertical(motion == .pageUp ? -step : step, in: editor)
    case .wordForward(let big):
      return Destination(offset: repeated(times, cursor) { editor.vimWordForward(from: $0, big: big) })
    case .wordEnd(let big):
      return Destination(
        offset: repeated(times, cursor) { editor.vimWordEnd(from: $0, big: big) }, isInclusive: true)
    case .wordBackward(let big):
      return Destination(offset: repeated(times, cursor) { editor.vimWordBackward(from: $0, big: big) })
    case .lineStart: return Destination(offset: buffer.lineStart(of: cursor))
    case .firstNonBlank: return Destination(offset: editor.firstNonBlank(of: cursor))
    case .lineEnd:
      return Destination(offset: buffer.lineEnd(of: buffer.start(ofLine: editor.row + times - 1)))
    case .textStart, .textEnd:
      let line = count.map { $0 - 1 } ?? (motion == .textStart ? 0 : buffer.lineCount - 1)
      return Destination(offset: editor.firstNonBlank(of: buffer.start(ofLine: line)), isLines: true)
    case .find(let find): return self.find(find, times, in: editor)
    case .repeatFind(let reversed):
      guard var find = lastFind else { return nil }
      if reversed { find.isForward.toggle() }
      return self.find(find, times, in: editor, isRepeated: true)
    case .matchingBracket: return matchingBracket(in: editor)
    case .paragraphForward:
      return Destination(offset: repeated(times, cursor) { editor.paragraphEnd(from: $0) })
    case .paragraphBackward:
      return Destination(offset: repeated(times, cursor) { editor.paragraphStart(from: $0) })
    case .nextMatch: return nil
    }
  }

  /// The partner of the next bracket on the line.
  private func matchingBracket(in editor: TextEditor) -> Destination? {
    let end = editor.buffer.lineEnd(of: editor.cursor)
    let isBracket = { (byte: UInt8) in TextEditor.brackets.contains { $0.open == byte || $0.close == byte } }
    guard let bracket = editor.buffer.firstIndex(from: editor.cursor, where: isBracket), bracket < end else {
      return nil
    }
    return editor.partner(of: bracket).map { Destination(offset: $0, isInclusive: true) }
  }

  private func repeated(_ count: Int, _ start: Int, _ step: (Int) -> Int) -> Int {
    var place = start
    for _ in 0..<count {
      let next = step(place)
      if next == place { break }
      place = next
    }
    return place
  }

  private func vertical(_ step: Int, in editor: TextEditor) -> Destination? {
    let wanted = editor.line(movedBy: step)
    guard wanted != editor.row else { return nil }
    let start = editor.buffer.start(ofLine: wanted)
    let place = editor.buffer.offset(inLineFrom: start, atColumns: goal ?? editor.cursorColumns).offset
    return Destination(offset: place, isLines: true)
  }

  private func find(_ find: Find, _ count: Int, in editor: TextEditor, isRepeated: Bool = false) -> Destination? {
    let buffer = editor.buffer
    let line = buffer.lineStart(of: editor.cursor)..<buffer.lineEnd(of: editor.cursor)
    var place = editor.cursor
    // A repeated `t` skips the character before which it stopped.
    var skips = isRepeated && find.isUntil
    var rest = count
    while rest > 0 {
      guard
        let next = find.isForward
          ? forward(find.character, from: place, line, buffer)
          : backward(find.character, from: place, line, buffer)
      else { return nil }
      let isBeside =
        find.isForward
        ? next == buffer.characterEnd(after: editor.cursor)
        : buffer.characterEnd(after: next) == editor.cursor
      place = next
      if skips, isBeside {
        skips = false
        continue
      }
      rest -= 1
    }
    if find.isUntil {
      place = find.isForward ? buffer.characterStart(before: place) : buffer.characterEnd(after: place)
    }
    return Destination(offset: place, isInclusive: find.isForward)
  }

  private func forward(_ wanted: Character, from place: Int, _ line: Range<Int>, _ buffer: TextBuffer) -> Int? {
    var offset = buffer.characterEnd(after: place)
    for character in buffer.text(in: min(offset, line.upperBound)..<line.upperBound) {
      if character == wanted { return offset }
      offset += character.utf8.count
    }
    return nil
  }

  private func backward(_ wanted: Character, from place: Int, _ line: Range<Int>, _ buffer: TextBuffer) -> Int? {
    var offset = place
    for character in buffer.text(in: line.lowerBound..<place).reversed() {
      offset -= character.utf8.count
      if character == wanted { return offset }
    }
    return nil
  }
}
