// Runs commands.
extension VimState {
  mutating func execute(_ command: VimCommand, in editor: inout TextEditor) -> Outcome {
    switch command.kind {
    case .move(.nextMatch(let reversed)):
      guard let search = lastSearch else { return .unknown }
      return .search(search.text, forward: search.isForward != reversed)
    case .move(let motion):
      guard let place = destination(of: motion, command.count, in: editor) else { return .unknown }
      goal = motion == .up || motion == .down ? goal ?? editor.cursorColumns : motion == .lineEnd ? .max : nil
      if case .find(let find) = motion { lastFind = find }
      editor.jump(to: place.offset)
      return .done
    case .operate(let name, let target):
      goal = nil
      return operate(name, target, command, in: &editor)
    case .act(let action):
      goal = nil
      return act(action, command, in: &editor)
    }
  }

  /// Selects from the start of visual mode to the character at the cursor.
  func showVisual(_ editor: inout TextEditor) {
    let (first, last) = (min(visualStart, editor.cursor), max(visualStart, editor.cursor))
    editor.visual =
      mode == .visualLine
      ? editor.lines(from: first, to: last) : first..<editor.buffer.characterEnd(after: last)
  }

  // MARK: Operators

  private mutating func operate(
    _ name: VimCommand.Operator, _ target: VimCommand.Target, _ command: VimCommand, in editor: inout TextEditor
  ) -> Outcome {
    if case .motion(.find(let find)) = target { lastFind = find }
    guard let (range, isLines) = range(of: target, for: name, command.count, in: editor) else { return .unknown }
    if isVisual { leaveVisual(&editor) }
    switch name {
    case .yank:
      // `yy` does not move the cursor.
      if target != .lines { editor.jump(to: range.lowerBound) }
      return keep(range, isLines, command.register, in: editor)
    case .delete:
      let outcome = keep(range, isLines, command.register, in: editor)
      editor.deleteForVim(range, isLines: isLines)
      return outcome
    case .change:
      let outcome = keep(range, isLines, command.register, in: editor)
      beginInsert(in: &editor)
      if isLines {
        let indent = String(editor.indentation(of: range.lowerBound))
        let end = editor.endsWithLineBreak(range) ? range.upperBound - 1 : range.upperBound
        editor.replace(range.lowerBound..<end, with: indent)
      } else {
        editor.delete(range)
        editor.jump(to: range.lowerBound)
      }
      return outcome
    case .indent, .outdent:
      editor.select(range)
      if name == .indent { editor.indentLines() } else { editor.outdentLines() }
      editor.unselect()
      editor.jump(to: editor.firstNonBlank(of: range.lowerBound))
      return .done
    }
  }

  /// Stores text in its register and in the unnamed one, and offers it to other programs.
  private mutating func keep(
    _ range: Range<Int>, _ isLines: Bool, _ name: Character?, in editor: TextEditor
  ) -> Outcome {
    var text = editor.buffer.text(in: range)
    if isLines, !text.hasSuffix("\n") { text += "\n" }
    let register = Register(text: text, isLines: isLines)
    registers["\""] = register
    guard let name else { return .done }
    if name.isUppercase, let key = name.lowercased().first {
      // A capital letter appends to the register.
      registers[key] = Register(
        text: (registers[key]?.text ?? "") + text, isLines: isLines || registers[key]?.isLines == true)
    } else {
      registers[name] = register
    }
    return name == "+" ? .copied(text) : .done
  }

  private func range(
    of target: VimCommand.Target, for name: VimCommand.Operator, _ count: Int?, in editor: TextEditor
  ) -> (Range<Int>, isLines: Bool)? {
    switch target {
    case .selection:
      guard let range = editor.visual else { return nil }
      return (range, mode == .visualLine || name == .indent || name == .outdent)
    case .lines:
      let last = editor.buffer.start(ofLine: editor.line(movedBy: (count ?? 1) - 1))
      return (editor.lines(from: editor.cursor, to: max(editor.cursor, last)), true)
    case .object(let object):
      return editor.range(of: object).map { ($0, object.shape == .paragraph) }
    case .motion(.wordForward(let big)) where name == .change && !editor.isOnBlank:
      return (editor.cursor..<editor.vimChangedWords(count ?? 1, big: big), false)
    case .motion(let motion): return range(of: motion, count, in: editor)
    }
  }

