/// A screen over the panes: a dialog or a list. The top one gets all input.
package protocol OverlayScreen: Equatable, Sendable {
  /// The effect of Enter now, for the footer; `nil` if it has none.
  var enterHint: String? { get }
  /// The effect of Escape now, for the footer; `nil` if it has none.
  var escapeHint: String? { get }
  /// Its other keys in the footer, those that do something now.
  var hints: [(key: String, label: String)] { get }
  /// The same keys with their effect on a screen, which may be too small for all of a question.
  func hints(on screen: Size) -> [(key: String, label: String)]
  /// Short labels by label, for a footer without room for all keys of a question.
  var shortLabels: [String: String] { get }
  mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome
  /// Passes a mouse action to its text field.
  mutating func point(_ pointer: FieldPointer)
  /// Handles a click, such as by selecting a row.
  ///
  /// - Returns: The key to press for the click, such as Enter on a row; `nil` if it is handled.
  mutating func click(_ point: Point, on screen: Size) -> Key?
  /// Selects text with the mouse: it is pressed, moved or released.
  mutating func drag(_ mouse: Mouse, on screen: Size) -> [PaneOutput]
  /// Completes the path in its field, if the field still holds this text.
  mutating func complete(_ text: String, by path: String, _ others: [String]) -> [PaneOutput]
  /// Updates addresses after a file or folder was moved or deleted.
  mutating func follow(_ change: Relocation, in workspace: Workspace)

  /// Outputs when it closes without a choice.
  var endOutputs: [PaneOutput] { get }
  /// Outputs when Ctrl+C closes it.
  var cancelOutputs: [PaneOutput] { get }
  /// Whether it handles the key that sends.
  var takesSend: Bool { get }
  /// Whether closing it would lose what was typed, chosen or read, so that the key that sends does not close it.
  var holdsText: Bool { get }
  /// Whether characters are text for a field.
  var isTyping: Bool { get }
  /// Whether it handles every key but Ctrl+C.
  var takesEveryKey: Bool { get }
  /// Whether it waits for the user's answer.
  var isQuestion: Bool { get }
  /// Its text in one line, for the message about a waiting dialog.
  var headline: String { get }
  /// The exchange that waits for this login.
  var login: ExchangeID? { get }

  func draw(into canvas: inout Canvas)
}

extension OverlayScreen {
  /// Its keys in the footer: Enter first and Escape last, or a single hint if both do the same.
  func footer(on screen: Size) -> [(String, String)] {
    let others = hints(on: screen).map { ($0.key, $0.label) }
    if let label = enterHint, label == escapeHint { return [("⏎ Esc", label)] + others }
    return (enterHint.map { [("⏎", $0)] } ?? []) + others + (escapeHint.map { [("Esc", $0)] } ?? [])
  }

  package var escapeHint: String? { "close" }
  package var hints: [(key: String, label: String)] { [] }
  package func hints(on screen: Size) -> [(key: String, label: String)] { hints }
  package var shortLabels: [String: String] { [:] }
  package mutating func point(_ pointer: FieldPointer) {}
  package mutating func click(_ point: Point, on screen: Size) -> Key? { nil }
  package mutating func drag(_ mouse: Mouse, on screen: Size) -> [PaneOutput] { [] }
  package mutating func complete(_ text: String, by path: String, _ others: [String]) -> [PaneOutput] { [] }
  package mutating func follow(_ change: Relocation, in workspace: Workspace) {}
  package var endOutputs: [PaneOutput] { [] }
  package var cancelOutputs: [PaneOutput] { endOutputs }
  package var takesSend: Bool { false }
  package var holdsText: Bool { false }
  package var isTyping: Bool { false }
  package var takesEveryKey: Bool { false }
  package var isQuestion: Bool { false }
  package var headline: String { "a dialog" }
  package var login: ExchangeID? { nil }
}

/// Any screen over the panes.
package struct Overlay: Equatable, Sendable {
  package internal(set) var screen: any OverlayScreen

  init(_ screen: some OverlayScreen) { self.screen = screen }

  package static func == (a: Overlay, b: Overlay) -> Bool { a.screen.isEqual(to: b.screen) }

  package static func picker(_ picker: Picker) -> Overlay { Overlay(picker) }
  package static func prompt(_ prompt: Prompt) -> Overlay { Overlay(prompt) }
  package static func confirm(_ confirm: Confirm) -> Overlay { Overlay(confirm) }
  package static func text(_ text: TextScreen) -> Overlay { Overlay(text) }

  mutating func update(_ event: OverlayEvent, on size: Size) -> OverlayOutcome {
    if case .key(.control("c")) = event { return .closed(screen.cancelOutputs) }
    return screen.update(event, on: size)
  }
}

extension PaneOutput {
  static func open(_ screen: some OverlayScreen) -> PaneOutput { .overlay(Overlay(screen)) }
}

/// An event for the top overlay.
package enum OverlayEvent: Equatable, Sendable {
  case key(Key)
  case paste(String)
  /// Mouse wheel, in rows.
  case scrolled(Int)
}

package enum OverlayOutcome: Equatable, Sendable {
  case stays([PaneOutput] = [])
  /// - Parameter appliesToSubject: Whether the outputs apply to the subject shown when the overlay was opened.
  case closed([PaneOutput], appliesToSubject: Bool = false)

  var outputs: [PaneOutput] {
    switch self {
    case .stays(let outputs), .closed(let outputs, _): outputs
    }
  }
}
