package import RequestModel
package import TerminalUI

/// A part of the screen with its own state.
///
/// A pane changes itself and reads the workspace. It asks the rest of the program for anything else through outputs,
/// which the root routes.
package protocol Pane: Equatable, Sendable {
  static var commands: [PaneCommand<Self>] { get }

  /// Whether one of its text fields is open.
  var isTyping: Bool { get }

  /// The footer's hints while a text field is open.
  func typingHints(in context: PaneContext) -> [(key: String, label: String)]

  /// Gives the mouse to its open text field of one line.
  mutating func point(_ pointer: FieldPointer)
  mutating func update(_ event: PaneEvent, in context: PaneContext) -> [PaneOutput]
  func draw(into canvas: inout Canvas, in context: PaneContext)
}

extension Pane {
  package mutating func point(_ pointer: FieldPointer) {}

  package func typingHints(in context: PaneContext) -> [(key: String, label: String)] {
    [("⏎", "done"), ("Esc", "clear")]
  }
}

/// An event for a pane.
package enum PaneEvent: Sendable {
  /// The workspace, the pane's size or its focus may have changed.
  case changed
  /// The pane has replaced another one on the screen.
  case appeared
  /// A key for the open text field.
  case key(Key)
  /// A paste into the open text field.
  case paste(String)
  /// Escape outside a text field.
  case escape
  /// The pane loses focus: an open text field is committed.
  case blurred
  /// Mouse wheel, in rows.
  case scrolled(Int)
  /// A click, relative to the inside of the pane's border.
  case clicked(Point)
  /// A file or folder was moved; `nil` if it was deleted.
  case moved(Address, to: Address?)
  /// The result of a background task.
  case task(TaskID, BodyTaskEvent)
}

/// The state that a pane reads but does not own.
package struct PaneContext: Sendable {
  package var workspace: Workspace
  /// The size of the pane with its border; zero if it is hidden.
  package var size: Size
  /// Whether the pane has the place that it shares with another one.
  package var isShown: Bool
  package var isFocused: Bool
  /// The scope of the focused pane.
  var focus: Command.Scope?
  /// The exchanges listed in history.
  package var recent: [ExchangeSummary] = []

  /// The name of a pinned response, for its pane.
  var pinnedTitle: String?

  /// The number typed before the command's key.
  package var count: Int?

  /// The rows inside the border.
  package var contentRows: Int { max(0, size.rows - 2) }
  package var contentColumns: Int { max(0, size.columns - 2) }
}