  private func range(of motion: VimMotion, _ count: Int?, in editor: TextEditor) -> (Range<Int>, isLines: Bool)? {
    guard let place = destination(of: motion, count, in: editor) else { return nil }
    let (first, last) = (min(place.offset, editor.cursor), max(place.offset, editor.cursor))
    if place.isLines { return (editor.lines(from: first, to: last), true) }
    if place.isInclusive { return (first..<editor.buffer.characterEnd(after: last), false) }
    // `dw` on the last word of a line stops at its end.
    if case .wordForward = motion, editor.buffer.line(of: last) > editor.buffer.line(of: first) {
      let end = editor.buffer.lineEnd(of: first)
      if editor.buffer.line(of: last) == editor.buffer.line(of: first) + 1 || count == nil {
        return end > first ? (first..<end, false) : (first..<last, false)
      }
    }
    return (first..<last, false)
  }

  // MARK: Actions

  private mutating func act(
    _ action: VimCommand.Action, _ command: VimCommand, in editor: inout TextEditor
  ) -> Outcome {
    let count = command.count ?? 1
    switch action {
    case .insert: beginInsert(in: &editor)
    case .insertAtLineStart:
      editor.jump(to: editor.firstNonBlank(of: editor.cursor))
      beginInsert(in: &editor)
    case .append:
      if editor.cursor < editor.buffer.lineEnd(of: editor.cursor) { editor.moveRight() }
      beginInsert(in: &editor)
    case .appendAtLineEnd:
      editor.moveToLineEnd()
      beginInsert(in: &editor)
    case .openBelow, .openAbove: open(above: action == .openAbove, in: &editor)
    case .deleteCharacter, .substituteCharacter:
      let end = editor.advance(editor.cursor, by: count)
      return delete(editor.cursor..<end, command, inserts: action == .substituteCharacter, in: &editor)
    case .deleteCharacterBefore:
      return delete(editor.retreat(editor.cursor, by: count)..<editor.cursor, command, in: &editor)
    case .replace(let character): return replace(with: character, count, in: &editor)
    case .join: join(count, in: &editor)
    case .toggleCase: toggleCase(count, in: &editor)
    case .pasteAfter, .pasteBefore: return paste(command, after: action == .pasteAfter, in: &editor)
    case .undo: for _ in 0..<count { editor.undo() }
    case .redo: for _ in 0..<count { editor.redo() }
    case .repeatChange: break
    case .visual, .visualLine: toggleVisual(action == .visual ? .visual : .visualLine, in: &editor)
    case .selectObject(let object):
      guard let range = editor.range(of: object), !range.isEmpty else { return .unknown }
      visualStart = range.lowerBound
      editor.jump(to: editor.buffer.characterStart(before: range.upperBound))
    case .swapEnds: swapEnds(in: &editor)
    case .fold(let action): return .fold(action)
    case .commandLine(let kind): openCommandLine(kind, in: &editor)
    }
    return .done
  }

  private mutating func swapEnds(in editor: inout TextEditor) {
    let start = visualStart
    visualStart = editor.cursor
    editor.jump(to: start)
  }

  private mutating func delete(
    _ range: Range<Int>, _ command: VimCommand, inserts: Bool = false, in editor: inout TextEditor
  ) -> Outcome {
    let outcome = range.isEmpty ? .done : keep(range, false, command.register, in: editor)
    if inserts { beginInsert(in: &editor) }
    editor.delete(range)
    return outcome
  }

  /// Opens the command line, with the lines of a selection in front of a command.
  private mutating func openCommandLine(_ kind: VimCommandLine.Kind, in editor: inout TextEditor) {
    let isOfSelection = isVisual && kind == .command
    let lines = editor.visual.map {
      editor.buffer.line(of: $0.lowerBound)...editor.buffer.line(of: max($0.lowerBound, $0.upperBound - 1))
    }
    if isVisual { leaveVisual(&editor) }
    let prefix = isOfSelection ? lines.map { "\($0.lowerBound + 1),\($0.upperBound + 1)" } : nil
    commandLine = VimCommandLine(kind, prefix ?? "")
  }

