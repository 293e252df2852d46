/// A border being dragged with the mouse.
struct BorderDrag: Equatable, Sendable {
  var border: PaneBorder
  /// The distance of the mouse from the border.
  var offset: Int
  var hasMoved = false
}

// The sizes and the arrangement of the panes.
extension Workbench {
  /// Applies the layout of the settings. Settings that changed replace the user's choices.
  mutating func applyLayout(_ settings: LayoutChoices) {
    if areLayoutSettingsKnown { layoutChoices = layoutChoices.dropping(changesFrom: layoutSettings, to: settings) }
    areLayoutSettingsKnown = true
    layoutSettings = settings
  }

  private mutating func choose(_ change: (inout LayoutChoices) -> Void) -> [Effect] {
    change(&layoutChoices)
    return [.program(.keepLayout(layoutChoices))]
  }

  // MARK: Commands

  /// Why the request is not on the screen: another list covers it.
  var whyCovered: String? {
    switch neighbours {
    case .requestAndResponse: nil
    case .only: "The \(leftPane.title) are shown: {\(leftPane.rawValue).close} returns to the request"
    case .response: "A \(leftPane.rawValue) is shown: {\(leftPane.rawValue).close} returns to the request"
    }
  }

  var whyNotArranged: String? {
    if let whyCovered { return whyCovered }
    if isZoomed { return "This pane is zoomed: {pane.zoom} shows all panes" }
    return size.columns < 60 || size.rows < 16 ? "A screen smaller than 60×16 shows one pane" : nil
  }

  /// Makes the focused pane larger, or smaller if `step` is negative.
  mutating func resizePane(by step: Int) -> [Effect] {
    let layout = layout
    guard let border = focusedPane == .sidebar ? .sidebar : layout.responseBorder else { return [] }
    let cells = (border == .rows ? 1 : 2) * (focusedPane == .response ? -step : step)
    let choices = layout.moving(border, to: layout.place(of: border) + cells, in: layoutChoices)
    guard self.layout(with: choices) != layout else { return route(.information("The panes have no more room")) }
    return choose { $0 = choices }
  }

  private func layout(with choices: LayoutChoices) -> Layout {
    var bench = self
    bench.layoutChoices = choices
    return bench.layout
  }

  /// Hides the sidebar and leaves it, or shows it.
  mutating func toggleSidebar() -> [Effect] {
    let isHidden = layoutChoices.over(layoutSettings).showsSidebar == false
    let effects = choose { $0.showsSidebar = isHidden }
    return isHidden || focusedPane != .sidebar ? effects : effects + focus(.request)
  }

  /// Puts the response beside the request, or below it.
  mutating func toggleArrangement() -> [Effect] {
    let isBeside = layout.responseBorder == .columns
    return choose { $0.response = isBeside ? .below : .beside }
  }

  mutating func resetLayout() -> [Effect] {
    isZoomed = false
    notice = Notice(.success, "Layout reset to the settings and the screen size")
    return choose { $0 = LayoutChoices() }
  }

  // MARK: The mouse

  /// Starts dragging a border, or resets it on a double click.
  mutating func beginDrag(_ mouse: Mouse) -> Bool {
    let layout = layout
    guard let border = layout.border(at: mouse.point) else { return false }
    let place = border == .rows ? mouse.point.row : mouse.point.column
    borderDrag = BorderDrag(border: border, offset: place - layout.place(of: border))
    if mouse.clicks == 2 {
      layoutChoices = layoutChoices.resetting(border)
      borderDrag?.hasMoved = true
    }
    return true
  }

  /// Moves the dragged border; `nil` if no border is being dragged.
  mutating func drag(_ input: TerminalInput) -> [Effect]? {
    guard case .mouse(let mouse) = input, mouse.action == .drag, let drag = borderDrag else { return nil }
    let place = (drag.border == .rows ? mouse.point.row : mouse.point.column) - drag.offset
    layoutChoices = layout.moving(drag.border, to: place, in: layoutChoices)
    borderDrag?.hasMoved = true
    return []
  }

  /// Keeps the new sizes. A terminal may not report that the button was released: the next input ends the drag.
  mutating func endDrag() -> [Effect] {
    guard let drag = borderDrag else { return [] }
    borderDrag = nil
    return drag.hasMoved ? [.program(.keepLayout(layoutChoices))] : []
  }

  // MARK: The URL bar

  func drawAddress(into canvas: inout Canvas) {
    requestPane.drawAddress(
      into: &canvas, in: context(.request), trailing: addressFacts(columns: canvas.size.columns).spans)
  }

  /// The text of a feature beside the URL, or in the header.
  var featureFact: ClickableText? { workspace.features.first { $0.fact(in: workspace) } }

  /// The columns that the method and the URL have beside that text.
  private static let addressColumns = 30
  /// The columns of the key that sends, and of the gaps. The one that cancels is wider: the text stays beside it.
  private static let sendingColumns = 12

  /// The text of a feature, and the key that sends or cancels, which stays where there is no room for both.
  func addressFacts(columns: Int) -> [ClickableText] {
    let sending = addressSending(columns: columns)
    let fact = addressFact(columns: columns)
    let gap = fact == nil || sending == nil ? nil : ClickableText([Span("  ")])
    return [fact, gap, sending].compactMap(\.self)
  }

  /// The text of a feature in the row of the URL; `nil` where the header has it.
  private func addressFact(columns: Int) -> ClickableText? {
    guard columns >= 40, var fact = featureFact else { return nil }
    fact.spans = fact.spans.truncated(to: columns / 4 + 4)
    let rest = columns - fact.spans.columns - Self.sendingColumns
    return sendingCommand(columns: columns) == nil || rest >= Self.addressColumns ? fact : nil
  }

  /// Whether the row of the URL shows the text of a feature.
  var addressShowsFact: Bool { layout.address.map { addressFact(columns: $0.columns) != nil } ?? false }

  /// The command that sends or cancels, and its key; `nil` where there is nothing to send, or no room.
  private func sendingCommand(columns: Int) -> (name: String, key: KeySequence)? {
    guard columns >= 36, workspace.request != nil else { return nil }
    let name = workspace.runningID != nil ? "app.cancel" : "request.send"
    return Command.named(name).flatMap { keys.keys(of: $0).first }.map { (name, $0) }
  }

  private func addressSending(columns: Int) -> ClickableText? {
    guard let (name, key) = sendingCommand(columns: columns) else { return nil }
    let isRunning = name == "app.cancel"
    let verb = isRunning ? "cancels" : workspace.verbOfSending(requestPane.typedRequest(in: context(.request))) + "s"
    let hint = [Span(key.description, Style(.key, bold: true)), Span(" " + verb, .label)]
    return ClickableText(hint, command: name)
  }

  var whyNoAddress: String? {
    if let whyCovered { return whyCovered }
    return workspace.file == nil ? "Select a request first" : workspace.whyNotEditable
  }

  mutating func clickAddress(_ mouse: Mouse) -> [Effect] {
    let effects = focus(.request)
    let column = mouse.point.column - (layout.address?.column ?? 0)
    return effects + route(requestPane.clickAddress(at: column, clicks: mouse.clicks, in: context(.request)))
  }
}
