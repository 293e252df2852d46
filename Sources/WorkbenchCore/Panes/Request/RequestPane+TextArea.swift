// Keys and mouse in the open text, beyond those of the text editor.
extension RequestPane {
  /// Whether the open text takes a key that is also a command's: Ctrl+C copies a selection.
  func takesFirst(_ key: Key) -> Bool {
    key == .altEnter || key == .control("c") && editing?.editor.shownSelection != nil
  }

  /// - Returns: `nil` if the text does not handle the key.
  mutating func handleInText(_ key: Key, in context: inout PaneContext) -> [PaneOutput]? {
    guard let editing else { return nil }
    if editing.find != nil { return handleInFind(key) }
    guard let vim = editing.vim else { return handleSpecial(key) }
    if vim.mode == .insert, vim.commandLine == nil, key != .escape, let outputs = handleSpecial(key) { return outputs }
    return handleInVim(key, in: &context)
  }

  /// The keys of the clipboard, of the find bar and of layouts.
  private mutating func handleSpecial(_ key: Key) -> [PaneOutput]? {
    guard let editing, editing.secret == nil else { return nil }
    let isLong = editing.target.isMultiline
    switch key {
    case .escape where editing.vim == nil && editing.editor.selection != nil: self.editing?.editor.unselect()
    case .control("x") where isLong || editing.editor.selection != nil:
      let text = self.editing?.editor.cut() ?? ""
      return [.effect(.copy(text, what: "the text"))] + keepSoon()
    case .control("c"), .alt("c"), .alt("w"):
      return [.effect(.copy(self.editing?.editor.copy() ?? "", what: "the text"))]
    case .control("v"): return [.effect(.paste(instead: editing.editor.clipboard))]
    case .control("f") where isLong: openFind()
    case .alt(let letter) where isLong && Self.foldKeys[letter] != nil:
      return Self.foldKeys[letter].map { fold($0) }
    case .alt("q") where isLong: return layOut(.formatted)
    case .alt("Q") where isLong: return layOut(.minified)
    default: return nil
    }
    return []
  }

  // MARK: Mouse

  /// Places the cursor or selects, if the mouse is in the open text.
  mutating func select(with mouse: Mouse) -> Bool {
    guard let editing, editing.target.isMultiline, editing.find == nil,
      mouse.point.row >= Self.headRows || mouse.action == .drag
    else { return false }
    let row = min(max(0, mouse.point.row - Self.headRows + editing.firstRow), editing.editor.rowCount - 1)
    let line = editing.editor.folds.line(ofRow: row)
    let isInGutter = mouse.point.column < TextAreaView.gutter(editing.editor)
    if mouse.action == .press, isInGutter, toggleFold(at: line) { return true }
    let column = max(0, mouse.point.column - TextAreaView.gutter(editing.editor) + editing.firstColumn)
    let buffer = editing.editor.buffer
    let place = buffer.offset(inLineFrom: buffer.start(ofLine: line), atColumns: column).offset
    if mouse.action == .drag {
      self.editing?.editor.extendSelection(to: place)
      return true
    }
    self.editing?.editor.unselect()
    self.editing?.editor.move(to: place)
    if mouse.clicks == 2 { self.editing?.editor.selectWord() }
    if mouse.clicks > 2 { self.editing?.editor.selectLine() }
    return true
  }

  package mutating func point(_ pointer: FieldPointer) {
    if let find = editing?.find {
      if find.isReplacing { editing?.find?.replacement.point(pointer) } else { editing?.find?.pattern.point(pointer) }
    } else if editing?.vim?.commandLine != nil {
      editing?.vim?.point(pointer)
    } else {
      editing?.editor.point(pointer)
    }
  }

  // MARK: Layouts

  private mutating func layOut(_ wanted: CodeLayout.Wanted) -> [PaneOutput] {
    guard let editing else { return [] }
    let layout = Self.layOut(editing.editor.buffer, editing.language, wanted)
    guard let text = layout.text else { return layout.refusal }
    self.editing?.editor.replace(0..<editing.editor.buffer.count, with: text, cursor: 0)
    self.editing?.editor.place(editing.editor.row, 0)
    return keepSoon()
  }

