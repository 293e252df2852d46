import TerminalUI

// Keys, pastes and mouse events go to the top of the input stack.
extension Workbench {
  mutating func handle(_ input: TerminalInput) -> [Effect] {
    if let effects = drag(input) { return effects }
    return endDrag() + take(input)
  }

  private mutating func take(_ input: TerminalInput) -> [Effect] {
    switch input {
    case .key(let key):
      notice = nil
      // A key proves that the terminal has the focus, even if a report was lost.
      if hasTerminalFocus == false { hasTerminalFocus = true }
      return handle(key)
    case .paste(let text):
      (pending, jump) = (PendingKeys(), nil)
      return paste(text)
    case .bytes(let bytes):
      return KeyTester.Bytes(bytes: bytes).deliver(to: &self)
    case .mouse(let mouse):
      if mouse.action == .release { return endMark(mouse) }
      let showsOtherHints = jump != nil || countHints != nil
      (pending, jump) = (PendingKeys(), nil)
      // The hints on the screen cancel what was typed.
      return showsOtherHints && layout.footer.contains(mouse.point) ? [] : handle(mouse)
    }
  }

  private mutating func handle(_ key: Key) -> [Effect] {
    if let effects = handleInJump(key) { return effects }
    if !overlays.isEmpty { return handleInOverlay(key) }
    if isEditingText {
      let takesKey =
        scope == .request && requestPane.takesFirst(key) || scope == .response && responsePane.takesFirst(key)
      if !takesKey, !key.isTyped, let command = keys.command(for: key, in: .everywhere), command.worksWhileEditing {
        return run(command)
      }
      return update(scope, .key(key))
    }
    return handleAsCommand(key)
  }

  mutating func run(_ command: Command) -> [Effect] {
    guard let reason = reason(against: command) else { return command.run(&self) }
    return refuse(command, reason)
  }

  mutating func refuse(_ command: Command, _ reason: String) -> [Effect] {
    route(command.opensField ? refusal(command, reason) : .information(keys.text(reason)))
  }

  /// Why a command cannot run now, with names of commands in braces.
  func reason(against command: Command) -> String? { whyHidden(command) ?? command.reason(self) }

  /// Explains in a dialog why a command cannot run, and offers what would change that.
  private func refusal(_ command: Command, _ reason: String) -> PaneOutput {
    offer(command, reason) ?? .refusal(command.title, Command.remedy(in: reason)?.fact ?? keys.text(reason))
  }

  /// The dialog that offers what makes a command available; `nil` if nothing known does.
  func offer(_ command: Command, _ reason: String) -> PaneOutput? {
    guard let (fact, remedy) = Command.remedy(in: reason) else { return nil }
    guard let obstacle = self.reason(against: remedy) else { return .refusal(command.title, fact, remedy: remedy) }
    // An obstacle to the remedy comes first.
    guard let (cause, first) = Command.remedy(in: obstacle), self.reason(against: first) == nil else { return nil }
    return .refusal(command.title, cause == fact ? fact : "\(fact). \(cause)", remedy: first)
  }

  func whyUnavailable(_ command: Command) -> String? { reason(against: command).map(keys.text) }

  /// Why a command of the request is unavailable: it would change a hidden form.
  private func whyHidden(_ command: Command) -> String? {
    command.name.hasPrefix("request.") ? whyCovered : nil
  }

  /// Pastes into the open field, unless it was closed since.
  mutating func takeClipboard(_ text: String) -> [Effect] {
    guard overlays.isEmpty, isEditingText else { return [] }
    guard !text.isEmpty else {
      return route(
        .information("Nothing to paste: the clipboard is empty or cannot be read; your terminal can paste too"))
    }
    return update(scope, .paste(text))
  }

  private mutating func handleInOverlay(_ key: Key) -> [Effect] {
    let top = overlays.last?.screen
    if key.isNoText, top?.takesEveryKey != true, let send = keys.command(for: key, in: .everywhere),
      send.name == "request.send"
    {
      if top?.takesSend == true { return updateOverlay(.key(.function(5))) }
      if let top = overlays.last(where: { $0.screen.holdsText })?.screen { return route(.information(top.whyKept)) }
      let ended = route(overlays.flatMap { $0.screen.endOutputs })
      inputs.clear()
      return ended + (inputs.isStale(workspace.subject) ? refuseStaleOverlay() : run(send))
    }
    guard key == .control("z") || key == .control("y") else { return updateOverlay(.key(key)) }
    let before = overlays.last
    let effects = updateOverlay(.key(key))
    let isDone = overlays.last != before || notice != nil || !effects.isEmpty
    return isDone
      ? effects : route(.information(key == .control("z") ? "Nothing to undo here" : "Nothing to redo here"))
  }

