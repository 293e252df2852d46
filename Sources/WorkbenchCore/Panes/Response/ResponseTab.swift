import BodyDocument
package import RequestModel
package import TerminalUI

/// One tab of the response pane, with its own rows, position, selection and search.
///
/// A new tab is a type that conforms to this protocol, in one file of `Tabs/`, and a line in `ResponseTabs.all`. Most of
/// it is optional: a tab of fixed rows has a title, builds its rows in `show` and keeps the rest as it is.
package protocol ResponseTab: Equatable, Sendable {
  /// The name by which a request kind lists its tabs: `body`.
  static var id: String { get }
  static var title: String { get }
  static var commands: [TabCommand<Self>] { get }
  /// Whether requests of a kind have the tab.
  static func isShown(for kind: RequestKind) -> Bool
  /// What stands beside the title: a number of entries.
  static func badge(for live: LiveExchange) -> String
  /// What is said in the place of rows of an exchange that has begun to answer.
  static func placeholder(for live: LiveExchange) -> String

  init()

  var view: RowsView { get set }
  /// The rows as of the last `show`.
  var rows: ResponseRows { get }

  /// Another exchange is in sight: start at the top.
  mutating func reset()
  /// Builds the rows of an exchange where they have changed.
  mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput]

  /// Whether a text field of the tab takes the keys.
  var isTyping: Bool { get }
  mutating func handle(_ key: Key, in context: PaneContext) -> [PaneOutput]
  mutating func paste(_ text: String, in context: PaneContext) -> [PaneOutput]
  /// Closes an open text field; what was typed stays.
  mutating func blur(in context: PaneContext)
  /// Escape: closes what was opened last; `nil` if there is nothing to close.
  mutating func stepOut(in context: PaneContext) -> [PaneOutput]?
  mutating func take(_ result: BodyTaskEvent, of task: TaskID, in context: PaneContext) -> [PaneOutput]

  /// Stops work that is done elsewhere for the tab; `nil` if there is none.
  mutating func cancel(in context: PaneContext) -> [PaneOutput]?

  /// Makes the place of a hit a row; see `ResponseRows` for places.
  mutating func reveal(_ place: Int) -> RevealedPlace
  /// Adds to the description of copied rows what must be known of secrets in them.
  func remarking(_ what: String, on text: String, rows: ClosedRange<Int>, in context: PaneContext) -> String

  /// Lines above the rows, such as a filter.
  func headLines(in context: PaneContext) -> [HeadLine]
  /// What must be known of the rows before they are read.
  func notice(in context: PaneContext) -> Notice?
  /// What the pane's lower edge says on the right, before the position.
  func facts(in context: PaneContext) -> [String]
  /// What the pane's lower edge says on the left: the path of the selected row.
  func path(in context: PaneContext) -> String?
  /// Draws something else than rows, such as a picture.
  ///
  /// - Returns: Whether it did.
  func drawContent(into canvas: inout Canvas, in context: PaneContext) -> Bool
}

/// All tabs of the response pane, in their order.
package enum ResponseTabs {
  package static let all: [any ResponseTab.Type] = [
    BodyTab.self,
    HeadersTab.self,
    CookiesTab.self,
    TimelineTab.self,
    SentTab.self,
  ]
}

package typealias HeadLine = (inout Canvas) -> Void

/// Where a hit of a search is on the screen.
package struct RevealedPlace {
  var row: Int
  /// The column, counted from the end of the row's indentation, where rows are longer than the screen.
  var column: (index: Int, indent: Int)?
}

// What most tabs have no need to say.
extension ResponseTab {
  package static func isShown(for kind: RequestKind) -> Bool { kind.responseTabs?.contains(id) ?? true }

  package static var commands: [TabCommand<Self>] { [] }
  package static func badge(for live: LiveExchange) -> String { "" }
  package static func placeholder(for live: LiveExchange) -> String { "" }

  package mutating func reset() { view.reset() }
  package var isTyping: Bool { view.search?.isOpen ?? false }
  package mutating func handle(_ key: Key, in context: PaneContext) -> [PaneOutput] { handleInSearch(key, context) }
  package mutating func paste(_ text: String, in context: PaneContext) -> [PaneOutput] {
    pasteIntoSearch(text, context)
  }
  package mutating func blur(in context: PaneContext) { view.search?.isOpen = false }
  package mutating func stepOut(in context: PaneContext) -> [PaneOutput]? { stepOutOfRows(context) }
  package mutating func take(_ result: BodyTaskEvent, of task: TaskID, in context: PaneContext) -> [PaneOutput] {
    takeSearch(result, of: task, context)
  }
  package mutating func cancel(in context: PaneContext) -> [PaneOutput]? { nil }
  package mutating func reveal(_ place: Int) -> RevealedPlace { RevealedPlace(row: place) }
  package func remarking(_ what: String, on text: String, rows: ClosedRange<Int>, in context: PaneContext) -> String {
    text.contains("••••••") ? what + ", secrets masked" : what
  }
  package func headLines(in context: PaneContext) -> [HeadLine] { [] }
  package func notice(in context: PaneContext) -> Notice? { nil }
  package func facts(in context: PaneContext) -> [String] { [] }
  package func path(in context: PaneContext) -> String? { nil }
  package func drawContent(into canvas: inout Canvas, in context: PaneContext) -> Bool { false }
}