  /// `3:14 expected a value`: the line, the column and the error.
  static func sentence(_ problem: TextCheck.Problem, in buffer: TextBuffer) -> String {
    let line = buffer.line(of: problem.offset)
    let column = buffer.characters(in: buffer.lineStart(of: problem.offset)..<problem.offset)
    return "\(line + 1):\(column + 1) \(problem.sentence)"
  }

  /// Checks the open text. Long texts are checked only when `isPausing`.
  mutating func checkText(isPausing: Bool) {
    guard let editing, editing.target.isMultiline, editing.checked != editing.editor.revision,
      isPausing || editing.editor.buffer.count <= TextCheck.checkedWhileTyping
    else { return }
    self.editing?.check = TextCheck(editing.editor.buffer, editing.language)
    self.editing?.checked = editing.editor.revision
  }
}

extension RequestPane.Editing {
  mutating func paste(_ text: String) { vim?.paste(text, in: &editor) }

  fileprivate mutating func handleInVim(_ key: Key) -> VimState.Outcome? { vim?.handle(key, in: &editor) }

  fileprivate mutating func runSubstitution(_ change: Substitution) throws(RegularExpressionProblem) -> Int {
    let count = try change.run(in: &editor)
    vim?.settle(in: &editor)
    return count
  }
}

// MARK: Finding and replacing

extension RequestPane {
  mutating func openFind() {
    guard let editor = editing?.editor else { return }
    let selected = editor.selection.flatMap { $0.count <= 200 ? editor.buffer.text(in: $0) : nil } ?? ""
    let text = selected.contains("\n") ? "" : selected
    let isRegularExpression = lastFind?.isRegularExpression == true
    let origin = editor.selection?.lowerBound ?? editor.cursor
    var find = FindBar(isRegularExpression ? pattern(for: text, in: editor) : text, origin: origin)
    find.isRegularExpression = isRegularExpression
    find.replacement = lastFind?.replacement ?? TextEditor("")
    find.refresh(editor.buffer)
    editing?.find = find
  }

  /// The regular expression for a selected text: the last one if it matches there, else one for this text.
  private func pattern(for text: String, in editor: TextEditor) -> String {
    guard !text.isEmpty, var last = lastFind, let selection = editor.selection else { return text }
    last.refresh(editor.buffer)
    return last.hits.contains(selection) ? last.pattern.text : text.escapedForRegularExpression
  }

  private mutating func handleInFind(_ key: Key) -> [PaneOutput] {
    guard var find = editing?.find else { return [] }
    switch key {
    case .escape:
      lastFind = find
      editing?.find = nil
    case .tab, .backTab:
      find.isReplacing.toggle()
      editing?.find = find
    case .control("r"):
      find.isRegularExpression.toggle()
      return searchAgain(find)
    case .down, .control("n"),
      .enter where !find.isReplacing:
      showMatch(find, forward: true)
    case .up, .control("p"): showMatch(find, forward: false)
    case .enter: return replaceOne(find)
    case .altEnter: return replaceAll(find)
    default: return type(key, in: &find)
    }
    return []
  }

  private mutating func type(_ key: Key, in find: inout FindBar) -> [PaneOutput] {
    if find.isReplacing {
      _ = find.replacement.handle(key)
      editing?.find = find
      return []
    }
    let revision = find.pattern.revision
    _ = find.pattern.handle(key)
    return revision == find.pattern.revision ? [] : searchAgain(find)
  }

  mutating func pasteIntoFind(_ text: String) -> [PaneOutput] {
    guard var find = editing?.find else { return [] }
    if find.isReplacing { find.replacement.insert(text) } else { find.pattern.insert(text) }
    return searchAgain(find)
  }

  /// Searches from where the bar was opened.
  private mutating func searchAgain(_ find: FindBar) -> [PaneOutput] {
    var find = find
    guard let buffer = editing?.editor.buffer else { return [] }
    find.refresh(buffer)
    editing?.find = find
    if let hit = find.next(from: find.origin) {
      editing?.editor.select(hit)
    } else {
      editing?.editor.jump(to: find.origin)
    }
    return []
  }

  private mutating func showMatch(_ find: FindBar, forward: Bool) {
    guard let editor = editing?.editor else { return }
    let selection = editor.selection ?? editor.cursor..<editor.cursor
    let hit = forward ? find.next(from: selection.upperBound) : find.previous(before: selection.lowerBound)
    if let hit { editing?.editor.select(hit) }
  }

