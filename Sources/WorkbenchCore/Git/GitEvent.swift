/// Work of the user's git on the repository of the open folder.
package enum GitEffect: FeatureEffect {
  /// Reads the status.
  ///
  /// - Parameter isAsked: Whether to report why there is no repository.
  case status(isAsked: Bool)
  case compare(GitComparison)
  case listBranches
  case listCommits(of: GitEntry)
  /// Reads both sides of a conflict.
  case readConflict(GitEntry)
  case act(GitAction)
  /// Runs an action in the terminal, where git can prompt.
  case actInTerminal(GitAction)
  /// Interrupts the running action.
  case cancel
  /// Lets git run the programs that the repository names, until the workspace is closed or permanently.
  case allow(ProgramQuestion, forGood: Bool)

  package var opensDialog: Bool {
    switch self {
    case .act, .actInTerminal: true
    default: false
    }
  }
}

extension Effect {
  package static func git(_ effect: GitEffect) -> Effect { .feature(FeatureWork(effect)) }
}

/// Requests of screens to git.
package enum GitRequest: FeatureMessage, Equatable {
  case act(GitAction)
  /// Shows the changes of a file, compared with a version of it.
  case compare(GitEntry?, GitBase)
  /// Reports changes of other programs. The pane of changes already shows them, but not failures such as kept edits.
  case report(DiskChanges)

  package func apply(to git: inout GitState, in context: PaneContext) -> [PaneOutput] {
    switch self {
    case .act(let action): git.start(action)
    case .compare(let entry, let base): git.compare(entry, with: base).map { [.effect(.git(.compare($0)))] } ?? []
    case .report(let changes):
      context.workspace.notice(of: git.withoutOwn(changes)).map {
        $0.kind == .failure || context.leftPane != .changes ? [.notice($0)] : []
      } ?? []
    }
  }
}

extension WaitingScreen {
  static var ofBranches: [PaneOutput] {
    start(.git(.listBranches), title: "Switch branch", text: "Reading the branches…")
  }

  static func ofCommits(_ entry: GitEntry) -> [PaneOutput] {
    start(.git(.listCommits(of: entry)), title: "Compare \(entry.path.name) with", text: "Reading the commits…")
  }

  static func ofConflict(_ entry: GitEntry) -> [PaneOutput] {
    start(.git(.readConflict(entry)), title: "Conflict in \(entry.path)", text: "Reading both sides…")
  }
}

extension PaneOutput {
  static func git(_ action: GitAction) -> PaneOutput { .tell(GitRequest.act(action)) }
}

/// Results of `GitEffect`s.
package enum GitEvent: FeatureMessage {
  case status(GitStatus)
  /// There is no status, for this reason; `nil` without a repository, which is not an error.
  case noStatus(Problem?)
  /// The user has to allow the programs that git would run before the status is read.
  case asks(ProgramQuestion)
  case compared(GitComparison, FileDifference)
  case branches([GitReference])
  case commits([GitCommit], of: GitEntry)
  case conflict(GitEntry, ConflictVersions)
  /// The last line that git has written.
  case progress(GitAction, String)
  /// - Parameter output: What git and the hooks of the repository wrote.
  case done(GitAction, output: String)
  case failed(GitAction, GitFailure)
  /// A list or a comparison could not be made.
  case refused(Problem)

  package var cause: Cause? { .of(GitEffect.self) }

  package func apply(to git: inout GitState, in context: PaneContext) -> [PaneOutput] { git.update(self, in: context) }
}

extension Event {
  package static func git(_ event: GitEvent) -> Event { .message(event) }
}

/// Two versions of a changed file to compare.
package struct GitComparison: Equatable, Sendable {
  package var entry: GitEntry
  package var base: GitBase
  /// Its number, so that results of earlier ones are dropped.
  package var number: Int
}

/// Why git did not do what was asked.
package struct GitFailure: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// It has to prompt, which requires a terminal.
    case asks
    /// Both branches have new commits, and git has no setting to reconcile them.
    case diverged
    /// It stopped at conflicts, which the user resolves.
    case conflicts
    case cancelled
    case other
  }

  package var kind: Kind
  package var sentence: String
  /// All that git and the hooks of the repository wrote.
  package var output: String

  package init(_ kind: Kind, _ sentence: String, output: String = "") {
    (self.kind, self.sentence, self.output) = (kind, sentence, output)
  }
}

/// The versions of a file in a conflict of git. One that deleted the file is `nil`.
package struct ConflictVersions: Equatable, Sendable {
  /// The file of the work tree, with git's markers.
  package var found: [UInt8]
  package var base: [UInt8]?
  package var ours: [UInt8]?
  package var theirs: [UInt8]?
  /// The names of the two sides: git's, or those of a rebase.
  package var oursName: String
  package var theirsName: String

  package init(
    found: [UInt8], base: [UInt8]?, ours: [UInt8]?, theirs: [UInt8]?, oursName: String = "", theirsName: String = ""
  ) {
    (self.found, self.base, self.ours, self.theirs) = (found, base, ours, theirs)
    (self.oursName, self.theirsName) = (oursName, theirsName)
  }
}
