extension TextEditor {
  /// Handles an editing key; returns `false` for other keys.
  ///
  /// Supports arrows, Home, End, word movement, the Emacs keys Ctrl+A E B F K U W D, and Ctrl+Z and Ctrl+Y for undo and
  /// redo.
  package mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .backspace: deleteBackward()
    case .delete, .control("d"): deleteForward()
    case .left, .control("b"): moveLeft()
    case .right, .control("f"): moveRight()
    case .controlLeft, .alt("b"): moveWordLeft()
    case .controlRight, .alt("f"): moveWordRight()
    case .home, .control("a"): moveToLineStart()
    case .end: moveToLineEnd()
    case .controlHome: moveToStart()
    case .controlEnd: moveToEnd()
    case .control("w"), .alt("\u{7F}"): deleteWordBackward()
    case .control("u"): deleteToLineStart()
    case .control("k"): deleteToLineEnd()
    case .control("z"), .control("_"): undo()
    case .control("y"): redo()
    default: return isMultiline && handleInText(key)
    }
    return true
  }

  private mutating func handleInText(_ key: Key) -> Bool {
    switch key {
    case .up: moveUp()
    case .down: moveDown()
    case .pageUp: moveUp(Self.pageRows)
    case .pageDown: moveDown(Self.pageRows)
    case .enter: insertLineBreak()
    case .tab: insert("  ")
    default: return false
    }
    return true
  }

  private static let pageRows = 10
}
