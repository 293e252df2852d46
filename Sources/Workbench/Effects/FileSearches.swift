import Dispatch
import Synchronization

/// Searches in the files of the collections, one at a time.
final class FileSearches: Sendable {
  private let files: FileEffects
  private let store: CollectionStore
  private let events: EventQueue
  private let queue = DispatchQueue(label: "workbench.search")
  private let running = Mutex<TreeReading?>(nil)

  /// The interval of progress reports.
  private static let pace = DispatchTimeInterval.milliseconds(100)

  init(files: FileEffects, _ events: EventQueue) {
    (self.files, store, self.events) = (files, files.store, events)
  }

  func run(_ effect: SearchEffect) {
    switch effect {
    case .start(let job): start(job)
    case .stop: replace(by: nil)
    case .replace(let job): files.run(changing: true) { [files] in try files.replace(job) }
    case .undo(let number, let edited):
      files.run(changing: true) { [files] in files.undoReplace(number, isRedo: false, edited: edited) }
    case .redo(let number, let edited):
      files.run(changing: true) { [files] in files.undoReplace(number, isRedo: true, edited: edited) }
    }
  }

  func interrupt() { replace(by: nil) }
  func close() { replace(by: nil) }

  private func start(_ job: FileSearchJob) {
    let reading = TreeReading()
    replace(by: reading)
    queue.async { [self] in
      guard !reading.isCancelled else { return }
      let progress = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "workbench.search.progress"))
      progress.setEventHandler { [events] in events.send(.searched(job.number, .progress(reading.files))) }
      progress.schedule(deadline: .now() + Self.pace, repeating: Self.pace)
      progress.resume()
      let event = result(of: job, reading)
      progress.cancel()
      if !reading.isCancelled { events.send(.searched(job.number, event)) }
    }
  }

  private func replace(by reading: TreeReading?) { running.replace(by: reading)?.cancel() }

  private func result(of job: FileSearchJob, _ reading: TreeReading) -> FileSearchEvent {
    do {
      guard let matcher = try job.pattern.matcher() else { return .found(SearchResult()) }
      let search = FileSearch(matcher, in: job.places)
      return .found(try store.search(search, matcher, in: job.scope, edits: job.edits, reading))
    } catch let problem as RegularExpressionProblem {
      return .failed(Problem(problem.sentence))
    } catch {
      return .failed(Problem("\(error)"))
    }
  }
}

extension FileSearches: FeatureRunner {}
