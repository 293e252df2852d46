import TerminalUI
import Testing

@testable import WorkbenchCore

/// A list of notes that grows while it is open.
private struct NotesScreen: OverlayScreen {
  var notes: [String] = []

  struct Note: OverlayMessage {
    let text: String

    func apply(to screen: inout NotesScreen) -> OverlayOutcome {
      screen.notes.append(text)
      return .stays()
    }
  }

  var enterHint: String? { nil }
  var hints: [(key: String, label: String)] { [("c", "copy")] }

  mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(.escape): .closed([])
    case .key(.character("c")): .stays([.effect(.copy(notes.joined(separator: "\n"), what: "the notes"))])
    default: .stays()
    }
  }

  func draw(into canvas: inout Canvas) {
    for (row, note) in notes.enumerated() { canvas.write(note, column: 0, row: row) }
  }
}

struct AddingAnOverlayTests {
  @Test func anOverlayIsReachedByKeysAndMessagesWithoutALineInTheRoot() {
    var app = Harness.shop(columns: 60, rows: 12)
    _ = app.bench.route([.open(NotesScreen())])
    app.receive(.message(NotesScreen.Note(text: "Ask for a key")))
    app.expectOnScreen("Ask for a key")
    app.expectOnScreen("c copy")
    app.press("c")
    #expect(app.effects == [.copy("Ask for a key", what: "the notes")])
    app.press("<Esc>")
    #expect(app.bench.overlays.isEmpty)
    app.receive(.message(NotesScreen.Note(text: "Too late")))
    app.expectNotOnScreen("Too late")
  }
}
