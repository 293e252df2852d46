/// The receiver of the mouse until it is released.
enum MarkedText: Equatable, Sendable {
  case pane(Command.Scope), feature, overlay
}

/// The effect of the first press of a double click.
struct FirstClick: Equatable, Sendable {
  /// Whether it pressed a key of a dialog.
  var isAnswer = false
  /// The number of open dialogs after it.
  var overlays = 0
}

// Keys, pastes and mouse events go to the top of the input stack.
extension Workbench {
  mutating func handle(_ input: TerminalInput) -> [Effect] {
    if let effects = drag(input) { return effects }
    return endDrag() + dispatchInput(input)
  }

  private mutating func dispatchInput(_ input: TerminalInput) -> [Effect] {
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
      if mouse.action == .release { return select(with: mouse) }
      // A message is read by clicking it; elsewhere it would cover the hints for what the click opens.
      if mouse.action == .press, !layout.footer.contains(mouse.point) { notice = nil }
      let showsOtherHints = jump != nil || countHints != nil
      (pending, jump) = (PendingKeys(), nil)
      // The hints on the screen cancel what was typed.
      return showsOtherHints && layout.footer.contains(mouse.point) ? [] : handle(mouse)
    }
  }

  private mutating func handle(_ key: Key) -> [Effect] {
    if let effects = handleInJump(key) { return effects }
    if !overlays.isEmpty { return opensWaiting(key) ? openWaiting() : handleInOverlay(key) }
    if isEditingText {
      let takesKey =
        scope == .request && requestPane.takesFirst(key) || scope == .response && responsePane.takesFirst(key)
      if !takesKey, !key.isTyped, let command = keys.command(for: key, in: .everywhere) {
        if command.worksWhileEditing { return run(command) }
        if key.isFunction { return leaveField(for: command) + run(command) }
      }
      return update(scope, .key(key))
    }
    return handleAsCommand(key)
  }

  /// Keeps the text of the open field before a command that leads elsewhere, unless the command is refused.
  private mutating func leaveField(for command: Command) -> [Effect] {
    command.obstacle(in: self) == nil ? update(scope, .blurred) : []
  }

  mutating func run(_ command: Command) -> [Effect] {
    guard let obstacle = command.obstacle(in: self) else { return command.run(&self) }
    return route(command.refusal(for: obstacle, in: self))
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

  /// Handles input that was typed ahead, in order.
  mutating func replay(_ typed: [OverlayEvent]) -> [Effect] {
    var effects: [Effect] = []
    for event in typed {
      switch event {
      case .key(let key): effects += handle(key)
      case .paste(let text): effects += paste(text)
      case .scrolled: continue
      }
      effects += updatePanes()
    }
    late.expect(effects)
    return effects
  }

  private mutating func handleInOverlay(_ key: Key) -> [Effect] {
    let top = overlays.last?.screen
    let send = top?.takesEveryKey == true || key.isTyped ? nil : keys.command(for: key, in: .everywhere)
    let sends = send?.name == "request.send"
    if let send, sends, key.isNoText {
      if top?.takesSend == true { return updateOverlay(.key(.function(5))) }
      if let top = overlays.last(where: { $0.screen.holdsText })?.screen { return route(.information(top.whyKept)) }
      let ended = route(overlays.flatMap { $0.screen.endOutputs })
      inputs.clear()
      return ended + (inputs.isStale(workspace.subject) ? refuseStaleOverlay() : run(send))
    }
    let (isUndo, isRedo) = (key == .control("z"), key == .control("y"))
    guard isUndo || isRedo || sends && top?.takesSend == true else { return updateOverlay(.key(key)) }
    let before = overlays.last
    let effects = updateOverlay(.key(key))
    guard overlays.last == before, notice == nil, effects.isEmpty else { return effects }
    // A key that the dialog does not use itself, such as Alt+Enter in a question.
    if sends { return updateOverlay(.key(.function(5))) }
    return route(.information(isUndo ? "Nothing to undo here" : "Nothing to redo here"))
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
    return requestPane.select(with: mouse.inside(area)) ? [] : nil
  }

  private mutating func handle(_ mouse: Mouse) -> [Effect] {
    guard mouse.action == .press else { return pass(mouse) }
    // The first click of a double click may have answered a dialog or opened one: the next ones are not meant for it.
    if mouse.clicks > 1, firstClick.isAnswer || firstClick.overlays != overlays.count { return [] }
    markedText = nil
    panes.clearMarks()
    workspace.features.clearMarks()
    firstClick.isAnswer = !overlays.isEmpty
    let effects: [Effect]
    if let pressed = clickHint(mouse.point) {
      effects = pressed
    } else {
      firstClick.isAnswer = false
      effects = pass(mouse)
    }
    firstClick.overlays = overlays.count
    return effects
  }

  private mutating func pass(_ mouse: Mouse) -> [Effect] {
    if let effects = handleInField(mouse) ?? handleInText(mouse) { return effects }
    if mouse.action == .drag { return select(with: mouse) }
    if !overlays.isEmpty {
      if let rows = mouse.wheelRows { return updateOverlay(.scrolled(rows)) }
      if let key = inputs.click(mouse.point, on: size) {
        firstClick.isAnswer = true
        return handle(TerminalInput.key(key))
      }
      markedText = .overlay
      return select(with: mouse)
    }
    guard let place = layout.pane(at: mouse.point), let area = layout[place] else { return handleBesidePanes(mouse) }
    let pane = shownPanes.first { $0.place == place } ?? .response
    if let rows = mouse.wheelRows { return update(pane, .scrolled(rows)) }
    if beginDrag(mouse) { return focus(place) }
    let effects = focus(place) + update(pane, .changed) + update(pane, .clicked(mouse.inside(area).point))
    markedText = .pane(pane)
    return effects + select(with: mouse)
  }

  private mutating func handleBesidePanes(_ mouse: Mouse) -> [Effect] {
    if mouse.action == .press {
      if layout.address?.contains(mouse.point) == true { return clickAddress(mouse) }
      if beginDrag(mouse) { return [] }
      markedText = .feature
    }
    let context = contextOnScreen
    return route(workspace.features.handle(mouse, in: context) ?? [])
  }

  /// Passes the mouse to the text that it was pressed in.
  private mutating func select(with mouse: Mouse) -> [Effect] {
    let place = markedText
    if mouse.action == .release { markedText = nil }
    switch place {
    case .overlay: return route(inputs.drag(mouse, on: size))
    case .feature:
      let context = contextOnScreen
      return route(workspace.features.handle(mouse, in: context) ?? [])
    case .pane(let pane):
      guard let area = layout[pane.place] else { return [] }
      let context = context(pane)
      return route(panes.drag(pane, mouse.inside(area), in: context))
    case nil: return []
    }
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

  var isFunction: Bool { if case .function = self { true } else { false } }

  /// Whether it types a character into a field, regardless of commands bound to it elsewhere.
  var isTyped: Bool { if case .character = self { true } else { false } }
}