  mutating func beginInsert(in editor: inout TextEditor) {
    mode = .insert
    editor.history.beginGroup()
  }

  private mutating func toggleVisual(_ wanted: Mode, in editor: inout TextEditor) {
    if mode == wanted { return leaveVisual(&editor) }
    if !isVisual { visualStart = editor.cursor }
    mode = wanted
  }

  private mutating func open(above: Bool, in editor: inout TextEditor) {
    beginInsert(in: &editor)
    let indent = String(editor.indentation(of: editor.cursor))
    if above {
      let start = editor.buffer.lineStart(of: editor.cursor)
      editor.replace(start..<start, with: indent + "\n", cursor: start + indent.utf8.count)
    } else {
      editor.moveToLineEnd()
      editor.insertLineBreak()
    }
  }

  private mutating func replace(with character: Character, _ count: Int, in editor: inout TextEditor) -> Outcome {
    let range = editor.visual ?? editor.cursor..<editor.advance(editor.cursor, by: count)
    let old = editor.buffer.text(in: range)
    guard !range.isEmpty, isVisual || old.count == count else { return .unknown }
    if isVisual { leaveVisual(&editor) }
    let new = String(old.map { $0 == "\n" ? $0 : character })
    let last = range.lowerBound + new.utf8.count - String(character).utf8.count
    editor.replace(range, with: new, cursor: old.count == 1 || count > 1 ? last : range.lowerBound)
    return .done
  }

  private mutating func toggleCase(_ count: Int, in editor: inout TextEditor) {
    let range = editor.visual ?? editor.cursor..<editor.advance(editor.cursor, by: count)
    let wasVisual = isVisual
    if isVisual { leaveVisual(&editor) }
    let new = editor.buffer.text(in: range).map { $0.isUppercase ? $0.lowercased() : $0.uppercased() }.joined()
    editor.replace(range, with: new, cursor: wasVisual ? range.lowerBound : nil)
  }

  /// Joins lines with one blank between them.
  private mutating func join(_ count: Int, in editor: inout TextEditor) {
    let lines = editor.visual.map { editor.buffer.text(in: $0).split(separator: "\n").count } ?? count
    if let start = editor.visual?.lowerBound, isVisual {
      leaveVisual(&editor)
      editor.jump(to: start)
    }
    editor.asOneStep { editor in
      for _ in 0..<max(1, lines - 1) {
        let end = editor.buffer.lineEnd(of: editor.cursor)
        guard end < editor.buffer.count else { return }
        let next = editor.firstNonBlank(of: end + 1)
        let isBare = editor.buffer.byte(at: end - 1) == UInt8(ascii: " ") || next == editor.buffer.lineEnd(of: end + 1)
        editor.replace(end..<next, with: isBare ? "" : " ", cursor: end)
      }
    }
  }

  private mutating func paste(_ command: VimCommand, after: Bool, in editor: inout TextEditor) -> Outcome {
    guard let register = registers[command.register ?? "\""], !register.text.isEmpty else { return .unknown }
    let text = String(repeating: register.text, count: min(command.count ?? 1, 1_000))
    if let range = editor.visual, isVisual {
      let isLines = mode == .visualLine
      leaveVisual(&editor)
      _ = keep(range, isLines, nil, in: editor)
      editor.replace(range, with: isLines && !register.isLines ? text + "\n" : text, cursor: range.lowerBound)
      return .done
    }
    if register.isLines {
      editor.pasteLines(text, below: after)
    } else {
      let place =
        after
        ? min(editor.buffer.characterEnd(after: editor.cursor), editor.buffer.lineEnd(of: editor.cursor))
        : editor.cursor
      editor.replace(place..<place, with: text)
      editor.moveLeft()
    }
    return .done
  }
}
