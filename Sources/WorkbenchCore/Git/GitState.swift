/// The state of the open folder's repository.
package struct GitState: Equatable, Sendable {
  /// `nil` until git has answered, and without a repository.
  package private(set) var status: GitStatus?
  /// How often the status was read: the files may have changed again, also where it is the same.
  private(set) var readings = 0
  package private(set) var marks = GitMarks()
  /// The reason why there is no status.
  package private(set) var problem: Problem?
  /// The programs that the user has to allow before git is used.
  package private(set) var question: ProgramQuestion?
  /// The comparison shown in the pane of differences.
  package private(set) var comparison: GitComparison?
  /// `nil` until computed.
  package private(set) var difference: FileDifference?
  package internal(set) var running: RunningGit?
  /// How many discards can be undone, also running ones: the files may be shown before.
  private var undoCount = 0
  /// The files whose changes git has discarded and not restored, the last ones last.
  private var restorable: [Set<Address>] = []
  /// The files that are being discarded or restored, whose change on disk is no news.
  private(set) var ownChanges: Set<Address> = []
  /// How many actions that change them are running.
  private var ownWork = 0
  /// The message of a commit that failed, and the name of a branch that git refused.
  package private(set) var unusedMessage = ""
  private(set) var unusedBranch = ""
  /// The files that are being discarded, or were discarded last.
  private(set) var discarded: Set<Address> = []
  private var comparisons = 0

  package var canUndo: Bool { undoCount > 0 }

  mutating func show(_ status: GitStatus) {
    (self.status, problem, question) = (status, nil, nil)
    readings += 1
    marks = GitMarks(status)
  }

  mutating func showNone(_ problem: Problem?) {
    (status, marks, self.problem, question) = (nil, GitMarks(), problem, nil)
    (comparison, difference) = (nil, nil)
    readings += 1
  }

  mutating func show(_ question: ProgramQuestion) {
    showNone(Problem(question.sentence))
    self.question = question
  }

  /// Expects the changes of an action before it runs: they may be reported before it ends.
  mutating func expectChanges(of action: GitAction) {
    switch action {
    case .discard(let entries): (discarded, undoCount) = (addresses(of: entries), undoCount + 1)
    case .undoDiscard:
      undoCount = max(0, undoCount - 1)
      ownChanges.formUnion(restorable.joined())
    default: return
    }
    ownChanges.formUnion(discarded)
    ownWork += 1
  }

  /// - Parameter hasFailed: Expects no more of its changes.
  mutating func endChanges(of action: GitAction, hasFailed: Bool) {
    switch (action, hasFailed) {
    case (.discard(let entries), false):
      discarded = addresses(of: entries)
      restorable.append(discarded)
    case (.undoDiscard, false):
      _ = restorable.popLast()
      discarded = restorable.last ?? []
    case (.discard, true), (.undoDiscard, true):
      (ownChanges, undoCount, discarded) = ([], restorable.count, restorable.last ?? [])
    default: return
    }
    ownWork = max(0, ownWork - 1)
  }

  /// Keeps the text typed for an action that failed, for its next dialog.
  mutating func keepText(of action: GitAction, isDone: Bool = false) {
    switch action {
    case .commit(let message): unusedMessage = isDone ? "" : message
    case .createBranch(let name): unusedBranch = isDone ? "" : name
    default: break
    }
  }

  private func addresses(of entries: [GitEntry]) -> Set<Address> {
    let paths = entries.map(\.path) + entries.compactMap(\.original)
    return Set(paths.compactMap { status?.address(of: $0) })
  }

  /// Returns the changes of other programs alone. Each own change is left out once, up to the first report after the
  /// action has ended, which has the rest of them.
  mutating func withoutOwn(_ changes: DiskChanges) -> DiskChanges {
    var others = changes
    others.files.subtract(ownChanges)
    if ownWork == 0 { ownChanges = [] } else { ownChanges.subtract(changes.files) }
    return others
  }

  /// The conflict of a file of the open folder.
  func conflict(at address: Address) -> GitEntry? {
    guard marks.letter(of: address) == "U", let status else { return nil }
    return status.entries.first { $0.isConflicted && $0.path == status.path(of: address) }
  }

  /// Starts a comparison, again if it is the same one: the file may have changed.
  mutating func compare(_ entry: GitEntry?, with base: GitBase) -> GitComparison? {
    comparisons += 1
    let isSame = comparison?.entry == entry && comparison?.base == base
    comparison = entry.map { GitComparison(entry: $0, base: base, number: comparisons) }
    // The former difference stays until the new one is there.
    if !isSame { difference = nil }
    return comparison
  }

  mutating func show(_ difference: FileDifference, of comparison: GitComparison) {
    if comparison == self.comparison { self.difference = difference }
  }
}

/// A command of git that takes a while.
package struct RunningGit: Equatable, Sendable {
  package var action: GitAction
  /// The last line that git has written.
  package var progress = ""

  /// The running command and its progress, for the footer.
  var text: String { "git \(action.title)" + (progress.isEmpty ? "…" : ": \(progress)") }
}

extension Workspace {
  /// The state of the folder's repository.
  package var git: GitState { features[GitState.self] }
}
