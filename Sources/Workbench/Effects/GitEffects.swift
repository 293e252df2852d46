import Dispatch
import Git
import Synchronization

/// Runs git on the repository of the open folder, off the main actor. Commands that change the repository run one at a
/// time.
final class GitEffects: Sendable {
  private let services: Services
  private let queue: EventQueue
  private let screen: Screen
  /// For commands that only read.
  private let looking = DispatchQueue(label: "workbench.git")
  /// For commands that change the repository or wait for a network.
  private let acting = DispatchQueue(label: "workbench.git.actions")
  /// Watches changes of the repository by other programs. git writes into a lock file, and renames it.
  private let watch = DiskWatch { name, _ in !name.endsExactly(with: ".lock") }
  /// The running commands that only read.
  private let programs = ProgramGroup()
  private let state = Mutex(State())

  private struct State {
    var repository: GitRepository?
    var isStatusDue = false
    var control: ProgramControl?
    /// The last ones last.
    var discarded: [DiscardedChanges] = []
    /// The programs that git may run until the workspace is closed, by repository.
    var allowed: [String: Set<RepositoryProgram>] = [:]
  }

  init(services: Services, queue: EventQueue, screen: Screen) {
    (self.services, self.queue, self.screen) = (services, queue, screen)
  }

  private var root: String { services.collections.root }

  private func tell(_ event: GitEvent) { queue.send(.git(event)) }

  @MainActor func run(_ effect: GitEffect) {
    switch effect {
    case .status(let isAsked): if isAsked { looking.async { [self] in readStatus(isAsked: true) } } else { refresh() }
    case .compare(let comparison): look(effect) { try $0.difference(comparison) }
    case .listBranches: look(effect) { .branches(try $0.branches()) }
    case .listCommits(let entry):
      look(effect) { .commits(try $0.commits(of: entry.isUntracked ? nil : entry.path), of: entry) }
    case .readConflict(let entry): look(effect) { .conflict(entry, try $0.conflict(entry)) }
    case .act(let action): act(action)
    case .actInTerminal(let action): actInTerminal(action)
    case .cancel: state.withLock { $0.control }?.cancel()
    case .allow(let question, let forGood): looking.async { [self] in allow(question, forGood: forGood) }
    }
  }

  func finish(by deadline: DispatchTime) { interruptCommands() }

  private func interruptCommands() {
    state.withLock { $0.control }?.interrupt()
    programs.end()
  }

  /// Cancels what is running, and ends the watch.
  func close() {
    interruptCommands()
    watch.stop()
  }

  // MARK: Looking

  /// Reads the status in the background. Several requests at once become one.
  func refresh() {
    let isFirst = state.withLock { state in
      defer { state.isStatusDue = true }
      return !state.isStatusDue
    }
    if isFirst { looking.async { [self] in readStatus(isAsked: false) } }
  }

  /// - Parameter isAsked: Whether to report that the folder has no repository.
  private func readStatus(isAsked: Bool) {
    state.withLock { $0.isStatusDue = false }
    do throws(GitProblem) {
      guard isAsked || mayHaveRepository else { return tell(.noStatus(nil)) }
      let repository = try repository()
      follow(repository)
      let settings = try repository.settings()
      if let question = try question(about: repository, settings) { return tell(.asks(question)) }
      tell(.status(try repository.status(settings)))
    } catch {
      // The workspace is being closed.
      guard error.kind != .cancelled else { return }
      state.withLock { $0.repository = nil }
      tell(.noStatus(Problem(error.description)))
    }
  }

  private var mayHaveRepository: Bool {
    GitRepository.mayContain(root, environment: services.processEnvironment)
  }

  private func repository() throws(GitProblem) -> GitRepository {
    if let found = state.withLock({ $0.repository }) { return found }
    let found = try GitRepository(of: root, environment: services.processEnvironment, group: programs)
    state.withLock { $0.repository = found }
    return found
  }

  /// Reads the status again when commits, branches or the index change. Without watches, the user reloads it with `R`.
  private func follow(_ repository: GitRepository) {
    watch.start(onChange: { [weak self] _ in self?.refresh() }, onFull: {})
    _ = watch.follow(repository.stateFolders)
  }

  private func look(_ effect: GitEffect, _ work: @escaping @Sendable (GitRepository) throws -> GitEvent) {
    looking.async { [self] in
      do {
        tell(try work(try allowedRepository()))
      } catch let error as NotAllowed {
        queue.send(.ended(.git(effect)))
        tell(.asks(error.question))
      } catch {
        queue.send(.ended(.git(effect)))
        tell(.refused(Problem(String(describing: error))))
      }
    }
  }

  // MARK: Permission

  /// git would run programs that the user has not allowed yet.
  private struct NotAllowed: Error {
    let question: ProgramQuestion
  }

  /// The repository, if all programs that it names are allowed. Checked each time, as its settings and hooks may
  /// change.
  private func allowedRepository() throws -> GitRepository {
    let repository = try repository()
    if let question = try question(about: repository, try repository.settings()) {
      throw NotAllowed(question: question)
    }
    return repository
  }

