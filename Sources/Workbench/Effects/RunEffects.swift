import Dispatch
import Foundation
import Synchronization

/// Runs requests for the screen, one run at a time, and reads runs from history.
final class RunEffects: Sendable {
  private let services: Services
  private let queue: EventQueue
  private let files: FileEffects
  private let running = Mutex<ScreenRun?>(nil)
  /// Runs whose exchanges are being sent or recorded.
  private let unfinished = DispatchGroup()
  /// Reads data files. Only the result of the newest one is reported.
  private let reader = DispatchQueue(label: "workbench.run.data")
  private let newestPath = Mutex("")
  /// The run of history that was requested last.
  private let newestRun = Mutex<UUID?>(nil)
  private let past = DispatchQueue(label: "workbench.run.past")

  init(services: Services, queue: EventQueue, files: FileEffects) {
    self.services = services
    self.queue = queue
    self.files = files
  }

  func run(_ effect: RunEffect) {
    switch effect {
    case .start(let job): start(job)
    case .stop: stop()
    case .answer(let answer): running.withLock(\.self)?.answer(answer)
    case .readData(let path): readData(path)
    case .open(let recorded): open(recorded)
    case .compare(let recorded, let other): compare(recorded, with: other)
    }
  }

  private func start(_ job: RunJob) {
    let run = ScreenRun(job, services, queue, files)
    running.withLock { $0 = run }
    unfinished.enter()
    Task.detached(executorPreference: TaskQueue(label: "workbench.run.start")) { [self] in
      await run.run()
      running.withLock { if $0 === run { $0 = nil } }
      unfinished.leave()
    }
  }

  /// Writes pending exchanges of the run to history.
  func flush() { running.withLock(\.self)?.flush() }

  /// - Returns: Whether the login was completed; `nil` if it does not belong to the run.
  func completeLogin(_ id: ExchangeID, _ text: String) -> Bool? {
    running.withLock(\.self)?.completeLogin(id, text)
  }

  /// Stops the run, and waits until all sent exchanges are in history, at most until the deadline.
  func finish(by deadline: DispatchTime) { running.withLock(\.self)?.finish(by: deadline) }

  /// Calls `done` on that queue once all sent exchanges are in history.
  func whenFinished(on queue: DispatchQueue, _ done: @escaping @Sendable () -> Void) {
    unfinished.notify(queue: queue) { done() }
  }

  /// Stops the run because the workspace is closed.
  func close() { stop() }

  private func stop() { running.withLock(\.self)?.stop() }

  /// Stops because the program ends.
  func interrupt() { running.withLock(\.self)?.interrupt() }

  // MARK: Data files

  private func readData(_ path: String) {
    newestPath.withLock { $0 = path }
    reader.async { [self] in
      guard newestPath.withLock({ $0 == path }) else { return }
      let result = Result { () throws(Problem) in
        let file = try DataFile(at: path, services)
        do throws(DataFileError) { return try file.preview() } catch { throw Problem(error.description) }
      }
      queue.send(.found(.data(path: path, result)))
    }
  }

  // MARK: History

  /// Reports the results as they are read, until another run is requested.
  private func open(_ recorded: RecordedRun) {
    newestRun.withLock { $0 = recorded.id }
    read(.open(recorded)) { [self] history in
      var reading = RunReading()
      try history.readResults(ofRun: recorded.id) { results in
        queue.send(.found(.opened(recorded, reading.results(results), isLast: false)))
        return newestRun.withLock { $0 == recorded.id }
      }
      return .opened(recorded, [], isLast: true)
    }
  }

  private func compare(_ recorded: RecordedRun, with other: RecordedRun?) {
    read(.compare(recorded, with: other)) { history in
      let found = try other ?? history.run(named: recorded.name, before: recorded.startedAt)
      guard let found else { throw Problem("There is no earlier run of \(recorded.name) in history") }
      return .compared(
        old: found, try history.runResults(of: found), new: recorded, try history.runResults(of: recorded))
    }
  }

  private func read(_ effect: RunEffect, _ find: @escaping @Sendable (HistoryStore) throws -> RunFinding) {
    past.async { [self] in
      do {
        flush()
        queue.send(.found(try find(try services.history.readableStore())))
      } catch {
        queue.send(.ended(.run(effect)))
        queue.send(.found(.failed(error as? Problem ?? Problem("\(error)"))))
      }
    }
  }
}

extension HistoryStore {
  fileprivate func runResults(of run: RecordedRun) throws -> [RunResult] {
    var reading = RunReading()
    return reading.results(try results(ofRun: run.id))
  }
}

/// Counts the iterations of a run from history. Each repetition of a request starts a new one.
private struct RunReading {
  private var counts: [Address: Int] = [:]

  mutating func results(_ recorded: [RecordedResult]) -> [RunResult] {
    recorded.map { recorded in
      let address = recorded.address ?? Address(recorded.summary.name)
      defer { counts[address, default: 0] += 1 }
      return RunResult(recorded, at: address, iteration: counts[address, default: 0])
    }
  }
}

extension RunResult {
  fileprivate init(_ recorded: RecordedResult, at address: Address, iteration: Int) {
    let summary = recorded.summary
    let outcome: Outcome =
      switch summary.result {
      case .status(let status): .completed(status: status, reason: "")
      case .failed(let kind): .failed(recorded.failure ?? Failure(kind, ""))
      case .cancelled: .cancelled
      }
    self.init(
      iteration: iteration, title: summary.name.isEmpty ? address.stem : summary.name, address: address,
      file: address.path, method: summary.method, url: summary.url, outcome: outcome, startedAt: summary.startedAt)
    (duration, bodySize, checks) = (summary.duration, summary.bodySize, recorded.checks)
    exchange = summary.id
    root = recorded.origin?.root
  }
}

extension DataFile {
  /// Reads a file at a typed path, relative to the folder of the shell or else to the opened one.
  init(at path: String, _ services: Services) throws(Problem) {
    let bytes: Data
    let typed = HomeFolder.expanding(path, services.processEnvironment)
    let inWorkspace = services.collections.root + "/" + typed
    let isThere = FileManager.default.fileExists(atPath:)
    let file = !typed.hasPrefix("/") && !isThere(typed) && isThere(inWorkspace) ? inWorkspace : typed
    if let refusal = DataFile.refusal(ofFolder: file, named: path) { throw Problem(refusal) }
    do {
      bytes = try DataFile.bytes(of: file)
    } catch {
      let folders = path.hasPrefix("/") ? "" : ", neither here nor in \(services.collections.root)"
      throw Problem("Cannot read \(path): \(FileProblem.reason(error))\(folders)")
    }
    do {
      try self.init(name: path, bytes: bytes)
    } catch {
      throw Problem(error.description)
    }
  }
}

extension RunEffects: FeatureRunner {}