// What all tabs have in common: moving, selecting, copying rows.
extension ResponseTab {
  /// The rows inside the border above those of the tab: titles, filter, search, notices.
  func headRows(in context: PaneContext) -> Int {
    guard context.workspace.exchange != nil else { return 1 }
    let lines = headLines(in: context).count + (searchLine == nil ? 0 : 1)
    let notices = noticeLines(in: context, columns: context.size.columns - 4, rows: context.contentRows - 1 - lines)
    return 1 + lines + notices.count + (rows.header(columns: 0..<0) == nil ? 0 : 1)
  }

  /// The lines and columns that rows are drawn in.
  func rowsSize(in context: PaneContext) -> Size {
    Size(
      columns: max(1, context.size.columns - 4 - view.gutter(rows)),
      rows: max(1, context.contentRows - headRows(in: context)))
  }

  var searchLine: RowSearch? { view.search.flatMap { $0.isOpen || !$0.editor.text.isEmpty ? $0 : nil } }

  /// The notice of the exchange or the tab, in lines.
  func noticeLines(in context: PaneContext, columns: Int, rows: Int) -> [String] {
    guard let notice = headNotice(in: context) else { return [] }
    return Array(notice.text.wrapped(to: columns).prefix(max(1, rows - 1)))
  }

  /// Why the exchange failed, in every tab; else what the tab has to say.
  func headNotice(in context: PaneContext) -> Notice? {
    let failure = context.workspace.exchange?.exchange?.outcome.failure
    return failure.map { Notice(.failure, $0.sentence) } ?? notice(in: context)
  }

  mutating func fit(in context: PaneContext) { view.fit(rows, rowsSize(in: context)) }

  mutating func move(by step: Int, in context: PaneContext) { view.move(by: step, rows, rowsSize(in: context)) }

  mutating func select(row: Int, in context: PaneContext) { view.select(row: row, rows, rowsSize(in: context)) }

  mutating func scroll(by step: Int, in context: PaneContext) { view.scroll(by: step, rows, rowsSize(in: context)) }

  mutating func toggleSelection() { view.anchor = view.anchor == nil ? view.window.selected : nil }

  /// Escape: ends the selection, then the search.
  mutating func stepOutOfRows(_ context: PaneContext) -> [PaneOutput]? {
    if view.anchor != nil {
      view.anchor = nil
    } else if view.search != nil {
      view.search = nil
      fit(in: context)
    } else {
      return nil
    }
    return []
  }

  /// Copies the selected rows as they are shown, without the indentation that they share.
  mutating func copyRows(in context: PaneContext) -> [PaneOutput] {
    let rows = rows
    let selected = view.selectedRows.clamped(to: 0...max(0, rows.count - 1))
    guard rows.count > 0 else { return [] }
    guard selected.count <= RowsLimit.copied else {
      return [
        .failure(
          "\(Formatting.count(selected.count, "row")) are too many for the clipboard — w writes the whole body to a file"
        )
      ]
    }
    let texts = selected.map { rows.row($0, columns: 0..<RowsLimit.copiedColumns).map(\.text).joined() }
    let indent = texts.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let text = texts.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
    view.anchor = nil
    let what = selected.count == 1 ? "the row" : Formatting.count(selected.count, "row")
    return [.effect(.copy(text, what: remarking(what, on: text, rows: selected, in: context)))]
  }
}

private enum RowsLimit {
  static let copied = 100_000
  static let copiedColumns = 1_000_000
}

/// Where a command of a response tab works.
enum CommandReach: Sendable {
  /// While the tab is in sight.
  case inSight
  /// From every tab: it brings its own into sight first.
  case everyTab
}

/// A command of one response tab, declared with the tab.
package struct TabCommand<Tab: ResponseTab>: Sendable {
  let reach: CommandReach
  let command: PaneCommand<Tab>

  init(_ reach: CommandReach, _ command: PaneCommand<Tab>) {
    self.reach = reach
    self.command = command
  }
}

extension TabCommand {
  /// The command as one of the pane.
  var ofPane: PaneCommand<ResponsePane> {
    PaneCommand(
      command.name, command.title, command.help, keys: command.keys, footer: command.footer,
      footerRank: command.footerRank,
      opensField: command.opensField,
      whyUnavailable: { pane, context in
        guard let tab = pane.tab(Tab.self) else { return "This response has no such tab" }
        if let reason = command.whyUnavailable(tab, context) { return reason }
        return reach == .inSight && pane.tabID != Tab.id
          ? "This works in the \(Tab.title.lowercased()): [ and ] change the tab" : nil
      },
      run: { pane, context in
        if reach == .everyTab { pane.select(Tab.id, in: context) }
        return pane.withTab(Tab.self) { command.run(&$0, context) } ?? []
      })
  }
}
