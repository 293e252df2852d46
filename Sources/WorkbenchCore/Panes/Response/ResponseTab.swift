/// A tab of the response pane, with its own rows, position, selection and search.
///
/// To add a tab, conform a type to this protocol in one file of `Tabs/` and add it to `ResponseTabs.all`. Most
/// requirements have defaults: a tab of fixed rows needs only a title and `show`.
package protocol ResponseTab: Equatable, Sendable {
  /// The tab's name in the tab list of a request kind, such as `body`.
  static var id: String { get }
  static var title: String { get }
  /// The key that shows the tab, after `g`.
  static var letter: Character? { get }
  /// Other words for what it has, which lists of commands find.
  static var keywords: String { get }
  static var commands: [TabCommand<Self>] { get }
  /// The effects of other tabs' commands in this one, by the names of the commands.
  static var standIns: [String: StandIn<Self>] { get }
  static func isShown(for live: LiveExchange?) -> Bool
  /// Whether an exchange of `kind` has the tab: if the kind lists it, and as above, unless it depends on both.
  static func isShown(for kind: RequestKind, _ live: LiveExchange?) -> Bool
  /// The badge beside the title, such as a number of entries.
  static func badge(for live: LiveExchange) -> String
  /// The text shown instead of rows once a response has begun.
  static func placeholder(for live: LiveExchange) -> String

  init()

  var view: RowsView { get set }
  /// The rows built by the last `show`.
  var rows: ResponseRows { get }

  /// Resets the position for another exchange.
  mutating func reset()
  /// Rebuilds the rows if the exchange has changed.
  mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput]
  /// Rebuilds rows that depend on the width of the pane.
  mutating func layOut(in context: PaneContext)
  /// Resets the number of new rows if the last row is selected.
  mutating func noteSeen()

  /// Whether a text field of the tab is open.
  var isTyping: Bool { get }
  /// The keys of the open text field, for the footer.
  var typingHints: [(key: String, label: String)] { get }
  /// Passes a mouse action to the open text field.
  mutating func point(_ pointer: FieldPointer)
  mutating func handle(_ key: Key, in context: PaneContext) -> [PaneOutput]
  mutating func paste(_ text: String, in context: PaneContext) -> [PaneOutput]
  /// Closes an open text field and keeps its text.
  mutating func blur(in context: PaneContext)
  /// The footer's word for Escape while it closes something in the tab; `nil` if nothing is open.
  var closing: String? { get }
  /// Handles Escape by closing what was opened last; `nil` if nothing is open.
  mutating func stepOut(in context: PaneContext) -> [PaneOutput]?
  mutating func applyResult(_ result: BodyTaskEvent, of task: TaskID, in context: PaneContext) -> [PaneOutput]

  /// Cancels the tab's background task; `nil` without any.
  mutating func cancel(in context: PaneContext) -> [PaneOutput]?

  /// Makes a match visible and returns its row. See `ResponseRows` for places.
  mutating func reveal(_ place: Int) -> RevealedPlace
  /// Adds a remark about secrets to the description of copied rows.
  func remarking(_ what: String, on text: String, rows: ClosedRange<Int>, in context: PaneContext) -> String

  /// The value of the selected row, for copying; `nil` if a row is all that there is to copy.
  ///
  /// - Throws: Why the value cannot be copied.
  func value(in context: PaneContext) throws(Refusal) -> RowValue?

  /// A check that the selected row stays unchanged.
  func check(in context: PaneContext) throws(Refusal) -> JSONObject
  /// Lines above the rows, such as a filter field.
  func headLines(in context: PaneContext) -> [HeadLine]
  /// A notice shown above the rows.
  func notice(in context: PaneContext) -> Notice?
  /// Facts for the lower border, before the position.
  func facts(in context: PaneContext) -> [String]
  /// The path of the selected row, for the lower border.
  func path(in context: PaneContext) -> String?
  /// Draws content other than rows, such as a picture.
  ///
  /// - Returns: Whether anything was drawn.
  func drawContent(into canvas: inout Canvas, in context: PaneContext) -> Bool
}

