package import Foundation

/// The program as a value: the open workspaces, each a workbench. The first is on the screen.
///
/// It decides which workspace gets an event, and handles switching, opening, closing and quitting. A workbench knows
/// its own workspace and a summary of the others.
package struct Program: Equatable, Sendable {
  package struct OpenWorkspace: Equatable, Sendable {
    package let number: WorkspaceNumber
    package internal(set) var bench: Workbench

    package var root: String { bench.workspace.id.root }
  }

  /// Workspaces that end once their edits are saved.
  enum Departure: Equatable {
    case closing(WorkspaceNumber)
    case quitting(Set<WorkspaceNumber>)
  }

  package private(set) var size: Size
  /// The open workspaces, the most recently shown first.
  package internal(set) var open: [OpenWorkspace]
  /// Folders that were open before, the most recent first.
  package internal(set) var recents: [RecentWorkspace] = []
  var departure: Departure?
  /// The path that is being opened; empty without one.
  private var soughtPath = ""
  /// Whether a workspace in the background has changed. Keys in the shown one do not update the summaries.
  private var isSummaryStale = true
  private var nextNumber = 0
  private let clock: Clock
  private let exportFormats: [ExportChoice]
  private let home: String?
  private let workingFolder: String?
  private var settings: Settings
  private var areSettingsKnown = false
  /// Whether the command line requests a plain screen.
  private let isPlain: Bool
  private var seeds: SplitMix64

  /// - Parameters:
  ///   - starts: The workspaces to open, at least one; the first is shown.
  ///   - home: The user's home folder, to shorten paths.
  ///   - workingFolder: The folder that typed paths are relative to.
  /// - isPlain: Whether the screen is plain regardless of the settings.
  package init(
    size: Size, starts: [WorkspaceStart], clock: Clock = Clock(offset: 0), exportFormats: [ExportChoice] = [],
    home: String? = nil, workingFolder: String? = nil, isPlain: Bool = false, seed: UInt64
  ) {
    precondition(!starts.isEmpty)
    self.size = size
    self.clock = clock
    self.exportFormats = exportFormats
    (self.home, self.workingFolder) = (home, workingFolder)
    self.isPlain = isPlain
    settings = isPlain ? Settings().setting("plain", to: true) : Settings()
    seeds = SplitMix64(seed: seed)
    open = []
    for start in starts where !open.contains(where: { $0.root.isExactly(start.root) }) { open.append(opened(start)) }
    summarize()
  }

  /// The workbench on the screen.
  package var shown: Workbench { open[0].bench }

  package var shownNumber: WorkspaceNumber { open[0].number }

  /// Whether the workspace on the screen has no tree yet.
  package var isJustOpened: Bool { !shown.isLoaded }

  /// Sets the time of messages added next.
  package mutating func tell(_ time: Date) {
    for index in open.indices { open[index].bench.messages.now = time }
  }

  package func render() -> Frame { shown.render() }

  /// The effects to run before the first event. The other workspaces follow the first frame.
  package var startEffects: [ProgramEffect] { startEffects(of: open[0]) }

  package mutating func update(_ event: ProgramEvent) -> [ProgramEffect] {
    let effects = handle(event)
    if isSummaryStale || shown.showsSwitcher { summarize() }
    return effects
  }

  private mutating func handle(_ event: ProgramEvent) -> [ProgramEffect] {
    switch event {
    case .terminal(.resized(let size)):
      self.size = size
      return pass(.resized(size), to: open[0].number)
    case .terminal(.terminated): return terminate()
    case .terminal(.focused(let hasFocus)): return open.flatMap { pass(.focused(hasFocus), to: $0.number) }
    case .terminal(let event): return pass(event, to: open[0].number)
    case .inputWaits(let input): open[0].bench.late.note(input)
    case .slowChange(let isSlow):
      return open.flatMap { pass(.workspace($0.bench.workspace.id, .slowChange(isSlow)), to: $0.number) }
    case .workspace(let number, let event): return pass(event, to: number)
    case .started:
      let roots = open.reversed().map { ProgramEffect.keepRecent(root: $0.root, requests: nil) }
      return open.dropFirst().flatMap { startEffects(of: $0) } + roots + [.listRecents]
    case .settings(let settings): return apply(settings)
    case .found(.success(let start)):
      soughtPath = ""
      return show(start)
    case .found(.failure(let problem)):
      showSoughtPath()
      return pass(.notice(Notice(.failure, problem.sentence)), to: open[0].number)
    case .recents(let recents): self.recents = recents
    case .completedFolder(let text, let completion, let folders):
      open[0].bench.inputs.change(WorkspacesScreen.self) { $0.complete(text, by: completion, folders) }
    }
    return []
  }

  /// Applies the settings to all workspaces. While their file has a syntax error, the last valid ones stay in effect.
  package mutating func apply(_ settings: Settings) -> [ProgramEffect] {
    let hasGoodOnes = areSettingsKnown && (self.settings.syntaxError == nil || self.settings.isStaying)
    areSettingsKnown = true
    if let error = settings.syntaxError, hasGoodOnes {
      self.settings = self.settings.staying(despite: error)
    } else {
      self.settings = isPlain ? settings.setting("plain", to: true) : settings
    }
    for index in open.indices { open[index].bench.apply(self.settings) }
    return [.use(shown.settings, shown.theme)]
  }

  func index(of number: WorkspaceNumber) -> Int? { open.firstIndex { $0.number == number } }

  // MARK: Opening

  mutating func opened(_ start: WorkspaceStart) -> OpenWorkspace {
    defer { nextNumber += 1 }
    var bench = Workbench(
      size: size, root: start.root, environment: start.environment, chosenEnvironments: start.chosenEnvironments,
      selection: start.selection, filters: start.filters, clock: clock, exportFormats: exportFormats,
      seed: seeds.next())
    bench.layoutChoices = start.layout
    bench.workspace.opensDocs = start.opensDocs
    bench.workspace.workingFolder = workingFolder
    bench.workspace.readsEarlierChanges = true
    if settings != Settings() { bench.apply(settings) }
    return OpenWorkspace(number: WorkspaceNumber(nextNumber), bench: bench)
  }

  func startEffects(of workspace: OpenWorkspace) -> [ProgramEffect] {
    [.open(workspace.number, root: workspace.root), .run(workspace.number, workspace.bench.startEffects)]
  }

  // MARK: Events

  mutating func pass(_ event: Event, to number: WorkspaceNumber) -> [ProgramEffect] {
    guard let index = index(of: number) else { return [] }
    if index > 0 { isSummaryStale = true }
    let effects = open[index].bench.update(event)
    return routeEffects(effects, of: number) + stayIfRefused(number)
  }

  /// Handles a workspace's requests to the program. The other effects are returned in order, to be run.
  mutating func routeEffects(_ effects: [Effect], of number: WorkspaceNumber) -> [ProgramEffect] {
    // Most effects are not for the program.
    guard effects.contains(where: \.isForProgram) else { return effects.isEmpty ? [] : [.run(number, effects)] }
    isSummaryStale = true
    var result: [ProgramEffect] = []
    for effect in effects {
      switch effect {
      case .program(let request): result += perform(request, of: number)
      case .quit: result += depart(number)
      default: result.append(.run(number, [effect]))
      }
    }
    return result
  }

  private mutating func perform(_ request: ProgramRequest, of number: WorkspaceNumber) -> [ProgramEffect] {
    switch request {
    case .list:
      open[0].bench.show(WorkspacesScreen(rows))
      return [.listRecents]
    case .show(let other): return show(other)
    case .open(let path):
      if let known = open.first(where: { $0.root.isExactly(path) }) { return show(known.number) }
      soughtPath = path
      return [.find(path: path)]
    case .close(let other): return askToClose(other ?? open[0].number)
    case .closeNow(let other, let edits): return close(other, edits)
    case .forgetRecent(let root):
      recents.removeAll { $0.root.isExactly(root) }
      return [.forgetRecent(root: root)]
    case .completeFolder(let text): return [.completeFolder(text)]
    case .openTutorial: return [.openTutorial(Tutorial.files(shown.keys))]
    case .set(let path, let value): return [.set(path, value)]
    case .previewTheme(let name):
      var preview = settings.setting("theme", to: name.map(JSONValue.string) ?? settings["theme"] ?? "auto")
      return [.use(shown.settings, name == nil ? shown.theme : ThemeChoice(&preview))]
    case .keepLayout(let choices):
      return index(of: number).map { [.keepLayout(choices, root: open[$0].root)] } ?? []
    case .editSettings: return [.editSettings]
    case .quit(let edits): return quit(edits)
    }
  }

  // MARK: Switching

  /// Shows an open workspace in its last state.
  mutating func show(_ number: WorkspaceNumber) -> [ProgramEffect] {
    guard let index = index(of: number) else { return [] }
    open.insert(open.remove(at: index), at: 0)
    return showFirst()
  }

  mutating func showFirst() -> [ProgramEffect] {
    var effects = open[0].bench.size == size ? [] : open[0].bench.update(.resized(size))
    // Other workspaces record to the same history.
    effects += open[0].bench.route([.listHistory])
    let requests = open[0].bench.isLoaded ? open[0].bench.requestCount : nil
    return routeEffects(effects, of: open[0].number) + [.keepRecent(root: open[0].root, requests: requests)]
  }

  /// Shows the path that could not be opened in its field again, to be corrected.
  private mutating func showSoughtPath() {
    guard !soughtPath.isEmpty, !open[0].bench.isBusy else { return }
    open[0].bench.show(WorkspacesScreen(rows, typed: soughtPath))
    soughtPath = ""
  }

  /// Shows a folder that was found, and opens it if necessary.
  private mutating func show(_ start: WorkspaceStart) -> [ProgramEffect] {
    isSummaryStale = true
    if let known = open.first(where: { $0.root.isExactly(start.root) }) {
      let effects = show(known.number)
      guard let selection = start.selection else { return effects }
      return effects + routeEffects(open[0].bench.route(.reveal(selection)), of: known.number)
    }
    open.insert(opened(start), at: 0)
    return startEffects(of: open[0]) + [.keepRecent(root: start.root, requests: nil)]
  }

  // MARK: Summaries

  /// Updates each workspace's summary of the others.
  private mutating func summarize() {
    isSummaryStale = false
    guard open.count > 1 else {
      if open[0].bench.others != nil { open[0].bench.others = nil }
      return refreshSwitcher()
    }
    let titles = WorkspaceTitles(of: open.map(\.root))
    // Only the shown workspace needs it.
    let others = open.dropFirst().map { WorkspaceSummary($0, titles) }
    open[0].bench.others = OtherWorkspaces(ownTitle: titles[open[0].root], others: others)
    refreshSwitcher()
  }

  private mutating func refreshSwitcher() {
    guard open[0].bench.showsSwitcher else { return }
    let rows = rows
    open[0].bench.inputs.change(WorkspacesScreen.self) { $0.show(rows) }
  }

  /// The open workspaces, then the recent ones.
  var rows: [WorkspacesScreen.Row] {
    let isOpen = Set(open.map { ExactText($0.root) })
    let recents = recents.filter { !isOpen.contains(ExactText($0.root)) }
    let titles = WorkspaceTitles(of: open.map(\.root) + recents.map(\.root))
    return open.enumerated().map { index, workspace in
      WorkspacesScreen.Row(
        place: .open(workspace.number, isShown: index == 0), title: titles[workspace.root],
        path: shortened(workspace.root), requests: workspace.bench.isLoaded ? workspace.bench.requestCount : nil,
        summary: WorkspaceSummary(workspace, titles))
    }
      + recents.map {
        WorkspacesScreen.Row(
          place: .recent(root: $0.root, isMissing: $0.isMissing), title: titles[$0.root], path: shortened($0.root),
          requests: $0.requests, summary: nil)
      }
  }

  private func shortened(_ path: String) -> String {
    guard let home, home != "/", !home.isEmpty else { return path }
    return path == home ? "~" : path.removingExactly(prefix: home + "/").map { "~/" + $0 } ?? path
  }
}

extension Effect {
  fileprivate var isForProgram: Bool {
    switch self {
    case .program, .quit: true
    default: false
    }
  }
}
