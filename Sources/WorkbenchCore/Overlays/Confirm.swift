/// A question with a key for each choice.
package struct Confirm: OverlayScreen {
  package struct Choice: Equatable, Sendable {
    package var key: Key
    package var label: String
    /// The action; `nil` only closes the dialog.
    package var action: PaneOutput?
    /// More keys for it, which the dialog does not show.
    var otherKeys: [Key] = []
    /// Whether the end of the text must have been on the screen. Until then, the key scrolls down.
    var needsReading = false
    /// The label in a footer without room for the labels of all choices; `nil` if it is short enough.
    var shortLabel: String?

    static func letter(_ letter: Character, _ label: String, short: String? = nil, _ action: PaneOutput) -> Choice {
      Choice(key: .character(letter), label: label, action: action, shortLabel: short)
    }

    /// Escape, which only closes the dialog.
    static func leave(_ label: String, short: String? = nil) -> Choice {
      Choice(key: .escape, label: label, action: nil, shortLabel: short)
    }
  }

  package var title: String
  package var text: String
  /// Lines after the text. Each is shown in full, with line breaks as visible marks.
  package var details: [PermissionRequest.Detail] = []
  package var choices: [Choice]
  /// The first visible row of a text that is longer than the screen.
  private var first = 0
  /// The exchange that waits for this login.
  package var login: ExchangeID?
  /// The outputs when it closes without a choice.
  package var whenLeft: [PaneOutput] = []
  /// The outputs when Ctrl+C closes it; `nil` uses `whenLeft`.
  package var whenCancelled: [PaneOutput]?

  package init(title: String, text: String, choices: [Choice]) {
    (self.title, self.text, self.choices) = (title, text, choices)
  }

  /// Whether text was typed that no choice takes. Enter then only closes the dialog: it ends that text.
  private var hasTypedText = false

  package var isQuestion: Bool { true }
  package var headline: String { title }
  /// The key that sends does not answer a question.
  package var takesSend: Bool { choices.count > 1 }
  package var endOutputs: [PaneOutput] { whenLeft }
  package var cancelOutputs: [PaneOutput] { whenCancelled ?? whenLeft }

  package var enterHint: String? { choice(for: .enter)?.label }
  package var escapeHint: String? { choices.first { $0.key == .escape }?.label ?? "close" }
  package var hints: [(key: String, label: String)] {
    choices.filter { $0.key != .escape && $0.key != .enter }.map { ($0.key.description, $0.label) }
  }

  package var shortLabels: [String: String] {
    let pairs = choices.compactMap { choice in choice.shortLabel.map { (choice.label, $0) } }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// Until the end of the text was on the screen, the keys that need it only scroll: one of them is named.
  package func hints(on screen: Size) -> [(key: String, label: String)] {
    let scrolling = choices.filter(\.needsReading).map(\.key.description)
    guard let key = scrolling.first, ConfirmLayout(self, on: screen).hidesEnd(after: first) else { return hints }
    return [(key: key, label: "read on")] + hints.filter { !scrolling.contains($0.key) }
  }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    let layout = ConfirmLayout(self, on: screen)
    switch event {
    case .key(.escape): return .closed(whenLeft)
    case .key(.enter) where hasTypedText: return .closed(whenLeft)
    case .key(let key):
      if let choice = choice(for: key) {
        if choice.needsReading, layout.hidesEnd(after: first) {
          first += layout.height
        } else {
          return .closed(choice.action.map { [$0] } ?? [])
        }
      } else if case .character = key, choices.contains(where: { $0.key == .enter }) {
        hasTypedText = true
      } else if let step = ListKeys.stepByLetter(key, page: layout.height) {
        first += step
      } else {
        return .stays(reminder(for: key, on: screen))
      }
    case .scrolled(let rows): first += rows
    case .paste: break
    }
    first = layout.clamped(first)
    return .stays()
  }

  /// Names the keys that answer, after a key that may have been meant as an answer.
  private func reminder(for key: Key, on screen: Size) -> [PaneOutput] {
    switch key {
    case .enter, .character, .function:
      guard choices.count > 1 else { return [] }
      let (keys, short) = (footer(on: screen), shortLabels)
      func sentence(_ label: (String) -> String) -> String {
        "Answer the question first: " + keys.map { "\($0.0) \(label($0.1))" }.joined(separator: ", ")
      }
      let long = sentence { $0 }
      return [.information(long.columns < screen.columns ? long : sentence { short[$0] ?? $0 })]
    default: return []
    }
  }

  /// The choice for `key`. Enter closes a message with a single choice.
  private func choice(for key: Key) -> Choice? {
    choices.first { $0.key == key || $0.otherKeys.contains(key) }
      ?? (choices.count == 1 && key == .enter ? choices[0] : nil)
  }

  package mutating func click(_ point: Point, on screen: Size) -> Key? {
    ConfirmLayout(self, on: screen).choice(at: point, on: screen).map { choices[$0].key }
  }

  package func draw(into canvas: inout Canvas) {
    let layout = ConfirmLayout(self, on: canvas.size)
    let first = layout.clamped(first)
    let lines = layout.lines[first..<min(layout.lines.count, first + layout.height)]
    let box = layout.box(on: canvas.size)
    canvas.dialog(box, title: title, trailing: layout.position(after: first))
    canvas.draw(in: box.inset(columns: 2, rows: 1)) { canvas in
      canvas.write(lines: lines, column: 0, row: 0)
      var row = lines.count + 1
      for (key, label) in layout.choices {
        canvas.write(key.padded(to: ConfirmLayout.keyColumns), column: 0, row: row, style: Style(.key, bold: true))
        canvas.write(lines: label, column: ConfirmLayout.keyColumns, row: row)
        row += label.count
      }
    }
  }
}

