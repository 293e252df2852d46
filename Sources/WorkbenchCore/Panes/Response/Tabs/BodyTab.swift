package import BodyDocument
import RequestModel
package import TerminalUI
import Pictures

/// The body of a response: folded, filtered, compared, with its secrets masked or shown.
package struct BodyTab: ResponseTab {
  package static let id = "body"
  package static let title = "Body"

  package var view = RowsView()
  /// What is shown of the exchange in sight.
  package internal(set) var shown = BodyView()
  private var exchange: ExchangeID?
  /// How the bodies of other exchanges were left.
  private var others: [ExchangeID: BodyView] = [:]
  package internal(set) var filter: FilterLine?
  /// The filters that were used, the newest last.
  package internal(set) var filterHistory: [String] = []
  /// How deep the body is open, if that was asked for.
  var foldLevel: Int?
  /// Where the body was before it was filtered.
  var windowBeforeFilter: ListWindow?
  /// The byte that the selected row was chosen for, while another view shows all around it in one row.
  var viewPlace: Int?
  /// Whether a body is written with its secrets, as chosen last.
  var savesSecrets: Bool?
  /// Whether the end of a body that grows stays on the screen.
  var followsEnd = false
  var comparisonTask: TaskID?
  var revealTask: TaskID?

  package init() {}

  package var rows: ResponseRows { shown.rows }

  /// The line of the body that is selected.
  var line: Int { view.window.selected + (shown.document?.headerLines ?? 0) }

  package static func placeholder(for live: LiveExchange) -> String {
    if case .receiving = live.stage { "Receiving" } else { "" }
  }

  package mutating func reset() {
    view.reset()
    (filter, foldLevel, windowBeforeFilter, viewPlace, followsEnd) = (nil, nil, nil, nil, false)
  }

  package mutating func show(_ live: LiveExchange?, in context: PaneContext) -> [PaneOutput] {
    if live?.id != exchange { turn(to: live?.id, context) }
    guard let live, live.body != shown.received else { return [] }
    shown.receive(live.body)
    if followsEnd { select(row: .max / 2, in: context) }
    return filterAgain(in: context)
  }

  private mutating func turn(to id: ExchangeID?, _ context: PaneContext) {
    if let exchange { others[exchange] = shown }
    shown = id.flatMap { others.removeValue(forKey: $0) } ?? BodyView()
    exchange = id
    (comparisonTask, revealTask) = (nil, nil)
    let known = Set(context.workspace.live.values.map(\.id))
    others = others.filter { known.contains($0.key) }
  }

  /// The body shows other rows than before.
  mutating func rewind() {
    view.rewind()
    foldLevel = nil
  }

  // MARK: Text fields

  package var isTyping: Bool { filter?.isOpen ?? false || view.search?.isOpen ?? false }

  package mutating func handle(_ key: Key, in context: PaneContext) -> [PaneOutput] {
    filter?.isOpen ?? false ? handleInFilter(key, context) : handleInSearch(key, context)
  }

  package mutating func paste(_ text: String, in context: PaneContext) -> [PaneOutput] {
    guard filter?.isOpen ?? false else { return pasteIntoSearch(text, context) }
    filter?.editor.insert(text)
    return []
  }

  package mutating func blur(in context: PaneContext) {
    filter?.isOpen = false
    view.search?.isOpen = false
  }

  package mutating func stepOut(in context: PaneContext) -> [PaneOutput]? {
    if let outputs = stepOutOfRows(context) { return outputs }
    if shown.comparison != nil { return endComparison(in: context) }
    return filter != nil || shown.filtered != nil ? clearFilter(in: context) : nil
  }

  package mutating func take(_ result: BodyTaskEvent, of task: TaskID, in context: PaneContext) -> [PaneOutput] {
    switch result {
    case .found, .counted, .searchFailed: return takeSearch(result, of: task, context)
    case .filtered(let document, let remark, let isComplete):
      return task == filter?.task ? takeFiltered(document, remark, isComplete: isComplete, context) : []
    case .filterFailed(let sentence): if task == filter?.task { filter?.state = .failed(sentence) }
    case .compared(let diff, let title):
      return task == comparisonTask ? show(Comparison(diff: diff, title: title), in: context) : []
    case .comparisonFailed(let sentence): return task == comparisonTask ? [.failure(sentence)] : []
    case .revealed(let document): return task == revealTask ? reveal(document, in: context) : []
    }
    return []
  }

  package mutating func cancel(in context: PaneContext) -> [PaneOutput]? {
    filter?.isRunning == true ? clearFilter(in: context) : nil
  }

  // MARK: What is around the rows

  package func headLines(in context: PaneContext) -> [HeadLine] {
    if let comparison = shown.comparison {
      return [{ FilterField.draw(comparison, into: &$0) }]
    }
    if let filter {
      return [{ [remark = shown.filtered?.remark] in FilterField.draw(filter, remark: remark, into: &$0) }]
    }
    if let filtered = shown.filtered { return [{ FilterField.draw(filtered, into: &$0) }] }
    return []
  }

  package func notice(in context: PaneContext) -> Notice? {
    if let diff = shown.comparison?.diff { return diff.notice.map { Notice(.information, $0) } }
    if case .failed(let sentence) = filter?.state { return Notice(.information, sentence) }
    if filter == nil, let remark = shown.filtered?.remark { return Notice(.information, remark) }
    return shown.document?.notice.map { Notice(.information, $0) }
  }

  package func facts(in context: PaneContext) -> [String] {
    var facts: [String] = []
    if followsEnd, context.workspace.exchange?.isRunning == true { facts.append("follows the end") }
    if view.isWrapped { facts.append("wrapped") }
    if let secrets = context.workspace.exchange?.secrets, !secrets.isEmpty, shown.comparison == nil {
      facts.append(shown.revealed == nil ? secrets.remark : "secrets shown")
    }
    if let document = shown.document {
      if let foldLevel { facts.append("open to level \(foldLevel)") }
      if document.view != document.views.first { facts.append("\(document.view)") }
    }
    return facts
  }

  package func path(in context: PaneContext) -> String? {
    if let comparison = shown.comparison { return comparison.diff.path(at: view.window.selected) }
    return shown.document.map { $0.path(at: min(line, $0.lineCount - 1)) }
  }

  package func drawContent(into canvas: inout Canvas, in context: PaneContext) -> Bool {
    guard shown.comparison == nil, shown.document?.view == .picture, let picture = shown.picture else { return false }
    let (top, rest) = Rect(canvas.size).splitTop(1)
    canvas.write(picture.picture.caption, column: 0, row: top.row, style: Style(.hint))
    canvas.draw(in: rest) { picture.draw(into: &$0) }
    return true
  }
}

