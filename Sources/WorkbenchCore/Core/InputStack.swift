import TerminalUI

/// Who gets keys, pastes and the mouse: the focused pane at the bottom, its open text field on it, then the overlays.
/// The top one is asked first; Escape takes it away.
package struct InputStack: Equatable, Sendable {
  package var pane = Focus.sidebar
  package private(set) var overlays: [Overlay] = []
  /// What was in sight when the first overlay was opened: what is chosen there acts on it and on nothing else.
  private var subject = Subject.nothing

  mutating func push(_ overlay: Overlay, over subject: Subject) {
    if overlays.isEmpty { self.subject = subject }
    overlays.append(overlay)
  }

  mutating func clear() { overlays = [] }

  /// Whether something else is in sight than when the overlays were opened, such as after a file was deleted.
  func isStale(_ subject: Subject) -> Bool { subject != self.subject }

  /// Follows a request to its new address.
  mutating func follow(_ old: Subject, to new: Subject) { if subject == old { subject = new } }

  /// Tells the top overlay; one that is done is taken away.
  mutating func updateOverlay(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome? {
    guard !overlays.isEmpty else { return nil }
    let outcome = overlays[overlays.count - 1].update(event, on: screen)
    if case .closed = outcome { overlays.removeLast() }
    return outcome
  }
}