  /// Replaces the shown match and shows the next one.
  private mutating func replaceOne(_ find: FindBar) -> [PaneOutput] {
    guard let editor = editing?.editor else { return [] }
    guard let selection = editor.selection, let new = find.replacements(in: editor.buffer, only: selection).first else {
      showMatch(find, forward: true)
      return []
    }
    editing?.editor.replaceAll([(new.range, new.text)])
    refreshFind(afterReplacing: 1)
    let end = new.range.lowerBound + new.text.count
    if let hit = editing?.find?.next(from: end) { editing?.editor.select(hit) }
    return keepSoon()
  }

  private mutating func replaceAll(_ find: FindBar) -> [PaneOutput] {
    guard let editor = editing?.editor else { return [] }
    let all = find.replacements(in: editor.buffer)
    guard !all.isEmpty else { return [.information("Nothing to replace")] }
    editing?.editor.replaceAll(all.map { ($0.range, $0.text) })
    refreshFind(afterReplacing: all.count)
    return [Self.replaced(all.count)] + keepSoon()
  }

  private static func replaced(_ count: Int) -> PaneOutput {
    .information("Replaced \(Formatting.count(count, "match", plural: "matches"))")
  }

  private mutating func refreshFind(afterReplacing count: Int) {
    guard let buffer = editing?.editor.buffer else { return }
    editing?.find?.refresh(buffer, afterReplacing: count)
  }
}

extension String {
  /// A regular expression that matches this text.
  fileprivate var escapedForRegularExpression: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if "\\.+*?()[]{}|^$".unicodeScalars.contains(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
  }
}

// MARK: Vim

extension RequestPane {
  mutating func toggleVim() -> [PaneOutput] {
    settings.usesVim.toggle()
    let text = settings.usesVim ? "Vim keys are on in multi-line text: Esc Esc closes it" : "Vim keys are off"
    return [.setting(["editor", "vim"], to: settings.usesVim ? true : nil), .information(text)]
  }

  private mutating func handleInVim(_ key: Key, in context: inout PaneContext) -> [PaneOutput] {
    guard let revision = editing?.editor.revision else { return [] }
    let outcome = editing?.handleInVim(key)
    let kept = editing?.editor.revision == revision ? [] : keepSoon()
    switch outcome {
    case .done?, nil: return kept
    case .unknown?: return editing?.vim?.mode == .insert ? kept : handleSpecial(key) ?? kept
    case .leave?: return commit(&context)
    case .fold(let action)?: return kept + fold(action)
    case .copied(let text)?: return kept + [.effect(.copy(text, what: "the text"))]
    case .search(let pattern, let forward)?: return kept + search(pattern, forward: forward)
    case .command(let text)?: return kept + runTypedCommand(text, in: &context)
    }
  }

  private mutating func search(_ pattern: String, forward: Bool) -> [PaneOutput] {
    guard let editor = editing?.editor else { return [] }
    var find = FindBar(pattern, origin: editor.cursor)
    find.isRegularExpression = true
    find.refresh(editor.buffer)
    if let problem = find.problem { return [.failure(problem)] }
    let hit = forward ? find.next(from: editor.cursor + 1) : find.previous(before: editor.cursor)
    guard let hit else { return [.information("No match for \(pattern)")] }
    editing?.editor.jump(to: hit.lowerBound)
    return []
  }

  /// Runs the command typed after `:`.
  private mutating func runTypedCommand(_ text: String, in context: inout PaneContext) -> [PaneOutput] {
    let command = text.trimmingBlanks
    switch command {
    case "": return []
    case "w": return [.run("request.save")]
    case "q", "q!": return commit(&context)
    case "wq", "x": return commit(&context) + [.run("request.save")]
    default: break
    }
    guard let editor = editing?.editor else { return [] }
    if let line = Int(command) {
      editing?.editor.place(line - 1, 0)
      return []
    }
    guard let change = Substitution(command, lastLine: editor.lineCount, currentLine: editor.row + 1) else {
      return [.failure("There is no command \":\(command)\" — :s, :%s, :w, :q, :wq and line numbers work")]
    }
    do throws(RegularExpressionProblem) {
      let count = try editing?.runSubstitution(change) ?? 0
      if count == 0 { return [.information("No match for \(change.pattern)")] }
      return [Self.replaced(count)] + keepSoon()
    } catch {
      return [.failure(error.sentence)]
    }
  }
}
