/// The receivers of input: the focused pane, its open text field, then the overlays.
///
/// The top one gets input first; Escape closes it.
package struct InputStack: Equatable, Sendable {
  package var pane = Focus.sidebar
  package private(set) var overlays: [Overlay] = []
  /// The subject shown when the first overlay was opened. Choices made there apply only to it.
  private var subject = Subject.nothing

  mutating func push(_ overlay: Overlay, over subject: Subject) {
    if overlays.isEmpty { self.subject = subject }
    overlays.append(overlay)
  }

  mutating func remove(where isOver: (any OverlayScreen) -> Bool) { overlays.removeAll { isOver($0.screen) } }

  mutating func clear() { overlays = [] }

  func first<S: OverlayScreen>(_ type: S.Type) -> S? { overlays.lazy.compactMap { $0.screen as? S }.first }

  /// Changes all open screens of a type, even those covered by other dialogs.
  @discardableResult
  mutating func update<S: OverlayScreen>(_ type: S.Type, _ change: (inout S) -> OverlayOutcome) -> [PaneOutput] {
    var outputs: [PaneOutput] = []
    for index in overlays.indices.reversed() {
      guard var screen = overlays[index].screen as? S else { continue }
      // Release the stored value first, so that its list is not copied.
      overlays[index].screen = NoScreen()
      let outcome = change(&screen)
      overlays[index].screen = screen
      outputs += outcome.outputs
      if case .closed = outcome { overlays.remove(at: index) }
    }
    return outputs
  }

  /// Changes all open screens of a type without any outputs.
  mutating func change<S: OverlayScreen>(_ type: S.Type, _ change: (inout S) -> Void) {
    update(type) {
      change(&$0)
      return .stays()
    }
  }

  /// Completes a path in the fields that hold this text.
  mutating func complete(_ text: String, by path: String, _ others: [String]) -> [PaneOutput] {
    overlays.indices.flatMap { overlays[$0].screen.complete(text, by: path, others) }
  }

  /// Passes a mouse action to the text field of the top overlay.
  mutating func point(_ pointer: FieldPointer) {
    if !overlays.isEmpty { overlays[overlays.count - 1].screen.point(pointer) }
  }

  /// Passes a click to the top overlay and returns the key that it presses.
  mutating func click(_ point: Point, on size: Size) -> Key? {
    overlays.isEmpty ? nil : overlays[overlays.count - 1].screen.click(point, on: size)
  }

  /// Passes the mouse to the top overlay, whose text it can select.
  mutating func drag(_ mouse: Mouse, on size: Size) -> [PaneOutput] {
    overlays.isEmpty ? [] : overlays[overlays.count - 1].screen.drag(mouse, on: size)
  }

  /// Whether the subject has changed since the overlays were opened, such as after a file was deleted.
  func isStale(_ subject: Subject) -> Bool { subject != self.subject }

  /// Updates the subject after a move. A deleted subject stays, and is stale.
  mutating func follow(_ change: Relocation, in workspace: Workspace) {
    subject = change(subject) ?? subject
    for index in overlays.indices { overlays[index].screen.follow(change, in: workspace) }
  }

  /// Passes an event to the top overlay and removes it if it closes.
  mutating func updateOverlay(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome? {
    guard !overlays.isEmpty else { return nil }
    let outcome = overlays[overlays.count - 1].update(event, on: screen)
    if case .closed = outcome { overlays.removeLast() }
    return outcome
  }
}

/// Takes a screen's slot while the screen changes.
private struct NoScreen: OverlayScreen {
  var enterHint: String? { nil }

  mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome { .stays() }
  func draw(into canvas: inout Canvas) {}
}
