/// The preview of an import: the files to write, the omissions, and the existing files.
package struct ImportScreen: OverlayScreen {
  package enum Stage: Equatable, Sendable {
    case working(String)
    case ready
  }

  package enum Tab: String, Equatable, Sendable, CaseIterable {
    case removed = "To the trash"
    case contents = "Contents"
    case notes = "Notes"
    case existing = "Existing files"
  }

  package internal(set) var job: ImportJob
  package private(set) var stage: Stage
  package private(set) var preview: ImportPreview?
  package private(set) var tab = Tab.contents
  package private(set) var first = 0

  init(_ job: ImportJob) {
    self.job = job
    stage = .working("Reading \(job.title)…")
  }

  /// Shows progress. Ignores progress that arrives after the preview.
  mutating func show(_ progress: String) { if stage != .ready { stage = .working(progress) } }

  mutating func show(_ preview: ImportPreview) {
    // The first preview of what exists asks for a choice.
    if self.preview == nil, !preview.existing.isEmpty, !preview.isUpdate { tab = .existing }
    // Show removals before they happen.
    if self.preview == nil, !preview.removed.isEmpty { tab = .removed }
    self.preview = preview
    stage = .ready
    if !tabs.contains(tab) { (tab, first) = (.contents, 0) }
  }

  /// A step of its import.
  package enum Message: OverlayMessage, Equatable {
    case progress(String)
    case ready(ImportPreview)
    case failed(Problem)
    case target(Address)
    case close

    package func apply(to screen: inout ImportScreen) -> OverlayOutcome {
      switch self {
      case .progress(let text): screen.show(text)
      case .ready(let preview): screen.show(preview)
      case .failed(let problem):
        guard screen.preview != nil else { return .closed([screen.refusal(problem)]) }
        // Accept keys again.
        screen.stage = .ready
        return .stays([.failure(problem.sentence)])
      case .target(let target):
        screen.job.target = target
        return .stays([screen.plan()])
      case .close: return .closed([])
      }
      return .stays()
    }

    package var whenNoneIsOpen: [PaneOutput] {
      if case .failed(let problem) = self { [.failure(problem.sentence)] } else { [] }
    }
  }

  /// Says why the source cannot be read. A typed one can be corrected.
  private func refusal(_ problem: Problem) -> PaneOutput {
    guard case .place(let place) = job.source else { return .refusal("Import", problem.sentence) }
    return TypedSource.ask(place, hint: problem.sentence)
  }

  /// The tabs that are not empty.
  var tabs: [Tab] {
    guard let preview else { return [] }
    return Tab.allCases.filter { tab in
      switch tab {
      case .removed: !preview.removed.isEmpty
      case .contents: true
      case .notes: !preview.notes.isEmpty
      case .existing: !preview.existing.isEmpty
      }
    }
  }

  /// Whether reading the files beside the source may reduce the omissions.
  var mayFollowReferences: Bool { job.isLocal && !job.followsReferences && preview?.notes.isEmpty == false }

  /// Whether to ask for a choice for existing files.
  var asksForChoice: Bool { preview?.existing.isEmpty == false || preview?.isUpdate == true || job.conflict != nil }

  /// Whether that choice is required before anything is written.
  private var needsChoice: Bool {
    preview?.existing.isEmpty == false && preview?.isUpdate == false && job.conflict == nil
  }

  static func key(of choice: ImportConflict) -> Key { .character(choice.rawValue.first ?? " ") }

  // MARK: Keys

  package var headline: String { "Import \(job.title)" }
  package var enterHint: String? { stage == .ready ? "import" : nil }
  package var escapeHint: String? { "cancel" }
  // The selected request is not what it shows, and an import would be read in vain.
  package var holdsText: Bool { true }
  package var hints: [(key: String, label: String)] {
    guard stage == .ready else { return [] }
    let choices = asksForChoice ? ImportConflict.allCases.map { (Self.key(of: $0).description, $0.rawValue) } : []
    return choices + [("t", "target")]
      + (tabs.count > 1 ? [("Tab", tabs.count > 2 ? "notes, files" : (tabs.last?.rawValue.lowercased() ?? ""))] : [])
      + (mayFollowReferences ? [("f", "read files beside it")] : [])
  }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(.escape): return .closed([.effect(.imports(.cancel))])
    case .key(let key): return handle(key, on: screen)
    case .scrolled(let rows): scroll(by: rows, on: screen)
    case .paste: break
    }
    return .stays()
  }

  private mutating func handle(_ key: Key, on screen: Size) -> OverlayOutcome {
    guard stage == .ready, let preview else { return .stays() }
    if asksForChoice, let choice = ImportConflict.allCases.first(where: { Self.key(of: $0) == key }) {
      job.conflict = choice
      return .stays([plan()])
    }
    switch key {
    case .enter: return write()
    case .tab, .character("]"): turn(by: 1)
    case .backTab, .character("["): turn(by: -1)
    case .character("t"): return .stays([.tell(ImportRequest.chooseTarget(ofCollections: preview.needsCollection))])
    case .character("f") where mayFollowReferences:
      job.followsReferences = true
      stage = .working("Reading \(job.title) and the files beside it…")
      return .stays([.effect(.imports(.read(job)))])
    case .character("q"): return .closed([.effect(.imports(.cancel))])
    default:
      if let step = ListKeys.stepByLetter(key, page: max(1, height(screen) - 1)) { scroll(by: step, on: screen) }
    }
    return .stays()
  }

  /// Plans the files again after a choice.
  mutating func plan() -> PaneOutput {
    stage = .working("Checking the files…")
    return .effect(.imports(.plan(job)))
  }

  private mutating func write() -> OverlayOutcome {
    if needsChoice {
      let keys = ImportConflict.allCases.map { "\(Self.key(of: $0)) \($0.explanation)" }.joined(separator: ", ")
      return .stays([.information("Some files exist already: \(keys)")])
    }
    stage = .working("Writing…")
    return .stays([.effect(.imports(.write(job)))])
  }

  private mutating func turn(by step: Int) {
    tab = tabs.cycled(from: tab, by: step)
    first = 0
  }

  private mutating func scroll(by rows: Int, on screen: Size) {
    first = min(max(0, first + rows), max(0, lineCount(columns: columns(screen)) - height(screen)))
  }
}

extension ImportConflict {
  /// The effect of the choice, as the screen describes it.
  var explanation: String {
    switch self {
    case .skip: "skips them"
    case .replace: "replaces them"
    case .both: "keeps both"
    }
  }
}