/// Why something is not possible, as a sentence.
package struct Refusal: Error, Equatable, Sendable {
  package var reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// All tabs of the response pane, in order.
package enum ResponseTabs {
  package static let all: [any ResponseTab.Type] = [
    BodyTab.self,
    MessagesTab.self,
    HeadersTab.self,
    CookiesTab.self,
    TimelineTab.self,
    SentTab.self,
    ChecksTab.self,
  ]
}

package typealias HeadLine = (inout Canvas) -> Void

/// The position of a match.
package struct RevealedPlace {
  var row: Int
  /// The column, counted from the end of the row's indentation.
  var column: (index: Int, indent: Int)?
}

// Defaults.
extension ResponseTab {
  package static func isShown(for live: LiveExchange?) -> Bool { true }
  package static func isShown(for kind: RequestKind, _ live: LiveExchange?) -> Bool {
    kind.responseTabs?.contains(id) ?? true && isShown(for: live)
  }
  package static var letter: Character? { nil }
  package static var keywords: String { "section" }
  package static var commands: [TabCommand<Self>] { [] }
  package static var standIns: [String: StandIn<Self>] { [:] }
  package static func badge(for live: LiveExchange) -> String { "" }
  package static func placeholder(for live: LiveExchange) -> String { "" }

  package mutating func reset() { view.reset() }
  package mutating func layOut(in context: PaneContext) {}
  package mutating func noteSeen() {}
  package var isTyping: Bool { view.search?.isOpen ?? false }
  package var typingHints: [(key: String, label: String)] { searchHints }
  package mutating func point(_ pointer: FieldPointer) { view.search?.editor.point(pointer) }
  package mutating func handle(_ key: Key, in context: PaneContext) -> [PaneOutput] { handleInSearch(key, context) }
  package mutating func paste(_ text: String, in context: PaneContext) -> [PaneOutput] {
    pasteIntoSearch(text, context)
  }
  package mutating func blur(in context: PaneContext) { view.search?.isOpen = false }
  package var closing: String? { closingOfRows }
  package mutating func stepOut(in context: PaneContext) -> [PaneOutput]? { stepOutOfRows(context) }
  package mutating func applyResult(_ result: BodyTaskEvent, of task: TaskID, in context: PaneContext) -> [PaneOutput] {
    takeSearch(result, of: task, context)
  }
  package mutating func cancel(in context: PaneContext) -> [PaneOutput]? { nil }
  package mutating func reveal(_ place: Int) -> RevealedPlace { RevealedPlace(row: place) }
  package func remarking(_ what: String, on text: String, rows: ClosedRange<Int>, in context: PaneContext) -> String {
    text.contains("••••••") ? what + " (secrets masked)" : what
  }
  package func value(in context: PaneContext) throws(Refusal) -> RowValue? { nil }
  package func check(in context: PaneContext) throws(Refusal) -> JSONObject {
    throw Refusal("Only rows of the body, headers, cookies and the timeline can be checked")
  }
  package func headLines(in context: PaneContext) -> [HeadLine] { [] }
  package func notice(in context: PaneContext) -> Notice? { nil }
  package func facts(in context: PaneContext) -> [String] { [] }
  package func path(in context: PaneContext) -> String? { nil }
  package func drawContent(into canvas: inout Canvas, in context: PaneContext) -> Bool { false }
}

// Moving, selecting and copying rows.
extension ResponseTab {
  /// The number of lines above the rows: titles, filter, search, notices.
  func headRows(in context: PaneContext) -> Int {
    guard context.workspace.exchange != nil else { return 1 }
    let lines = headLines(in: context).count + (searchLine == nil ? 0 : 1)
    let notices = noticeLines(in: context, columns: context.size.columns - 4, rows: context.contentRows - 1 - lines)
    return 1 + lines + notices.count + (rows.header(columns: 0..<0) == nil ? 0 : 1)
  }

  /// The area that rows are drawn in.
  func rowsSize(in context: PaneContext) -> Size {
    Size(
      columns: max(1, context.size.columns - 4 - view.gutter(rows)),
      rows: max(1, context.contentRows - headRows(in: context)))
  }

  var searchLine: RowSearch? { view.search.flatMap { $0.isOpen || !$0.editor.text.isEmpty ? $0 : nil } }

  /// The wrapped notice of the exchange or the tab.
  func noticeLines(in context: PaneContext, columns: Int, rows: Int) -> [String] {
    guard let notice = headNotice(in: context) else { return [] }
    return Array(notice.text.wrapped(to: columns).prefix(max(1, rows - 1)))
  }

  /// The failure of the exchange, shown in every tab; else the tab's own notice.
  func headNotice(in context: PaneContext) -> Notice? {
    let failure = context.workspace.exchange?.exchange?.outcome.failure
    return failure.map { Notice(.failure, $0.sentence) } ?? notice(in: context)
  }

  mutating func fit(in context: PaneContext) {
    layOut(in: context)
    view.fit(rows, rowsSize(in: context))
  }

  mutating func move(by step: Int, in context: PaneContext) { view.move(by: step, rows, rowsSize(in: context)) }

  mutating func select(row: Int, in context: PaneContext) { view.select(row: row, rows, rowsSize(in: context)) }

  mutating func scroll(by step: Int, in context: PaneContext) { view.scroll(by: step, rows, rowsSize(in: context)) }

  mutating func toggleSelection() { view.anchor = view.anchor == nil ? view.window.selected : nil }

  var closingOfRows: String? {
    if view.isSelecting { return "end selection" }
    return view.search == nil ? nil : "end search"
  }

  /// Handles Escape: ends the selection, then the search.
  mutating func stepOutOfRows(_ context: PaneContext) -> [PaneOutput]? {
    if view.mark?.isEmpty == false {
      view.mark = nil
    } else if view.anchor != nil {
      view.anchor = nil
    } else if view.search != nil {
      view.search = nil
      fit(in: context)
    } else {
      return nil
    }
    return []
  }

  /// Copies the selected rows as shown, without their common indentation.
  mutating func copyRows(in context: PaneContext) -> [PaneOutput] {
    let rows = rows
    let selected = view.selectedRows.clamped(to: 0...max(0, rows.count - 1))
    guard rows.count > 0 else { return [] }
    guard selected.count <= RowsLimit.copied else {
      let save = context.workspace.keys.name(of: "response.saveBody")
      let count = Formatting.count(selected.count, "row")
      return [.failure("\(count) are too many for the clipboard — \(save) saves the whole body to a file")]
    }
    let texts = selected.map { rows.row($0, columns: 0..<RowsLimit.copiedColumns).map(\.text).joined() }
    let indent = texts.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let text = texts.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
    view.anchor = nil
    guard !text.isEmpty else { return [.information("Nothing to copy: this row is empty")] }
    let what = selected.count == 1 ? "the row" : Formatting.count(selected.count, "row")
    return [.effect(.copy(text, what: remarking(what, on: text, rows: selected, in: context)))]
  }
}

enum RowsLimit {
  static let copied = 100_000
  static let copiedColumns = 1_000_000
}

/// Where a command of a response tab is available.
enum CommandReach: Sendable {
  case whileShown
  /// From every tab; shows its own tab first.
  case everyTab
}

/// A command of one response tab, declared beside it.
package struct TabCommand<Tab: ResponseTab>: Sendable {
  let reach: CommandReach
  let command: PaneCommand<Tab>

  init(_ reach: CommandReach, _ command: PaneCommand<Tab>) {
    self.reach = reach
    self.command = command
  }
}

extension TabCommand {
  private var footerNow: (@Sendable (ResponsePane, PaneContext) -> String)? {
    guard let footer = command.footer else { return nil }
    let (name, footerNow) = (command.name, command.footerNow)
    return { pane, context in
      if let standIn = pane.standIn(for: name) { return standIn.footer ?? footer }
      guard let footerNow else { return footer }
      return pane.tab(Tab.self).map { footerNow($0, context) } ?? footer
    }
  }

  private var isHinted: (@Sendable (ResponsePane, PaneContext) -> Bool)? {
    guard let isHinted = command.isHinted else { return nil }
    let name = command.name
    return { pane, context in
      // Its state is that of its own tab, which is not on the screen.
      guard pane.tabID == Tab.id || pane.standIn(for: name) != nil else { return false }
      return pane.tab(Tab.self).map { isHinted($0, context) } ?? false
    }
  }

  var ofPane: PaneCommand<ResponsePane> {
    let name = command.name
    let show: @Sendable (inout ResponsePane, PaneContext) -> Void = { pane, context in
      if pane.standIn(for: name) == nil { pane.select(Tab.id, in: context) }
    }
    return PaneCommand(
      wrapping: command, reveal: reach == .everyTab ? nil : show, footerNow: footerNow, isHinted: isHinted,
      whyUnavailable: { pane, context in
        if let standIn = pane.standIn(for: name) {
          if context.workspace.exchange == nil { return context.workspace.noResponse }
          return standIn.whyUnavailable(pane, context)
        }
        guard let tab = pane.tab(Tab.self), pane.shows(Tab.id) else { return "This response has no \(Tab.title) tab" }
        if reach == .whileShown, pane.tabID != Tab.id {
          return "Only in the \(Tab.title) tab: \(context.workspace.keys.name(of: "response.\(Tab.id)Tab")) shows it"
        }
        if context.workspace.exchange == nil { return context.workspace.noResponse }
        return command.whyUnavailable(tab, context)
      },
      run: { pane, context in
        if let standIn = pane.standIn(for: name) { return standIn.run(&pane, context) }
        if reach == .everyTab { pane.select(Tab.id, in: context) }
        return pane.withTab(Tab.self) { command.run(&$0, context) } ?? []
      })
  }
}