  /// - Returns: `nil` if git would run only allowed programs of the repository, or none.
  private func question(
    about repository: GitRepository, _ settings: GitSettings
  ) throws(GitProblem) -> ProgramQuestion? {
    let programs = try repository.programs(settings).filter { !GitDriver.isOwn($0) }
    guard !programs.isEmpty else { return nil }
    let key = repository.permissionKey
    // An unreadable file of permissions counts as empty; saving a permission reports the error.
    let kept = (try? ConsentStore(services.folders).allowedPrograms(of: key)) ?? []
    let allowed = kept.union(state.withLock { $0.allowed[key] ?? [] })
    return allowed.isSuperset(of: programs) ? nil : ProgramQuestion(programs, of: key)
  }

  private func allow(_ question: ProgramQuestion, forGood: Bool) {
    state.withLock { $0.allowed[question.repository, default: []].formUnion(question.programs) }
    if forGood {
      do {
        try ConsentStore(services.folders).allow(question.programs, of: question.repository)
      } catch {
        queue.tell(.failure, "Cannot save the permission: \(error)")
      }
    }
    readStatus(isAsked: true)
  }

  // MARK: Acting

  private func act(_ action: GitAction) {
    let control = ProgramControl()
    state.withLock { $0.control = control }
    acting.async { [self] in
      do {
        let output = try perform(action, control)
        tell(.done(action, output: output))
      } catch {
        refuse(action, error)
      }
      state.withLock { $0.control = nil }
      refresh()
    }
  }

  private func refuse(_ action: GitAction, _ error: any Error) {
    switch error {
    case let error as GitProblem: tell(.failed(action, GitFailure(error)))
    case let error as NotAllowed:
      tell(.failed(action, GitFailure(.other, error.question.sentence)))
      tell(.asks(error.question))
    default: tell(.failed(action, GitFailure(.other, "Cannot \(action.title): \(error)")))
    }
  }

  private func perform(_ action: GitAction, _ control: ProgramControl) throws -> String {
    let repository = try allowedRepository()
    switch action {
    case .stage(let entries): try repository.stage(entries)
    case .unstage(let entries): try repository.unstage(entries)
    case .discard(let entries):
      let discarded = try repository.discard(entries)
      state.withLock { $0.discarded.append(discarded) }
    case .undoDiscard:
      guard let discarded = state.withLock({ $0.discarded.last }) else { throw Problem("nothing was discarded") }
      try repository.restore(discarded)
      state.withLock { _ = $0.discarded.popLast() }
    case .resolve(let entry, let found, let result): try repository.resolve(entry, found: found, result: result)
    default: return try repository.perform(action, control) { [self] in tell(.progress(action, $0)) }
    }
    return ""
  }

  @MainActor private func actInTerminal(_ action: GitAction) {
    do {
      let command = try allowedRepository().command(of: action)
      screen.releaseTerminal { [self] in finish(action, isSuccess: await TerminalProgram.run(command)) }
    } catch {
      refuse(action, error)
    }
  }

  /// Reports how a command in the terminal ended. Its output was on the screen.
  private func finish(_ action: GitAction, isSuccess: Bool) {
    tell(
      isSuccess ? .done(action, output: "") : .failed(action, GitFailure(.other, "git \(action.title) did not succeed"))
    )
    refresh()
  }
}

extension GitEffects: FeatureRunner {}

extension GitFailure {
  fileprivate init(_ problem: GitProblem) {
    let kind: Kind =
      switch problem.kind {
      case .asks: .asks
      case .cancelled: .cancelled
      default:
        problem.output.contains("Need to specify how to reconcile")
          ? .diverged : problem.output.contains("CONFLICT (") ? .conflicts : .other
      }
    self.init(kind, problem.description, output: problem.output)
  }
}

extension GitRepository {
  /// The difference of a changed file: by fields if possible, else by lines.
  fileprivate func difference(_ comparison: GitComparison) throws(GitProblem) -> GitEvent {
    let (entry, base) = (comparison.entry, comparison.base)
    guard !entry.isConflicted else { return .compared(comparison, FileDifference(patch: try conflictLines(entry))) }
    if let role = FileRole.of(path: entry.path.path) {
      let (old, new) = try versions(of: entry, base)
      if let difference = FileDifference(old: old.map(Array.init), new: new.map(Array.init), role: role) {
        if !difference.lines.isEmpty { return .compared(comparison, difference) }
        let lines = try lines(of: entry, base)
        return .compared(
          comparison, FileDifference(patch: lines, remark: lines.isEmpty ? nil : "No field differs, only the layout:"))
      }
    }
    return .compared(comparison, FileDifference(patch: try lines(of: entry, base)))
  }

  /// The file with git's markers.
  private func conflictLines(_ entry: GitEntry) throws(GitProblem) -> [String] {
    guard let bytes = try file(entry.path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map { " " + $0 }
  }

  fileprivate func conflict(_ entry: GitEntry) throws(GitProblem) -> ConflictVersions {
    let found = try file(entry.path).map(Array.init) ?? []
    let sides = try sides(of: entry.path)
    let marked = ConflictLabels(found).map { (Self.short($0.ours), Self.short($0.theirs)) }
    let names = isRebasing ? (marked?.1 ?? "your commit", "the new base") : (marked?.0 ?? "", marked?.1 ?? "")
    return ConflictVersions(
      found: found, base: sides.base.map(Array.init), ours: sides.ours.map(Array.init),
      theirs: sides.theirs.map(Array.init), oursName: names.0, theirsName: names.1)
  }

  /// Shortens a label of git if it is the full hash of a commit.
  private static func short(_ label: String) -> String {
    label.count >= 40 && label.allSatisfy(\.isHexDigit) ? String(label.prefix(7)) : label
  }
}