/// What is shown of one body.
package struct BodyView: Equatable, Sendable {
  /// The body as the exchange has it.
  private(set) var received: BodyDocument?
  /// The body as it is folded.
  package private(set) var body: BodyDocument?
  /// The body with its secrets, while they are shown.
  var revealed: BodyDocument?
  /// What a filter has left of the body.
  package var filtered: FilteredBody?
  /// The comparison with another body, while it is shown in its place.
  package var comparison: Comparison?
  /// The picture that the body is.
  private(set) var picture: ShownPicture?

  /// Takes over more of the body; its folds stay.
  mutating func receive(_ next: BodyDocument?) {
    received = next
    var next = next
    if let body { next?.takeView(of: body) }
    (body, revealed) = (next, nil)
    if picture?.picture != next?.picture {
      picture = next.flatMap { body in body.picture.map { ShownPicture($0, of: body) } }
    }
  }

  /// Masks the secrets again; folds stay.
  mutating func mask() {
    if let revealed { body?.takeView(of: revealed) }
    revealed = nil
  }

  /// The body, or what a filter has left of it.
  package var document: BodyDocument? {
    get { filtered?.document ?? unfiltered }
    set {
      if let newValue, filtered != nil {
        filtered?.document = newValue
      } else if revealed != nil {
        revealed = newValue
      } else {
        body = newValue
      }
    }
  }

  /// What a filter gets: the body with its secrets masked, unless they are shown.
  var unfiltered: BodyDocument? { revealed ?? body }

  var rows: ResponseRows {
    comparison.map { .comparison($0.diff) } ?? document.map { .document($0) } ?? .fixed([])
  }
}
