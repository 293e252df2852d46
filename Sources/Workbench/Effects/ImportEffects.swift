import ChildProcesses
import Foundation
import Synchronization

/// Reads sources in other formats, plans their files and writes them, one import at a time.
final class ImportEffects: Sendable {
  private let queue: EventQueue
  private let files: FileEffects
  private let running = Mutex<Running?>(nil)
  /// The last source, kept for plans.
  private let read = Mutex<(number: Int, source: ImportedSource)?>(nil)

  private struct Running: Sendable {
    let work: ImportProgress
    /// `nil` while files are being written, serialized with other changes of files.
    var task: Task<Void, Never>?
  }

  init(queue: EventQueue, files: FileEffects) { (self.queue, self.files) = (queue, files) }

  func run(_ effect: ImportEffect) {
    switch effect {
    case .read(let job):
      start(job) { [self] work in
        let source = try await load(job, work)
        let read = try ImportedSource(source, called: job.title)
        // A cancelled result lacks the files that were not read.
        guard !work.isCancelled else { return }
        try show(job, keep(read, for: job), work)
      }
    case .paste(let job, let place): start(job) { [self] work in try paste(job, place, work) }
    case .plan(let job):
      start(job) { [self] work in if let source = source(of: job) { try show(job, source, work) } }
    case .write(let job): write(job)
    case .cancel:
      replace(by: nil)
      read.withLock { $0 = nil }
    case .complete(let text):
      Task.detached(executorPreference: TaskQueue(label: "workbench.completion")) { [queue] in
        let found = PathCompletion(text)
        queue.send(.completed(text, by: found.text, others: found.names))
      }
    }
  }

  private func tell(_ job: ImportJob, _ event: ImportEvent) { queue.send(.imported(job.number, event)) }

  /// Writes the files. A cancellation that comes too late is reported with the imported files.
  private func write(_ job: ImportJob) {
    guard let source = source(of: job) else { return }
    let work = ImportProgress()
    replace(by: Running(work: work))
    let ticker = ticker(job, work)
    files.write(source, job, work) { [self] event in
      ticker.cancel()
      tell(job, event)
    }
  }

  // MARK: Tasks

  private func start(_ job: ImportJob, _ run: @escaping @Sendable (ImportProgress) async throws -> Void) {
    let work = ImportProgress()
    let task = Task.detached(executorPreference: TaskQueue(label: "workbench.import")) { [self] in
      let ticker = ticker(job, work)
      defer { ticker.cancel() }
      do {
        try await run(work)
      } catch {
        guard !work.isCancelled else { return }
        tell(job, .failed(error as? Problem ?? Problem("\(error)")))
      }
    }
    replace(by: Running(work: work, task: task))
  }

  private func replace(by next: Running?) {
    let former = running.replace(by: next)
    former?.work.cancel()
    former?.task?.cancel()
  }

  /// Reports the progress of an import until the task is cancelled.
  private func ticker(_ job: ImportJob, _ work: ImportProgress) -> Task<Void, any Error> {
    Task.detached { [self] in
      while true {
        try await Task.sleep(for: .milliseconds(200))
        if let text = work.text(job.title) { tell(job, .progress(text)) }
      }
    }
  }

  private func keep(_ source: ImportedSource, for job: ImportJob) -> ImportedSource {
    read.withLock { $0 = (number: job.number, source: source) }
    return source
  }

  private func source(of job: ImportJob) -> ImportedSource? {
    let reading = read.withLock { $0 }
    return reading?.number == job.number ? reading?.source : nil
  }

  // MARK: Reading

  private func load(_ job: ImportJob, _ work: ImportProgress) async throws -> ImportSource {
    let loader = ImportLoader(allowsReferences: job.followsReferences, progress: work)
    switch job.source {
    case .place(let place): return try await loader.load(place)
    case .text(let text): return try loader.source(Data(text.utf8))
    case .clipboard:
      guard let text = await Clipboard.text() else {
        throw Problem("No clipboard can be read here — paste into the field instead")
      }
      return try loader.source(Data(text.utf8))
    }
  }

