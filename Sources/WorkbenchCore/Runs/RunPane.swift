import Foundation

/// A run and its results, in place of all other panes. The response of a result opens beside them.
package struct RunPane: RowPane {
  package static let scope = Command.Scope.run
  package static let title = "the run"
  package static let opener: String? = "runs.toggle"

  package private(set) var run: ShownRun?
  package private(set) var window = ListWindow()
  /// The first visible line of a load's figures.
  package private(set) var firstLine = 0
  package private(set) var showsFailuresOnly = false
  /// Whether the response of the selected result is shown, too.
  package internal(set) var showsResponse = false
  /// The changes since another run, shown instead of the results.
  package private(set) var comparison: Comparison?

  /// The number of the last run that was started.
  var number = 0
  /// The pane on the left before the run.
  var paneBefore = Command.Scope.collections

  /// A comparison with an earlier run.
  package struct Comparison: Equatable, Sendable {
    package var other: RecordedRun
    package var changes: RunComparison
  }

  package init() {}

  package var isRunning: Bool { run?.isRunning ?? false }

  var order: RunList.Order {
    RunList.Order(hasFailuresOnly: showsFailuresOnly, isNewestFirst: isRunning)
  }

  // MARK: Rows

  /// A line of the list.
  enum Row: Equatable {
    case result(RunRow, RunList.Request)
    case change(RunComparison.Row)

    var exchange: ExchangeID? { result?.exchange }

    var request: RunList.Request {
      switch self {
      case .result(_, let request): request
      case .change(let row): row.request
      }
    }

    /// The result; in a comparison the new one, if it exists.
    var result: RunRow? {
      switch self {
      case .result(let row, _): row
      case .change(let row): row.new ?? row.old
      }
    }

    /// The failure in one line.
    var failure: String? { result?.failure }
  }

  var count: Int { comparison.map(changesCount) ?? run?.list.count(order) ?? 0 }

  /// The number of changes. Changes come first, so leaving out the rest only ends the list earlier.
  private func changesCount(_ comparison: Comparison) -> Int {
    showsFailuresOnly ? comparison.changes.changedCount : comparison.changes.rows.count
  }

  func row(at position: Int) -> Row? {
    guard position >= 0, position < count, let list = run?.list else { return nil }
    if let comparison { return .change(comparison.changes.rows[position]) }
    let row = list.rows[list.index(at: position, order)]
    return .result(row, list.requests[row.request])
  }

  var selected: Row? { row(at: window.selected) }

  // MARK: Events

  package mutating func update(_ event: PaneEvent, in context: PaneContext) -> [PaneOutput] {
    switch event {
    case .changed, .appeared: window.fit(count: count, height: height(in: context))
    case .escape: return close()
    case .scrolled(let rows) where run?.load != nil: scrollLoad(by: rows, in: context)
    case .scrolled(let rows): window.scroll(by: rows, of: count, height: height(in: context))
    case .clicked(let point):
      let line = point.row - headRows(in: context)
      guard (0..<height(in: context)).contains(line), window.first + line < count else { return [] }
      window.select(window.first + line, of: count, height: height(in: context))
      return shown()
    case .moved(let change): run?.follow(change, in: context.workspace)
    case .key, .paste, .blurred, .task: break
    }
    return []
  }

  mutating func start(_ job: RunJob) { show(ShownRun(job)) }

  /// Shows a run whose results are read from history.
  mutating func open(_ recorded: RecordedRun) { show(ShownRun(recorded)) }

  private mutating func show(_ run: ShownRun) {
    (self.run, window, showsResponse, comparison) = (run, ListWindow(), false, nil)
    (showsFailuresOnly, firstLine) = (false, 0)
  }

  mutating func applyUpdate(_ update: RunUpdate) {
    switch update {
    case .started(let recorded, let iterations): run?.start(recorded, iterations: iterations)
    case .results(let results, _): keepingSelection { $0.add(results) }
    case .ended(let totals, _): keepingSelection { $0.end(totals) }
    case .load(let report, let inFlight, _): run?.measure(report, inFlight: inFlight)
    case .loadEnded(let report, _):
      run?.measure(report, inFlight: 0)
      run?.stage = .ended
    case .failed(let problem): run?.stage = .failed(problem)
    case .resumed(let time): run?.resume(after: time)
    case .login(let id, let login): run?.wait(for: .init(exchange: id, login: login))
    case .loginEnded(let id): run?.endLogin(of: id)
    case .asks, .prompts: break
    }
  }

  /// Adds results of a run from history.
  mutating func addResults(_ results: [RunResult], of recorded: RecordedRun, isLast: Bool) {
    guard run?.recorded.id == recorded.id, run?.stage == .reading else { return }
    keepingSelection { run in
      run.add(results)
      if isLast { run.endReading() }
    }
  }

  mutating func fail(_ problem: Problem) { if run?.stage == .reading { run?.stage = .failed(problem) } }

  /// Shows the changes since another run. The compared results replace those of this run.
  mutating func compare(with other: RecordedRun, _ changes: RunComparison) {
    (comparison, showsFailuresOnly, window) = (Comparison(other: other, changes: changes), false, ListWindow())
  }

  /// Notes that the run waits for the user.
  mutating func wait(since now: Date) { if run?.waitingSince == nil { run?.waitingSince = now } }

  mutating func stop() {
    guard let run, run.isRunning else { return }
    self.run?.stage = .stopping(since: run.recorded.startedAt)
  }

  /// Keeps the selection on its result, unless it is at the top, where new results are added.
  private mutating func keepingSelection(_ change: (inout ShownRun) -> Void) {
    guard var run else { return }
    let isKept = comparison == nil && (window.selected > 0 || showsResponse) && window.selected < run.list.count(order)
    let selected = isKept ? run.list.index(at: window.selected, order) : nil
    // Release the stored value first, so that the list is not copied.
    self.run = nil
    change(&run)
    self.run = run
    guard let selected, let place = run.list.position(of: selected, order) else { return }
    let offset = window.selected - window.first
    window = ListWindow(selected: place)
    window.show(first: max(0, place - offset))
  }

  // MARK: Moving

  /// The rows above the list.
  func headRows(in context: PaneContext) -> Int { context.contentRows < 6 ? 1 : 3 }

  func height(in context: PaneContext) -> Int {
    max(1, context.contentRows - headRows(in: context) - detailRows(in: context))
  }

  /// The rows below the list, for the checks: as many as any result needs, up to a third of the pane.
  func detailRows(in context: PaneContext) -> Int {
    guard context.contentRows >= 12 else { return context.contentRows >= 8 ? 2 : 0 }
    return min(max(4, (run?.list.mostLines ?? 0) + 1), max(4, context.contentRows / 3))
  }

  func page(in context: PaneContext) -> Int { max(1, height(in: context) - 1) }

  private mutating func scrollLoad(by step: Int, in context: PaneContext) {
    let lines = run?.loadLines(columns: max(1, context.contentColumns - 2)).count ?? 0
    let last = max(0, lines - max(0, context.contentRows - ShownRun.loadHeadRows))
    firstLine = min(max(0, firstLine + step), last)
  }

  mutating func move(by step: Int, in context: PaneContext) -> [PaneOutput] {
    if run?.load != nil {
      scrollLoad(by: step, in: context)
      return []
    }
    window.move(by: step, of: count, height: height(in: context))
    return shown()
  }

  /// Shows the response of the selected result, if one is shown; its checks, if one of them failed.
  private func shown() -> [PaneOutput] {
    guard showsResponse else { return [] }
    let isFailed = selected?.result?.mark == .failed
    return [.select(selected?.exchange.map { .past($0) } ?? .nothing)]
      + (isFailed ? [.tell(ResponsePane.ShowTab(id: ChecksTab.id))] : [])
  }

  // MARK: Acting

  mutating func open() -> [PaneOutput] {
    guard let selected else { return [] }
    guard selected.exchange != nil else { return [.information(selected.failure ?? "Nothing was sent")] }
    showsResponse = true
    return shown() + [.focus(.response)]
  }

  /// Closes the response, then the comparison, then the run.
  mutating func close() -> [PaneOutput] {
    if showsResponse {
      showsResponse = false
      return [.focus(.sidebar)]
    }
    if comparison != nil {
      (comparison, showsFailuresOnly, window) = (nil, false, ListWindow())
      return []
    }
    return [.run("runs.toggle")]
  }

  mutating func toggleFailures(in context: PaneContext) {
    let index = comparison == nil && selected != nil ? run.map { $0.list.index(at: window.selected, order) } : nil
    showsFailuresOnly.toggle()
    let place = index.flatMap { run?.list.position(of: $0, order) } ?? 0
    window.select(place, of: count, height: height(in: context))
  }
}

extension Command.Scope {
  package static let run = Self(rawValue: "run")
}
