import RequestModel
import TerminalUI

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

  /// Takes the dialogs of a login away.
  mutating func closeLogin(of id: ExchangeID) { overlays.removeAll { $0.login == id } }

  mutating func clear() { overlays = [] }

  /// Changes the preview of the import.
  mutating func updateImport(_ change: (inout ImportScreen) -> Void) {
    for index in overlays.indices {
      guard case .importing(var screen) = overlays[index] else { continue }
      change(&screen)
      overlays[index] = .importing(screen)
    }
  }

  /// The import that is being prepared.
  var importScreen: ImportScreen? {
    for case .importing(let screen) in overlays { return screen }
    return nil
  }

  mutating func closeImport() { overlays.removeAll { if case .importing = $0 { true } else { false } } }

  /// Changes the list with a title, which another dialog may cover.
  mutating func updatePicker(named title: String, _ change: (inout Picker) -> Void) {
    for index in overlays.indices {
      guard case .picker(var picker) = overlays[index], picker.title == title else { continue }
      change(&picker)
      overlays[index] = .picker(picker)
    }
  }

  /// Whether a list of the variables in force is open, which another dialog may cover.
  var listsVariables: Bool {
    overlays.contains { if case .table(let table) = $0 { table.showsVariables } else { false } }
  }

  mutating func listVariables(_ rows: [TableScreen.Row]) {
    for index in overlays.indices {
      guard case .table(var table) = overlays[index], table.showsVariables else { continue }
      table.rows = rows
      overlays[index] = .table(table)
    }
  }

  var showsSwitcher: Bool { if case .workspaces = overlays.last { true } else { false } }

  mutating func updateSwitcher(_ change: (inout WorkspacesScreen) -> Void) {
    guard case .workspaces(var screen)? = overlays.last else { return }
    change(&screen)
    overlays[overlays.count - 1] = .workspaces(screen)
  }

  mutating func updateKeyTester(_ change: (inout KeyTester) -> Void) {
    guard case .keys(var tester)? = overlays.last else { return }
    change(&tester)
    overlays[overlays.count - 1] = .keys(tester)
  }

  mutating func updateFilePicker(_ change: (inout FilePicker) -> Void) {
    guard case .files(var picker)? = overlays.last else { return }
    change(&picker)
    overlays[overlays.count - 1] = .files(picker)
  }

  mutating func updateGoTo(_ change: (inout GoToScreen) -> Void) {
    guard case .goTo(var screen)? = overlays.last else { return }
    // Not a second copy of the list.
    overlays.removeLast()
    change(&screen)
    overlays.append(.goTo(screen))
  }

  /// Passes the results of a search to its screen, which another dialog may cover.
  mutating func updateSearch(_ change: (inout SearchScreen) -> Void) {
    for index in overlays.indices {
      guard case .search(var screen) = overlays[index] else { continue }
      change(&screen)
      overlays[index] = .search(screen)
    }
  }

  /// Changes the form of a run, which another dialog may cover.
  mutating func updateRunForm(_ change: (inout RunForm) -> Void) {
    for index in overlays.indices {
      guard case .run(var form) = overlays[index] else { continue }
      change(&form)
      overlays[index] = .run(form)
    }
  }

  /// Completes the path in the top field, unless it was changed meanwhile.
  mutating func completePrompt(_ text: String, by completion: String, _ others: [String]) {
    guard case .prompt(var prompt)? = overlays.last, prompt.purpose.completesPaths, prompt.editor.text == text else {
      return
    }
    prompt.complete(by: completion, others)
    overlays[overlays.count - 1] = .prompt(prompt)
  }

  /// Gives the mouse to the text field of the top overlay.
  mutating func point(_ pointer: FieldPointer) {
    if !overlays.isEmpty { overlays[overlays.count - 1].point(pointer) }
  }

  /// Passes a click to the form of a run, if it is on top.
  mutating func click(_ point: Point, on screen: Size) {
    guard case .run(var form)? = overlays.last else { return }
    form.click(point, on: screen)
    overlays[overlays.count - 1] = .run(form)
  }

  /// Whether the subject has changed since the overlays were opened, such as after a file was deleted.
  func isStale(_ subject: Subject) -> Bool { subject != self.subject }

  /// Follows the subject, and the requests in the form of a run. What is gone stays the subject, which is stale then.
  mutating func follow(_ change: Relocation, in workspace: Workspace) {
    subject = change(subject) ?? subject
    updateRunForm { $0.follow(change, in: workspace) }
  }

  /// Passes an event to the top overlay and removes it if it closes.
  mutating func updateOverlay(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome? {
    guard !overlays.isEmpty else { return nil }
    let outcome = overlays[overlays.count - 1].update(event, on: screen)
    if case .closed = outcome { overlays.removeLast() }
    return outcome
  }
}
