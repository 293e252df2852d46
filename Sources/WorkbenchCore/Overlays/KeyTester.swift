/// Shows the bytes that the terminal sends for each key, and the command bound to it.
package struct KeyTester: OverlayScreen {
  private struct Line: Equatable {
    var bytes: String
    var key: String
    var meaning: String
    var remark: String?
  }

  /// The scope whose commands are named.
  private let scope: Command.Scope
  private let keys: KeyMap
  private let terminal: TerminalHabits
  private var lines: [Line] = []

  /// More lines than fit any screen.
  private static let mostLines = 400

  init(scope: Command.Scope, keys: KeyMap, terminal: TerminalHabits) {
    (self.scope, self.keys, self.terminal) = (scope, keys, terminal)
  }

  package var enterHint: String? { nil }
  package var escapeHint: String? { nil }
  package var hints: [(key: String, label: String)] { [("Ctrl+C", "close")] }
  package var takesEveryKey: Bool { true }
  package var endOutputs: [PaneOutput] { [.effect(.traceKeys(false))] }

  /// The bytes that the terminal sent for the key that follows, or for an unknown key.
  struct Bytes: OverlayMessage {
    let bytes: [UInt8]

    func apply(to tester: inout KeyTester) -> OverlayOutcome {
      tester.append(Line(bytes: KeyTester.text(bytes), key: "–", meaning: "unknown key"))
      return .stays()
    }
  }

  /// Ctrl+C closes it; every other key is shown.
  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(let key):
      // The bytes of a key arrive before it.
      let bytes = lines.popLast()?.bytes ?? ""
      append(Line(bytes: bytes, key: key.description, meaning: meaning(of: key), remark: terminal.remark(on: key)))
    case .paste(let text):
      let bytes = lines.popLast()?.bytes ?? ""
      append(Line(bytes: bytes, key: "paste", meaning: Formatting.count(text.count, "character")))
    case .scrolled: break
    }
    return .stays()
  }

  private mutating func append(_ line: Line) {
    lines.append(line)
    lines.removeFirst(max(0, lines.count - Self.mostLines))
  }

  private func meaning(of key: Key) -> String {
    switch keys.meaning(of: KeySequence(key), in: scope) {
    case .command(let command): "\(command.title) (\(command.scope.title))"
    case .prefix: "begins a sequence of keys"
    case .nothing: key.digit == nil ? "no command" : "begins a number"
    }
  }

  /// Control characters as `cat -v` shows them.
  private static func text(_ bytes: [UInt8]) -> String {
    let text = bytes.prefix(24).map { byte in
      switch byte {
      case 0..<0x20: "^" + String(Character(Unicode.Scalar(byte + 0x40)))
      case 0x7F: "^?"
      case 0x20..<0x7F: String(Character(Unicode.Scalar(byte)))
      default: "\\x" + String(byte, radix: 16)
      }
    }
    return text.joined() + (bytes.count > 24 ? "…" : "")
  }

  package func draw(into canvas: inout Canvas) {
    let box = HelpScreen.box(canvas.size)
    let width = box.columns - 4
    let head = heading(columns: width)
    let table = lines.flatMap { line in
      let columns = line.bytes.padded(to: 12) + " " + line.key.padded(to: 10) + " "
      return [[Span(columns, .key), Span(line.meaning)]]
        + (line.remark.map { "\(line.key) \($0)".wrapped(to: width - 2).map { [Span("  " + $0, .warning)] } } ?? [])
    }
    let room = max(0, box.rows - 2 - head.count)
    let list = LineList(title: "Key tester", hint: "Ctrl+C closes", filter: nil, emptyText: "", first: 0)
    list.draw(head + table.suffix(room), in: box, &canvas)
  }

  /// The terminal's remarks on keys that are bound to commands.
  private func heading(columns: Int) -> [[Span]] {
    let used = Set(Command.all.flatMap { keys.keys(of: $0) }.flatMap(\.keys))
    let remarks = terminal.habits.compactMap { habit -> String? in
      let taken = habit.keys.filter(used.contains)
      if habit.keys.isEmpty { return habit.remark }
      return taken.isEmpty ? nil : taken.map(\.description).joined(separator: ", ") + " " + habit.remark
    }
    let text = ["Press keys to see what \(terminal.name) sends."] + remarks
    return text.flatMap { $0.wrapped(to: max(10, columns)) }.map { [Span($0, .hint)] } + [[]]
  }
}

package struct KeyTesting: Feature {
  package init() {}

  package static let commands = [
    PaneCommand<KeyTesting>(
      "keys.test", "Key tester", "Show what the terminal sends for each key, and which command it runs.",
      keywords: "terminal keyboard debug bytes shortcuts escape", keys: [],
      run: { _, _ in [.effect(.traceKeys(true))] })
  ]

  /// The habits of the terminal were determined: the test can begin.
  struct Begin: FeatureMessage {
    let terminal: TerminalHabits

    var cause: Cause? { .of(KeyTrace.self) }

    func apply(to testing: inout KeyTesting, in context: PaneContext) -> [PaneOutput] {
      [.open(KeyTester(scope: context.focus ?? .everywhere, keys: context.workspace.keys, terminal: terminal))]
    }
  }
}

/// Starts or stops reporting the bytes of keys and the habits of the terminal.
package struct KeyTrace: FeatureEffect {
  package let isOn: Bool
}

extension Effect {
  package static func traceKeys(_ isOn: Bool) -> Effect { .feature(FeatureWork(KeyTrace(isOn: isOn))) }
}

extension Event {
  package static func terminal(_ habits: TerminalHabits) -> Event { .message(KeyTesting.Begin(terminal: habits)) }
}