  private mutating func updateOverlay(_ event: OverlayEvent) -> [Effect] {
    switch inputs.updateOverlay(event, on: size) {
    case .stays(let outputs): route(outputs)
    case .closed(_, appliesToSubject: true) where inputs.isStale(workspace.subject): refuseStaleOverlay()
    case .closed(let outputs, _): route(outputs)
    case nil: []
    }
  }

  private mutating func refuseStaleOverlay() -> [Effect] {
    route(.information("The selection has changed: nothing was done"))
  }

  /// Inserts pasted text into the open field, else imports it; never runs it as keys.
  private mutating func paste(_ text: String) -> [Effect] {
    notice = nil
    if !overlays.isEmpty { return updateOverlay(.paste(text)) }
    if isEditingText { return update(scope, .paste(text)) }
    return pasteRows(text) ?? route(.tell(ImportRequest.paste(text, nil)))
  }

  /// Turns a text pasted on a table into rows.
  private mutating func pasteRows(_ text: String) -> [Effect]? {
    guard scope == .request, whyCovered == nil else { return nil }
    return requestPane.pasteRows(text, in: context(.request)).map { route($0) }
  }

  /// Places the cursor in the open text, or selects with the mouse.
  ///
  /// - Returns: `nil` if the mouse is elsewhere.
  private mutating func handleInText(_ mouse: Mouse) -> [Effect]? {
    guard overlays.isEmpty, scope == .request, requestPane.isTyping, let area = layout[.request],
      mouse.action == .drag || mouse.action == .press && area.inset(columns: 1, rows: 1).contains(mouse.point)
    else { return nil }
    let point = Point(column: mouse.point.column - area.column - 2, row: mouse.point.row - area.row - 1)
    return requestPane.select(with: Mouse(mouse.action, at: point, clicks: mouse.clicks)) ? [] : nil
  }

  private mutating func handle(_ mouse: Mouse) -> [Effect] {
    if mouse.action == .press {
      clearMark()
      if let effects = clickHint(mouse.point) { return effects }
    }
    if let effects = handleInField(mouse) ?? handleInText(mouse) { return effects }
    if mouse.action == .drag { return extendMark(mouse) }
    let rows = mouse.action == .wheelUp ? -3 : 3
    if !overlays.isEmpty {
      if mouse.action != .press { return updateOverlay(.scrolled(rows)) }
      inputs.click(mouse.point, on: size)
      markedText = .overlay
      return route(inputs.drag(mouse, on: size))
    }
    if layout.pane(at: mouse.point) == nil {
      if let area = layout.tabs, area.contains(mouse.point) { return handle(mouse, inTabs: area) }
      if mouse.action == .press, layout.address?.contains(mouse.point) == true { return clickAddress(mouse) }
    }
    if layout.pinned?.contains(mouse.point) == true, layout.pane(at: mouse.point) == nil {
      if mouse.action != .press { return scrollPinned(by: rows) }
      if !beginDrag(mouse) { beginMark(mouse, in: .pinned) }
      return []
    }
    if layout.pinnedRequest?.contains(mouse.point) == true, layout.pane(at: mouse.point) == nil {
      let (workspace, area) = (workspace, layout.pinnedRequest)
      if mouse.action != .press { pinnedRequest?.scroll(by: rows, in: workspace, area) }
      return []
    }
    guard let place = layout.pane(at: mouse.point), let area = layout[place] else { return [] }
    let pane = shownPanes.first { $0.place == place } ?? .response
    if mouse.action != .press { return update(pane, .scrolled(rows)) }
    if beginDrag(mouse) { return focus(place) }
    let effects = focus(place) + update(pane, .changed)
    let point = Point(column: mouse.point.column - area.column - 2, row: mouse.point.row - area.row - 1)
    let all = effects + update(pane, .clicked(point))
    if pane == .response { beginMark(mouse, in: .response) }
    return all
  }
}

extension OverlayScreen {
  /// Why the key that sends does not close it.
  fileprivate var whyKept: String {
    let ways = [enterHint.map { "⏎ \($0)" }, escapeHint.map { "Esc \($0)" }].compactMap(\.self)
    return "Nothing is sent before this is done: \(ways.joined(separator: ", "))"
  }
}

extension Key {
  /// Whether no dialog handles the key.
  fileprivate var isNoText: Bool {
    switch self {
    case .function, .controlEnter: true
    default: false
    }
  }

  /// Whether it types a character into a field, regardless of commands bound to it elsewhere.
  var isTyped: Bool { if case .character = self { true } else { false } }
}
