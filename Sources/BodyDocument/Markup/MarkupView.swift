internal import RequestModel

/// The pretty view of XML and HTML. Keeps the bytes of tags and text, including entities and the case of names.
struct MarkupView: TreeView {
  /// The number of tag parts that are coloured separately.
  private static let maximumParts = 4096

  let tree: RowTree

  func pieces(of row: Int, isFolded: Bool, in source: UnsafeRawBufferPointer, emit: (Piece) -> Void) {
    let start = tree[row].start
    if tree.isClosing(row) { return closingPieces(of: row, in: source, emit) }
    if tree.isContainer(row) {
      _ = startTagPieces(start..<end(ofLeaf: row, in: source), in: source, emit)
      guard isFolded else { return }
      emit(.words(" … ", .punctuation))
      closingPieces(of: tree.end(of: row), in: source, emit)
      return emit(.words(Messages.foldedChildren(childCount(of: row)), .note))
    }
    let range = start..<end(ofLeaf: row, in: source)
    switch MarkupLeaf(rawValue: tree[row].extent) {
    case .element: elementPieces(range, in: source, emit)
    case .comment: emit(.bytes(range, .comment))
    case .characterData: characterDataPieces(range, in: source, emit)
    case .instruction, .declaration, .strayEnd: emit(.bytes(range, .tag))
    case .text, nil: emit(.bytes(range, .text))
    }
  }

  func bytes(of row: Int, in source: UnsafeRawBufferPointer) -> Range<Int> {
    let last = tree.end(of: row)
    let end = tree.isClosing(last) ? closingRange(of: last, in: source).upperBound : end(ofLeaf: last, in: source)
    return tree[row].start..<max(tree[row].start, end)
  }

  /// The text of an element on one line, without its tags; anything else as in the body. White space in it is that of the
  /// body, which the line does not show.
  func value(of row: Int, in source: UnsafeRawBufferPointer) -> String {
    var text: Range<Int>?
    if !tree.isContainer(row), !tree.isClosing(row) {
      pieces(of: row, isFolded: false, in: source) { if case .bytes(let range, .text) = $0 { text = range } }
    }
    if let shown = text, isElement(row) { text = wholeText(around: shown, of: row, in: source) }
    guard let text else { return source.text(bytes(of: row, in: source)) }
    let isData = MarkupLeaf(rawValue: tree[row].extent) == .characterData
    return isData ? source.text(text) : HTMLEntities.decoded(source.text(text))
  }

  /// The text of an element with the white space around what is shown of it, which the tags limit.
  private func wholeText(around shown: Range<Int>, of row: Int, in source: UnsafeRawBufferPointer) -> Range<Int> {
    let limit = row + 1 < tree.count ? tree[row + 1].start : source.count
    var (start, end) = (shown.lowerBound, shown.upperBound)
    while start > tree[row].start, source[start - 1].isMarkupSpace { start -= 1 }
    while end < limit, source[end].isMarkupSpace { end += 1 }
    return start..<end
  }

  // MARK: Pieces

  /// An element on one line.
  private func elementPieces(_ range: Range<Int>, in source: UnsafeRawBufferPointer, _ emit: (Piece) -> Void) {
    var text = min(startTagPieces(range, in: source, emit), range.upperBound)..<range.upperBound
    var endTag = text.upperBound
    var offset = text.upperBound - 3
    while offset >= text.lowerBound {
      if source[offset] == UInt8(ascii: "<"), source[offset + 1] == UInt8(ascii: "/"),
        source[offset + 2].isXMLNameStart
      {
        endTag = offset
        break
      }
      offset -= 1
    }
    text = text.lowerBound..<endTag
    if !keepsSpace(around: text, of: range.lowerBound, in: source) { text = source.trimmed(text) }
    if !text.isEmpty { emit(.bytes(text, .text)) }
    if endTag < range.upperBound { endTagPieces(endTag..<range.upperBound, in: source, emit) }
  }