/// The rows of a question on a screen. On a short one, the text scrolls and the choices stay.
private struct ConfirmLayout {
  static let keyColumns = 5
  private static let indentation = "  "

  let columns: Int
  let choices: [(key: String, label: [String])]
  let choiceRows: Int
  /// All rows of the text.
  let lines: [String]
  /// The number of rows that fit.
  let height: Int

  init(_ confirm: Confirm, on screen: Size) {
    let details = confirm.details.flatMap { $0.lines.map { Self.indentation + $0.safeLine } }
    let longest = ([confirm.text] + details).lazy.map(\.columns).max() ?? 0
    columns = DialogWidth.columns(for: longest, least: 64, on: screen)
    let inside = columns - 4
    choices = confirm.choices.map { ($0.key.description, $0.label.wrapped(to: inside - Self.keyColumns)) }
    choiceRows = choices.reduce(0) { $0 + $1.label.count }
    lines = confirm.text.wrapped(to: inside) + confirm.details.flatMap { Self.rows(of: $0, inside) }
    // The last row of the screen is the footer with the keys.
    height = max(1, min(lines.count, screen.rows - choiceRows - 4))
  }

  private static func rows(of detail: PermissionRequest.Detail, _ columns: Int) -> [String] {
    let heading = detail.heading.isEmpty ? [] : (detail.heading.safeLine + ":").wrapped(to: columns)
    let width = max(1, columns - indentation.count)
    return heading
      + detail.lines.flatMap { line in line.safeLine[...].pieces(of: width).map { indentation + $0 } }
  }

  func box(on screen: Size) -> Rect {
    Rect(screen).centered(Size(columns: columns, rows: min(lines.count, height) + choiceRows + 3))
  }

  /// The index of the choice that is drawn at a point.
  func choice(at point: Point, on screen: Size) -> Int? {
    let inside = box(on: screen).inset(columns: 2, rows: 1)
    var row = inside.row + min(lines.count, height) + 1
    guard inside.contains(point), point.row >= row else { return nil }
    return choices.firstIndex { choice in
      row += choice.label.count
      return point.row < row
    }
  }

  func clamped(_ first: Int) -> Int { max(0, min(first, lines.count - height)) }

  func hidesEnd(after first: Int) -> Bool { clamped(first) + height < lines.count }

  /// Shows how much of a long text is below the visible part.
  func position(after first: Int) -> [Span] {
    guard lines.count > height else { return [] }
    let below = lines.count - height - clamped(first)
    return [Span(below > 0 ? "\(below) more: ↓" : "all shown", .hint)]
  }
}
