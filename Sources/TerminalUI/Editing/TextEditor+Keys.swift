extension TextEditor {
  /// Handles an editing key; returns `false` for other keys.
  ///
  /// Supports arrows, Home, End and word movement, with Shift to select, the Emacs keys Ctrl+A E B F K U W D, and Ctrl+Z
  /// and Ctrl+Y for undo and redo.
  package mutating func handle(_ key: Key) -> Bool {
    if let movement = Self.movement(of: key, isMultiline) {
      movement(&self)
      return true
    }
    if let movement = Self.selecting(key, isMultiline) {
      extendSelection(movement)
      return true
    }
    switch key {
    case .character(let character) where "}])".contains(character): insertClosing(character)
    case .character(let character): insert(String(character))
    case .backspace: deleteBackward()
    case .delete, .control("d"): deleteForward()
    case .control("w"), .alt("\u{7F}"): deleteWordBackward()
    case .alt("d"), .controlDelete: deleteWordForward()
    case .control("u"): deleteToLineStart()
    case .control("k"): deleteToLineEnd()
    case .control("z"): undo()
    case .control("_"): if !isMultiline || !toggleComment() { undo() }
    case .control("y"): redo()
    case .control("^"): toggleMark()
    case .alt("a"): selectAll()
    default: return isMultiline && handleInText(key)
    }
    return true
  }

  private mutating func handleInText(_ key: Key) -> Bool {
    switch key {
    case .enter: insertLineBreak()
    case .tab: if selection == nil { insert(EditingSyntax.indent) } else { indentLines() }
    case .backTab: outdentLines()
    case .altUp, .alt("k"): moveLinesUp()
    case .altDown, .alt("j"): moveLinesDown()
    case .altShiftDown, .alt("y"): duplicateLines()
    case .alt("/"): toggleComment()
    default: return false
    }
    return true
  }

  private typealias Movement = @Sendable (inout TextEditor) -> Void

  private static func movement(of key: Key, _ isMultiline: Bool) -> Movement? {
    switch key {
    case .left, .control("b"): { $0.moveLeft() }
    case .right: { $0.moveRight() }
    case .control("f") where !isMultiline: { $0.moveRight() }
    case .controlLeft, .alt("b"), .altLeft: { $0.moveWordLeft() }
    case .controlRight, .alt("f"), .altRight: { $0.moveWordRight() }
    case .home, .control("a"): { $0.moveToLineStart() }
    case .end, .control("e"): { $0.moveToLineEnd() }
    case .controlHome: { $0.moveToStart() }
    case .controlEnd: { $0.moveToEnd() }
    case .up where isMultiline: { $0.moveUp() }
    case .down where isMultiline: { $0.moveDown() }
    case .pageUp where isMultiline: { $0.moveUp(pageRows) }
    case .pageDown where isMultiline: { $0.moveDown(pageRows) }
    case .alt("m") where isMultiline: { $0.moveToMatchingBracket() }
    default: nil
    }
  }

  private static func selecting(_ key: Key, _ isMultiline: Bool) -> Movement? {
    key.withoutShift.flatMap { movement(of: $0, isMultiline) }
  }

  private static let pageRows = 10
}
