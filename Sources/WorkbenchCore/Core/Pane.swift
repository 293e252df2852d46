/// A part of the screen with its own state.
///
/// A pane changes itself and reads the workspace. It asks the rest of the program for anything else through outputs,
/// which the root routes.
package protocol Pane: Equatable, Sendable {
  /// The scope of its commands, which names it.
  static var scope: Command.Scope { get }
  /// Its name in sentences, such as `the request`.
  static var title: String { get }
  static var place: Focus { get }
  /// The name of the command that shows it while it is hidden; `nil` if it shares its place with no other pane.
  static var opener: String? { get }
  static var commands: [PaneCommand<Self>] { get }
  /// Its commands that act everywhere.
  static var commandsEverywhere: [PaneCommand<Self>] { get }

  init()

  /// The panes beside it if it is the pane on the left.
  var neighbours: PaneNeighbours { get }
  /// The columns that its rows need if it is the pane on the left of a wide screen; `nil` for those of the sidebar.
  func listColumns(in workspace: Workspace) -> Int?
  /// Titles for the header in place of those of the shown subject; `nil` for the subject's.
  func crumbs(in context: PaneContext) -> [String]?
  /// Its background work, for the header.
  var news: [Span] { get }
  /// Its figure at the end of the footer. A click on it shows the pane.
  var footnote: [Span]? { get }
  /// The work that quitting would end, such as `run shop is under way`.
  var workUnderWay: String? { get }
  /// Why Ctrl+C does not quit while it is out of sight.
  func whyNotQuit(in context: PaneContext) -> String?

  /// Whether one of its text fields is open.
  var isTyping: Bool { get }

  /// The footer's hints while a text field is open.
  func typingHints(in context: PaneContext) -> [(key: String, label: String)]

  /// The footer's word for Escape while it closes something inside the pane; `nil` if nothing is open.
  var closing: String? { get }

  /// Whether it has a row for a file or folder.
  static func lists(_ address: Address, in workspace: Workspace) -> Bool
  /// Selects the row of a file or folder.
  mutating func reveal(_ address: Address, in context: PaneContext) -> [PaneOutput]

  /// Passes a mouse action to its open text field of one line.
  mutating func point(_ pointer: FieldPointer)
  /// Selects text with the mouse, relative to the inside of the pane's border: it is pressed, moved or released.
  mutating func drag(_ mouse: Mouse, in context: PaneContext) -> [PaneOutput]
  /// Forgets the text that was selected with the mouse.
  mutating func clearMark()
  mutating func update(_ event: PaneEvent, in context: PaneContext) -> [PaneOutput]

  /// Cancels its background work; `nil` without any.
  mutating func cancel(in context: PaneContext) -> [PaneOutput]?
  func draw(into canvas: inout Canvas, in context: PaneContext)
}

/// The panes beside the one on the left.
package enum PaneNeighbours: Equatable, Sendable {
  case requestAndResponse
  case only(Command.Scope)
  /// The list replaces the request, and the response is shown on demand.
  case response(isShown: Bool)
}

extension Pane {
  package static var commandsEverywhere: [PaneCommand<Self>] { [] }
  package var neighbours: PaneNeighbours { .requestAndResponse }
  package func listColumns(in workspace: Workspace) -> Int? { nil }
  package func crumbs(in context: PaneContext) -> [String]? { nil }
  package var news: [Span] { [] }
  package var footnote: [Span]? { nil }
  package var workUnderWay: String? { nil }
  package func whyNotQuit(in context: PaneContext) -> String? { nil }

  package var isTyping: Bool { false }
  package var closing: String? { nil }

  package static var title: String { scope.rawValue }
  package static var place: Focus { .sidebar }
  package static var opener: String? { nil }

  package static func lists(_ address: Address, in workspace: Workspace) -> Bool { false }
  package mutating func reveal(_ address: Address, in context: PaneContext) -> [PaneOutput] { [] }
  package mutating func point(_ pointer: FieldPointer) {}
  package mutating func drag(_ mouse: Mouse, in context: PaneContext) -> [PaneOutput] { [] }
  package mutating func clearMark() {}
  package mutating func cancel(in context: PaneContext) -> [PaneOutput]? { nil }

  package func typingHints(in context: PaneContext) -> [(key: String, label: String)] {
    [("⏎", "done"), ("Esc", "clear")]
  }
}

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
  /// A file or folder was moved or deleted.
  case moved(Relocation)
  /// The result of a background task.
  case task(TaskID, BodyTaskEvent)
}

/// The state that a pane reads but does not own.
package struct PaneContext: Sendable {
  package var workspace: Workspace
  /// The size of the pane with its border; zero if it is hidden.
  package var size: Size
  /// Whether the pane is shown, and not the pane that shares its place.
  package var isShown: Bool
  package var isFocused: Bool
  var focus: Command.Scope?
  /// The folder that new files go to, and the selected row of the collections, for features.
  var folder = Address("")
  var selectedNode: CollectionNode?
  var leftPane = Command.Scope.collections
  /// Whether a list has the place of the request, too.
  var isList = false
  var isZoomed = false
  var screen = Size(columns: 0, rows: 0)
  /// The places on the screen, for messages, the mouse and the drawing of features; `nil` for commands.
  var layout: Layout?
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

extension Mouse {
  /// The rows that the wheel scrolls; `nil` for the button.
  var wheelRows: Int? {
    switch action {
    case .wheelUp: -3
    case .wheelDown: 3
    case .press, .drag, .release: nil
    }
  }

  /// The same, relative to the inside of a pane's border.
  func inside(_ area: Rect) -> Mouse {
    Mouse(action, at: Point(column: point.column - area.column - 2, row: point.row - area.row - 1), clicks: clicks)
  }
}
