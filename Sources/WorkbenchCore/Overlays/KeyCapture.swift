/// Asks for the new keys of a command by having them pressed, and says what that changes.
struct KeyCapture: OverlayScreen {
  private let command: Command
  private let map: KeyMap
  private var typed: [Key] = []

  init(_ command: Command, _ map: KeyMap) { (self.command, self.map) = (command, map) }

  static func == (a: KeyCapture, b: KeyCapture) -> Bool {
    a.command.name == b.command.name && a.map == b.map && a.typed == b.typed
  }

  var takesEveryKey: Bool { true }

  var enterHint: String? { change == nil ? nil : "use" }
  var escapeHint: String? { "cancel" }
  var hints: [(key: String, label: String)] {
    change == nil ? [] : [("Tab", "add to its keys"), ("⌫", "take back")]
  }

  private var change: KeyChange? {
    typed.isEmpty ? nil : KeyChange(command: command, keys: KeySequence(typed), map: map)
  }

  /// The first key may be any but Escape; after it, some keys end the input.
  mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    guard case .key(let key) = event else { return .stays() }
    switch key {
    case .escape: return .closed([])
    case .enter where change != nil: return finish(adding: false)
    case .tab where change != nil: return finish(adding: true)
    case .backspace where change != nil: typed.removeLast()
    default:
      guard typed.count < KeySequence.longest else { return .stays([.information("A sequence has at most four keys")]) }
      typed.append(key)
    }
    return .stays()
  }

  private func finish(adding: Bool) -> OverlayOutcome {
    guard let change, change.problem == nil else { return .stays() }
    return .closed(change.outputs(adding: adding))
  }

  func draw(into canvas: inout Canvas) {
    let width = min(76, canvas.size.columns)
    let lines = lines(columns: max(1, width - 4))
    let box = Rect(canvas.size).centered(Size(columns: width, rows: min(lines.count + 2, canvas.size.rows)))
    let list = LineList(title: "Key of \(command.title)", hint: command.name, filter: nil, emptyText: "", first: 0)
    list.draw(lines, in: box, &canvas)
  }

  private func lines(columns: Int) -> [[Span]] {
    func rows(_ text: String, _ role: Style.Role) -> [[Span]] { text.wrapped(to: columns).map { [Span($0, role)] } }
    let now = map.keys(of: command)
    let head = rows(command.help, .text) + rows("Now: " + (now.isEmpty ? "no key" : KeyChange.names(now)), .hint)
    guard let change else { return head + [[]] + rows("Press the new key, or several one after the other.", .label) }
    let new = [[Span("New: ", .label), Span(change.keys.description, Style(.key, bold: true))]]
    let remarks =
      change.problem.map { rows($0, .error) } ?? change.consequences.flatMap { rows($0, .warning) }
    return head + [[]] + new + remarks + [[]]
      + rows("⏎ uses it instead · Tab adds it · further keys make a sequence · Esc cancels", .hint)
  }
}
