/// The form of a run: its settings, and the requests to tick and order.
package struct RunForm: OverlayScreen {
  enum Part: Equatable, Sendable {
    case kind, environment, iterations, amount, length, delay, data, stopping, requests
  }

  /// The kind of run: with results, or a load with figures.
  enum Kind: CaseIterable, Sendable { case results, rate, users }

  struct Row: Equatable, Sendable {
    var address: Address
    var title: String
    /// `nil` if the file cannot be read.
    var method: String?
    var isTicked: Bool
  }

  /// The state of the data file.
  enum DataState: Equatable, Sendable {
    case none, reading
    case read(DataPreview)
    case failed(String)
  }

  private(set) var folder: Address
  private var subject: Address
  private(set) var name: String
  /// The collection whose environment is chosen; `nil` if each of several has its own.
  private(set) var collection: String?
  let environments: [String]
  /// Those of the workspace.
  let sharedEnvironments: Set<String>
  var environment: String?
  var kind = Kind.results
  var iterations = TextEditor("")
  /// The rate or the number of users.
  var amount = TextEditor("")
  /// The duration of the measured load.
  var length = TextEditor("")
  var delay = TextEditor("")
  var data = TextEditor("")
  var dataState = DataState.none
  /// The possible continuations of the data file's path.
  var names: [String] = []
  var stopsAtFailure = false
  /// The text being searched for in the list.
  var search: TextEditor?
  var rows: [Row]
  var part = Part.requests
  package internal(set) var window = ListWindow()
  var previewWindow = ListWindow()

  /// The form of a job: its requests are ticked, and come before the others of the folder.
  init(_ job: RunJob, in workspace: Workspace) {
    (folder, subject, name) = (job.folder, job.subject, job.name)
    let scope = workspace.scope(ofRunIn: job.folder)
    (collection, environments) = (scope?.collection, scope?.environments.map(\.name) ?? [])
    sharedEnvironments = Set((scope?.environmentOwners ?? [:]).keys)
    rows = Self.rows(job, workspace)
    window = ListWindow(selected: rows.firstIndex(where: \.isTicked) ?? 0)
    let settings = job.settings
    environment = collection == nil ? nil : settings.environment
    iterations = TextEditor(settings.iterations.map(String.init) ?? "")
    delay = TextEditor(settings.delay == .zero ? "" : Self.seconds(settings.delay))
    data = TextEditor(settings.dataFile ?? "")
    dataState = settings.dataFile == nil ? .none : .reading
    stopsAtFailure = settings.stopsAtFailure
    guard let load = settings.load else { return }
    length = TextEditor(TimeSpan.text(load.duration))
    switch load.model {
    case .rate(let rate): (kind, amount) = (.rate, TextEditor(rate == rate.rounded() ? "\(Int(rate))/s" : "\(rate)/s"))
    case .users(let count): (kind, amount) = (.users, TextEditor(String(count)))
    }
  }

  /// The parts for the kind of run, from the top.
  var parts: [Part] {
    switch kind {
    case .results: [.kind, .environment, .iterations, .delay, .data, .stopping, .requests]
    case .rate: [.kind, .environment, .amount, .length, .data, .requests]
    case .users: [.kind, .environment, .amount, .length, .delay, .data, .requests]
    }
  }

  private static func rows(_ job: RunJob, _ workspace: Workspace) -> [Row] {
    let nodes = workspace.tree.nodes.filter {
      !$0.isFolder && $0.address.isInside(job.folder) && !$0.address.isScratch
    }
    let places = Dictionary(nodes.map { ($0.address, $0) }) { first, _ in first }
    let ticked = Set(job.requests)
    func row(_ node: CollectionNode, _ isTicked: Bool) -> Row {
      let method: String? = if case .request(let method, _) = node.kind { method } else { nil }
      return Row(address: node.address, title: node.title, method: method, isTicked: isTicked)
    }
    // In the order of the tree, unless the job has another one.
    let inTree = nodes.filter { ticked.contains($0.address) }.map(\.address)
    let present = job.requests.filter { places[$0] != nil }
    if inTree == present { return nodes.map { row($0, ticked.contains($0.address)) } }
    return job.requests.compactMap { places[$0].map { row($0, true) } }
      + nodes.filter { !ticked.contains($0.address) }.map { row($0, false) }
  }

  private static func seconds(_ delay: Duration) -> String {
    let seconds = delay / .seconds(1)
    return seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
  }

  /// Reads the data file that the form starts with.
  var beginning: [PaneOutput] { dataState == .reading ? [.effect(.run(.readData(path: dataPath)))] : [] }

  var dataPath: String { data.text.trimmingBlanks }

  var tickedCount: Int { rows.count { $0.isTicked } }

  // MARK: What is typed

  /// The number of iterations; `nil` if the text is not a valid number.
  var iterationCount: Int? {
    let text = iterations.text.trimmingBlanks
    if text.isEmpty { return dataRows ?? 1 }
    return Int(text).flatMap { (1...Self.mostIterations).contains($0) ? $0 : nil }
  }

  static let mostIterations = 10_000_000

  private var dataRows: Int? { if case .read(let preview) = dataState { preview.count } else { nil } }

  var delaySeconds: Double? {
    let text = delay.text.trimmingBlanks
    if text.isEmpty { return 0 }
    return TimeSpan.parse(text).map { $0 / .seconds(1) }.flatMap { (0...86_400).contains($0) ? $0 : nil }
  }

  /// The load; `nil` if a text is invalid.
  var load: LoadSettings? {
    let typed = amount.text.trimmingBlanks
    let model: LoadSettings.Model? =
      switch kind {
      case .results: nil
      case .rate: LoadSettings.rate(typed.isEmpty ? Self.standardRate : typed).map { .rate($0) }
      case .users:
        Int(typed.isEmpty ? Self.standardUsers : typed).flatMap { Self.userRange.contains($0) ? .users($0) : nil }
      }
    guard let model, let duration else { return nil }
    return LoadSettings(model, for: duration)
  }

  var duration: Duration? {
    let text = length.text.trimmingBlanks
    return TimeSpan.parse(text.isEmpty ? Self.standardLength : text).flatMap { $0 > .zero ? $0 : nil }
  }

  static let standardRate = "10/s"
  static let standardUsers = "10"
  static let standardLength = "30s"
  private static let userRange = 1...100_000

  /// The environment, if the collection has none of that name.
  var goneEnvironment: String? {
    guard collection != nil, let environment, !environments.contains(environment) else { return nil }
    return environment
  }

  /// Why the run cannot start, and the part that has to be changed.
  var problem: (part: Part, sentence: String)? {
    if let gone = goneEnvironment {
      return (.environment, "Environment \(gone) is gone: choose another or none")
    }
    if tickedCount == 0 { return (.requests, "No request is ticked: Space ticks one, a all") }
    if kind == .results, iterationCount == nil {
      return (.iterations, "Iterations: \(Self.iterationHint), or leave it empty")
    }
    if kind != .results, duration == nil { return (.length, "For: type a length of time such as 30s or 5m") }
    if kind != .results, load == nil {
      return (.amount, kind == .rate ? "Rate: \(Self.rateHint)" : "Users: \(Self.userHint)")
    }
    if parts.contains(.delay), delaySeconds == nil { return (.delay, "Delay: \(Self.delayHint), or leave it empty") }
    if case .failed(let sentence) = dataState { return (.data, sentence) }
    return dataState == .reading ? (.data, "Wait until the data file is read") : nil
  }

  static let iterationHint = "a whole number from 1 to \(Formatting.number(mostIterations))"
  static let rateHint = "such as 200/s or 600/min, at most \(Formatting.number(Int(LoadSettings.fastest)))/s"
  static let userHint = "a whole number from 1 to \(Formatting.number(userRange.upperBound))"
  static let delayHint = "a time up to a day, such as 0.5 or 5s"

  var job: RunJob {
    var job = RunJob(folder: folder, name: name, requests: rows.filter(\.isTicked).map(\.address))
    job.subject = subject
    job.settings.environment = environment
    job.settings.load = load
    if kind == .results, !iterations.text.trimmingBlanks.isEmpty { job.settings.iterations = iterationCount }
    if parts.contains(.delay) { job.settings.delay = .seconds(delaySeconds ?? 0) }
    job.settings.dataFile = dataPath.isEmpty ? nil : dataPath
    job.settings.stopsAtFailure = kind == .results && stopsAtFailure
    if let collection { job.environments[collection] = environment ?? "" }
    return job
  }

  // MARK: Events

  /// Updates the rows after their files were moved or deleted.
  package mutating func follow(_ change: Relocation, in workspace: Workspace) {
    var job = job
    job.follow(change, in: workspace)
    (folder, subject, name) = (job.folder, job.subject, job.name)
    collection = collection.flatMap { change.path($0) }
    rows = rows.compactMap { row in
      change(row.address).map { Row(address: $0, title: row.title, method: row.method, isTicked: row.isTicked) }
    }
  }

  /// Shows the preview of the data file, unless another file was typed since.
  fileprivate mutating func showPreview(of path: String, _ result: Result<DataPreview, Problem>) {
    guard path == dataPath, !path.isEmpty else { return }
    switch result {
    case .success(let preview): dataState = .read(preview)
    case .failure(let problem): dataState = .failed(problem.sentence)
    }
    previewWindow = ListWindow()
  }

  /// Inserts the completed path, unless it was changed since.
  package mutating func complete(_ text: String, by path: String, _ others: [String]) -> [PaneOutput] {
    guard part == .data, data.text == text else { return [] }
    names = others.count > 1 ? others : []
    guard path != text else { return [] }
    data = TextEditor(path)
    return readData()
  }

  mutating func readData() -> [PaneOutput] {
    dataState = dataPath.isEmpty ? .none : .reading
    return dataPath.isEmpty ? [] : [.effect(.run(.readData(path: dataPath)))]
  }
}

/// A data file that was read.
package struct FoundData: OverlayMessage {
  let path: String
  let result: Result<DataPreview, Problem>

  package static func data(path: String, _ result: Result<DataPreview, Problem>) -> FoundData {
    FoundData(path: path, result: result)
  }

  package func apply(to form: inout RunForm) -> OverlayOutcome {
    form.showPreview(of: path, result)
    return .stays()
  }
}

extension Workspace {
  /// The context in which a run of a folder chooses its environment; `nil` if the folder contains several collections.
  func scope(ofRunIn folder: Address) -> RequestContext? {
    let isAbove = tree.nodes.contains { node in
      node.kind == .folder(isCollection: true) && node.address != folder && node.address.isInside(folder)
    }
    guard !isAbove else { return nil }
    return items[settingsFile(of: folder)].scope ?? scope(near: folder)
      ?? items.addresses { $0.scope != nil }.first { $0.isInside(folder) }.flatMap { items[$0].scope }
  }
}
