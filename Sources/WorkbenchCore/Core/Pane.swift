package import RequestModel
package import TerminalUI

/// A part of the screen with its own state.
///
/// A pane changes itself and reads the workspace. What it wants of the rest of the program it returns as outputs, which
/// the root routes; it never holds another pane.
package protocol Pane: Equatable, Sendable {
  static var commands: [PaneCommand<Self>] { get }

  /// Whether one of its text fields is open and takes the keys.
  var isTyping: Bool { get }

  /// The hints of the footer while a text field is open.
  var typingHints: [(key: String, label: String)] { get }

  mutating func update(_ event: PaneEvent, in context: PaneContext) -> [PaneOutput]
  func draw(into canvas: inout Canvas, in context: PaneContext)
}

extension Pane {
  package var typingHints: [(key: String, label: String)] { [("⏎", "done"), ("Esc", "clear")] }
}

/// What a pane is told.
package enum PaneEvent: Sendable {
  /// The workspace, the pane's size or its focus may have changed.
  case changed
  /// The pane has taken the place of another one.
  case appeared
  /// A key for the open text field.
  case key(Key)
  /// A paste into the open text field.
  case paste(String)
  /// Escape outside of a text field.
  case escape
  /// Another pane gets the keys: an open text field keeps its text and closes.
  case blurred
  /// The wheel, in rows.
  case scrolled(Int)
  /// A click; the place is inside the pane's border.
  case clicked(Point)
  /// A file or folder has a new address; `nil` if it was deleted.
  case moved(Address, to: Address?)
  /// The result of work that was done elsewhere.
  case task(TaskID, BodyTaskEvent)
}

/// What a pane reads but does not own.
package struct PaneContext: Sendable {
  package var workspace: Workspace
  /// The size of the pane with its border; zero if it is not on the screen.
  package var size: Size
  /// Whether the pane has its place on the screen, not another one that shares it.
  package var isInSight: Bool
  package var isFocused: Bool
  /// The exchanges that history lists now.
  package var recent: [ExchangeSummary] = []

  /// The rows inside the border.
  package var contentRows: Int { max(0, size.rows - 2) }
}
