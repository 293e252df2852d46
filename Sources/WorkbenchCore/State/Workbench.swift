import Foundation
package import RequestModel
package import TerminalUI

/// The program as a value: an event changes it and yields effects; it renders to a frame.
package struct Workbench: Equatable, Sendable {
  package internal(set) var size: Size
  package internal(set) var workspace: Workspace
  package internal(set) var sidebar = SidebarPane()
  package internal(set) var historyPane = HistoryPane()
  package internal(set) var requestPane = RequestPane()
  package internal(set) var responsePane = ResponsePane()
  package internal(set) var overlays: [Overlay] = [] {
    didSet { if oldValue.isEmpty { overlaySubject = workspace.subject } }
  }
  /// What was shown when the first overlay was opened: what is chosen there acts on it and on nothing else.
  var overlaySubject = Subject.nothing
  package internal(set) var focusedPane = Focus.sidebar
  package internal(set) var isZoomed = false
  package internal(set) var isHistoryShown = false
  package internal(set) var notice: Notice?
  /// What was deleted and can be brought back, the newest last.
  package internal(set) var trash: [TrashID] = []
  /// Exchanges of history that their requests show as their last ones, as soon as they are read.
  var reopening: [ExchangeID: Address] = [:]
  /// What to select as soon as the collections are there.
  var initialSelection: Address?
  /// Names for exchanges to come: the program is a value, so its randomness is given to it.
  var identifiers: SplitMix64
  /// Whether a `.wake` is under way: one is enough for all that runs.
  private var isWakeAsked = false
  /// Where the selected file has moved to, until the tree shows it there.
  var sidebarFollows: Address?
  /// Whether a `.wakeForDraft` is under way: one is enough for all keys until then.
  var isDraftWakeAsked = false
  /// The newest comparison that was asked for.
  var comparisonTicket: TaskID?
  /// The newest body that was asked for with its secrets.
  var revealTicket: TaskID?
  /// The filters that were used, the newest last.
  var filterHistory: [String] = []
  /// How many pieces of work were named.
  private var tickets = 0
  /// A request that was to be sent before its file was read.
  var sendsWhenRead: Address?
  /// Leave as soon as these are saved.
  var quitsWhenSaved: Set<Address> = []

  package init(
    size: Size, root: String, environment: String? = nil, chosenEnvironments: [String: String] = [:],
    selection: Address? = nil, filters: [String] = [], clock: Clock = Clock(offset: 0), seed: UInt64
  ) {
    self.size = size
    workspace = Workspace(root: root, environment: environment)
    workspace.chosenEnvironments = chosenEnvironments
    workspace.clock = clock
    initialSelection = selection
    filterHistory = filters
    identifiers = SplitMix64(seed: seed)
  }

  /// What to do before the first event.
  package var startEffects: [Effect] { [files(.loadCollections), .listHistory(query: "")] }

  package var layout: Layout { Layout(size: size, focus: focusedPane, isZoomed: isZoomed) }

  /// Where keys act now.
  package var scope: Command.Scope {
    switch focusedPane {
    case .sidebar: isHistoryShown ? .history : .collections
    case .request: .request
    case .response: .response
    }
  }

  package mutating func update(_ event: Event) -> [Effect] {
    switch event {
    case .input(let input): return handle(input)
    case .resized(let size):
      self.size = size
      fit()
      return []
    case .terminated: return commitEditing() + [.quit]
    case .woke(let now):
      workspace.now = now
      return wakeWhileRunning(isWakeAnswered: true)
    case .draftDue: return keepField()
    case .workspace(let id, let event): return id == workspace.id ? handle(event) : []
    case .exchange(let id, let event): return handle(event, of: id)
    case .history(let event): return handle(event)
    case .answer(let ticket, let event): return handle(event, of: ticket)
    case .saveRefused(let refusal): return handle(refusal)
    case .edited(let ticket, let text): return takeEdited(text, ticket)
    case .notice(let notice):
      self.notice = notice
      return []
    }
  }

  mutating func nextTicket() -> TaskID {
    tickets += 1
    return TaskID(tickets)
  }

  /// How often the clock of a running exchange moves.
  static let clockStep = Duration.milliseconds(100)

  /// One wake-up at a time, however many requests run; none when nothing does.
  mutating func wakeWhileRunning(isWakeAnswered: Bool) -> [Effect] {
    if isWakeAnswered { isWakeAsked = false }
    guard workspace.isAnythingRunning, !isWakeAsked else { return [] }
    isWakeAsked = true
    return [.wake(after: Self.clockStep)]
  }

  /// The rows of a pane that scroll.
  func height(_ pane: Focus) -> Int {
    let rows = layout.contentRows(pane)
    switch pane {
    case .sidebar:
      let isFiltered = isHistoryShown ? historyPane.filter != nil : sidebar.filter != nil
      return max(1, rows - (isFiltered ? 1 : 0))
    case .request: return max(1, rows - 2)
    case .response: return max(1, rows - responseHeadRows)
    }
  }

  var responseHeadRows: Int {
    let columns = (layout.response?.columns ?? 0) - 4
    return responsePane.headRows(workspace, columns: columns, rows: layout.contentRows(.response))
  }

  func page(_ pane: Focus) -> Int { max(1, height(pane) - 1) }

  /// Keeps every list inside what there is to show.
  mutating func fit() {
    sidebar.window.fit(count: sidebar.rows(workspace).count, height: height(.sidebar))
    historyPane.window.fit(count: historyPane.entries.count, height: height(.sidebar))
    requestPane.fit(workspace, height: height(.request))
    responsePane.fit(answerRows, answerSize)
  }
}