  private func show(_ job: ImportJob, _ source: ImportedSource, _ work: ImportProgress) throws {
    tell(job, .progress("Checking the files…"))
    tell(job, .ready(try preview(job, source, work)))
  }

  private func preview(_ job: ImportJob, _ source: ImportedSource, _ work: ImportProgress) throws -> ImportPreview {
    let target = try source.target(of: job)
    let path = files.path(of: target)
    let (plan, obstacle) = try source.plan(into: path, job.conflict, work)
    let changed: Set<ImportPlan.Fate> = plan.isUpdate ? [.create, .replace] : [.replace, .skip]
    let found = plan.visibleFiles.filter { changed.contains($0.fate) }.map(\.path)
    return ImportPreview(
      source.result, format: source.format.title, target: target, places: plan.tops,
      existing: found.isEmpty ? obstacle.map { [$0.removingExactly(prefix: path + "/") ?? $0] } ?? [] : found,
      secretCount: plan.secrets.count,
      isUpdate: plan.isUpdate, removed: plan.files.filter { $0.fate == .remove }.map(\.path),
      moreNotes: source.notes(of: plan))
  }

  // MARK: Pastes

  private func paste(_ job: ImportJob, _ place: PastePlace, _ work: ImportProgress) throws {
    guard case .text(let text) = job.source else { return }
    let pasted = try ImportLoader().source(Data(text.utf8))
    guard let format = ImportFormat.of(pasted) else {
      // A damaged document says where; anything else is just text.
      if pasted.jsonProblem != nil { throw ImportedSource.unknown(pasted, job.title) }
      return tell(job, .unknown)
    }
    let source = try ImportedSource(pasted, called: job.title, format)
    guard pasted.json == nil, source.isFewRequests, let requests = source.result.collections.first else {
      return tell(job, .offered(job, try preview(job, keep(source, for: job), work)))
    }
    guard !work.isCancelled else { return }
    files.adopt(requests, source.result.notes, at: place) { [self] in tell(job, $0) }
  }
}

extension ImportedSource {
  /// The target folder. Environments go to a collection, anything else to the open folder.
  func target(of job: ImportJob) throws(Problem) -> Address {
    if let target = job.target { return target }
    guard result.needsCollection else { return Address("") }
    if let collection = job.collection { return collection }
    throw Problem("An environment belongs to a collection: select one first, or create one")
  }

  /// Plans the files. Unless the user has made a choice for existing files, they are kept, and the first one is
  /// returned.
  fileprivate func plan(
    into folder: String, _ conflict: ImportConflict?, _ work: ImportProgress
  ) throws(StoreError) -> (plan: ImportPlan, obstacle: String?) {
    do {
      return (try ImportPlan(result, format: format.name, into: folder, onConflict: conflict, progress: work), nil)
    } catch {
      guard case .exists(let path) = error, conflict == nil else { throw error }
      return (try ImportPlan(result, format: format.name, into: folder, onConflict: .skip, progress: work), path)
    }
  }

  /// The notes about an update: changes on both sides, and changes in an OpenAPI document, breaking ones first.
  func notes(of plan: ImportPlan) -> [InterchangeNote] {
    guard let earlier = plan.earlierSource, let source = result.source else { return plan.notes }
    let changes = OpenAPIDiff.changes(from: earlier, to: source).map { change in
      InterchangeNote(
        .changed, change.operation.map { [$0] } ?? [], (change.isBreaking ? "Breaking: " : "Compatible: ") + change.text
      )
    }
    return changes + plan.notes
  }
}

extension ImportPlan {
  /// All files but the records of imports.
  var visibleFiles: [File] { files.filter { Address($0.path).name != ImportRecord.fileName } }

  /// The new items in the target: folders of collections, and single files.
  var tops: [String] {
    var tops: [String] = []
    var known: Set<String> = []
    for file in files {
      let parts = file.path.split(separator: "/", maxSplits: 1)
      let top = parts.count > 1 && parts[0] != "environments" ? String(parts[0]) : file.path
      if tops.last != top, known.insert(top).inserted { tops.append(top) }
    }
    return tops
  }
}

extension ImportEffects: FeatureRunner {}