  /// Whether the line shows all white space of its text: that of `<pre>`, unless it has several lines.
  private func keepsSpace(around text: Range<Int>, of start: Int, in source: UnsafeRawBufferPointer) -> Bool {
    guard
      HTMLElements.known.traits(of: HTMLElements.hash(source, nameRange(from: start + 1, in: source)))
        .contains(.preformatted)
    else { return false }
    return !source[text].contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  /// Emits a tag with single spaces between its parts.
  ///
  /// - Parameter row: The bytes of the tag's row.
  /// - Returns: The end of the tag.
  private func startTagPieces(
    _ row: Range<Int>, in source: UnsafeRawBufferPointer, _ emit: (Piece) -> Void
  ) -> Int {
    let start = row.lowerBound
    let name = nameRange(from: start + 1, in: source)
    emit(.bytes(start..<start + 1, .punctuation))
    emit(.bytes(name, .tag))
    var reader = TagReader(source, behindName: name.upperBound)
    var parts = 0
    while let (part, range) = reader.next() {
      parts += 1
      if parts > Self.maximumParts, part == .attribute {
        emit(.words(" ", .punctuation))
        emit(.bytes(range.lowerBound..<max(range.upperBound, row.upperBound), .text))
        return row.upperBound
      }
      switch part {
      case .attribute:
        emit(.words(" ", .punctuation))
        emit(.bytes(range, .attribute))
      case .equals, .slash: emit(.bytes(range, .punctuation))
      case .value: emit(.bytes(range, .string))
      case .end:
        emit(.bytes(range, .punctuation))
        return range.upperBound
      }
    }
    return source.count
  }

  /// Emits the end tag, generated if it was omitted.
  private func closingPieces(of row: Int, in source: UnsafeRawBufferPointer, _ emit: (Piece) -> Void) {
    guard !isImplied(row) else {
      let name = nameRange(from: tree[Int(tree[row].parent)].start + 1, in: source)
      return emit(.words("</" + source.text(name) + ">", .note))
    }
    endTagPieces(closingRange(of: row, in: source), in: source, emit)
  }

  private func endTagPieces(_ range: Range<Int>, in source: UnsafeRawBufferPointer, _ emit: (Piece) -> Void) {
    let name = nameRange(from: range.lowerBound + 2, in: source).clamped(to: range)
    emit(.bytes(range.lowerBound..<name.lowerBound, .punctuation))
    emit(.bytes(name, .tag))
    if name.upperBound < range.upperBound { emit(.bytes(name.upperBound..<range.upperBound, .punctuation)) }
  }

  private func characterDataPieces(_ range: Range<Int>, in source: UnsafeRawBufferPointer, _ emit: (Piece) -> Void) {
    var text = range
    if source.has("<![CDATA[", at: range.lowerBound) {
      text = min(range.lowerBound + 9, range.upperBound)..<range.upperBound
      emit(.bytes(range.lowerBound..<text.lowerBound, .punctuation))
    }
    let endsHere = text.count >= 3 && source.has("]]>", at: text.upperBound - 3)
    let end = endsHere ? text.upperBound - 3 : text.upperBound
    emit(.bytes(text.lowerBound..<end, .text))
    if endsHere { emit(.bytes(end..<text.upperBound, .punctuation)) }
  }

  // MARK: Ranges

  /// The tag's name, up to white space or the end of the tag.
  func nameRange(from start: Int, in source: UnsafeRawBufferPointer) -> Range<Int> {
    let end = source[min(start, source.count)...].firstIndex {
      $0.isMarkupSpace || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/")
    }
    return min(start, source.count)..<(end ?? source.count)
  }

  private func isImplied(_ closing: Int) -> Bool { tree[closing].extent & 1 == 1 }

  private func childCount(of container: Int) -> Int { Int(tree[tree.end(of: container)].extent >> 1) }

  private func closingRange(of row: Int, in source: UnsafeRawBufferPointer) -> Range<Int> {
    let start = tree[row].start
    guard !isImplied(row) else { return start..<start }
    var reader = TagReader(source, behindName: nameRange(from: start + 2, in: source).upperBound)
    while let (part, range) = reader.next() { if part == .end { return start..<range.upperBound } }
    return start..<source.count
  }

  /// Finds the end by scanning back from the next row, so that long texts are not read again.
  private func end(ofLeaf row: Int, in source: UnsafeRawBufferPointer) -> Int {
    var end = row + 1 < tree.count ? tree[row + 1].start : source.count
    while end > tree[row].start, source[end - 1].isMarkupSpace { end -= 1 }
    return end
  }
}

extension UnsafeRawBufferPointer {
  /// Trims white space from both ends of `range`.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isMarkupSpace { start += 1 }
    while end > start, self[end - 1].isMarkupSpace { end -= 1 }
    return start..<end
  }
}
