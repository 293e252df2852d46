// The repository of the open folder.
extension GitState: Feature {
  package static let commands = [
    PaneCommand<GitState>(
      "git.toggle", "Git changes", "Show or hide the files that have changed in git.",
      keywords: "source control version commit status vcs diff sync", keys: [.control("g")], go: "D",
      run: { git, context in
        let isShown = context.leftPane == .changes
        let question = isShown ? nil : git.question.map { Confirm.programs($0) }
        return [.commit, .focus(.sidebar), .show(isShown ? .collections : .changes)]
          + (question.map { [.overlay(.confirm($0))] } ?? [])
      })
  ]

  package var progress: String? { running?.text }
  package func cancel() -> [PaneOutput]? { running == nil ? nil : [.effect(.git(.cancel))] }

  /// Runs an action, one at a time.
  mutating func start(_ action: GitAction) -> [PaneOutput] {
    if let running {
      keepText(of: action)
      return [.information("\(running.text) — Ctrl+C cancels it")]
    }
    if action.isLong { running = RunningGit(action: action) }
    expectChanges(of: action)
    return [.effect(.git(.act(action)))]
  }

  // MARK: Events

  mutating func update(_ event: GitEvent, in context: PaneContext) -> [PaneOutput] {
    switch event {
    case .status(let status): show(status)
    case .noStatus(let problem):
      // Report a problem once; the pane of changes keeps showing it.
      let isNews = problem != nil && self.problem != problem && context.leftPane != .changes
      showNone(problem)
      return isNews ? problem.map { [.failure($0.sentence)] } ?? [] : []
    case .asks(let question):
      let isNews = self.question != question
      show(question)
      let key = context.workspace.keys.name(of: context.leftPane == .changes ? "changes.show" : "git.toggle")
      return isNews ? [.failure("\(question.sentence) — \(key) asks")] : []
    case .compared(let comparison, let difference): show(difference, of: comparison)
    case .branches(let branches): return Self.open(.picker(.branches(branches)), after: .listBranches)
    case .commits(let commits, let entry):
      return Self.open(.picker(.versions(of: entry, commits)), after: .listCommits(of: entry))
    case .conflict(let entry, let versions): return Self.open(.of(entry, versions), after: .readConflict(entry))
    case .progress(let action, let text):
      if running?.action == action { running?.progress = text }
    case .done(let action, let output):
      running = nil
      endChanges(of: action, hasFailed: false)
      keepText(of: action, isDone: true)
      return finish(action, output, context.workspace)
    case .failed(let action, let failure):
      running = nil
      endChanges(of: action, hasFailed: true)
      keepText(of: action)
      return show(failure, of: action)
    case .refused(let problem): return [.failure(problem.sentence)]
    }
    return []
  }

  private static func open(_ overlay: Overlay, after work: GitEffect) -> [PaneOutput] {
    [.tell(WaitingScreen.Completion(work: .git(work), outputs: [.overlay(overlay)]))]
  }

  private func finish(_ action: GitAction, _ output: String, _ workspace: Workspace) -> [PaneOutput] {
    switch action {
    case .stage, .unstage: return []
    case .resolve(let entry, _, _): return [.success("Resolved \(entry.path) and staged it")]
    case .discard(let entries):
      let what = entries.count == 1 ? entries[0].path.name : Formatting.count(entries.count, "file")
      let edits = discarded.contains(where: workspace.hasEdits) ? "; unsaved edits are kept" : ""
      let undo = workspace.keys.name(of: "changes.undo")
      return [.success("Discarded the changes to \(what) — \(undo) restores them\(edits)")]
    case .undoDiscard: return [.success("Restored the discarded changes")]
    case .switchTo(let reference):
      let former = status?.branch.name.flatMap { $0 == reference.name ? nil : "from \($0) " } ?? ""
      return [.success("Switched \(former)to \(reference.name)\(keptChanges)")]
    case .createBranch(let name): return [.success("Created \(name) and switched to it\(keptChanges)")]
    default: return [.success(Self.outcome(of: action, output))]
    }
  }

  /// The uncommitted changes that another branch keeps.
  private var keptChanges: String {
    let count = status?.entries.count { !$0.isUntracked } ?? 0
    return count == 0 ? "" : "; uncommitted changes in \(Formatting.count(count, "file")) kept"
  }

  /// The most informative line of git's output, else the action in the past tense.
  private static func outcome(of action: GitAction, _ output: String) -> String {
    let lines = output.split(whereSeparator: { $0.isNewline || $0 == "\r" }).map(String.init)
    switch action {
    case .commit, .commitInEditor: return lines.first { $0.hasPrefix("[") }.map { "Committed \($0)" } ?? "Committed"
    case .pull: return lines.last { $0.contains("file") && $0.contains("changed") }.map { "Pulled:\($0)" } ?? "Pulled"
    case .fetch: return "Fetched"
    case .push: return "Pushed"
    case .proceed(let operation): return "Finished the \(operation.rawValue)"
    case .abort(let operation): return "Aborted the \(operation.rawValue)"
    case .stage, .unstage, .discard, .undoDiscard, .resolve, .switchTo, .createBranch: return ""
    }
  }

  private func show(_ failure: GitFailure, of action: GitAction) -> [PaneOutput] {
    switch failure.kind {
    case .cancelled: return [.information("Cancelled: git \(action.title)")]
    case .conflicts: return [.failure("Stopped at conflicts: Enter on a file marked U shows both sides")]
    case .asks: return [.open(Confirm.gitAsks(failure, action))]
    case .diverged: return [.open(Confirm.diverged)]
    case .other:
      // The footer shows one line; the output of a hook is shown whole.
      if let lines = failure.lines { return [.open(TextScreen(title: "git \(action.title)", lines: lines))] }
      guard case .createBranch(let name) = action else { return [.failure(failure.sentence)] }
      return [.failure(failure.sentence), .overlay(ChangesPane.newBranch(name, hint: failure.sentence))]
    }
  }
}

extension GitFailure {
  /// The sentence and the output, if this is of more than one line. A line of it that is the reason is not repeated.
  fileprivate var lines: [Span]? {
    let lines = output.split(whereSeparator: \.isNewline).map(String.init)
    guard lines.count > 1 else { return nil }
    let reasons = lines.map { line in
      ["fatal: ", "error: ", "ERROR: "].first { line.hasPrefix($0) }.map { String(line.dropFirst($0.count)) } ?? line
    }
    let found = reasons.lastIndex { !$0.isEmpty && sentence.hasSuffix(": " + $0) }
    let heading = found.map { String(sentence.dropLast(reasons[$0].count + 1)) } ?? sentence
    return [Span(heading, .error), Span("")]
      + lines.enumerated().map { Span($1, Style($0 == found ? .error : .text)) }
  }
}

extension Confirm {
  fileprivate static func gitAsks(_ failure: GitFailure, _ action: GitAction) -> Confirm {
    Confirm(
      title: "git needs the terminal", text: "\(failure.sentence).",
      choices: [
        .letter(
          "t", "run git \(action.title) in the terminal", short: "run in the terminal",
          .effect(.git(.actInTerminal(action)))),
        .leave("cancel"),
      ])
  }

  fileprivate static let diverged = Confirm(
    title: "Both branches have new commits",
    text: "Choose how to combine them. To do the same each time, set pull.rebase in git.",
    choices: [
      .letter("m", "merge them", short: "merge", .git(.pull(.merging))),
      .letter("r", "rebase yours on theirs", short: "rebase", .git(.pull(.rebasing))),
      .leave("cancel"),
    ])
}

extension Picker {
  fileprivate static func branches(_ branches: [GitReference]) -> Picker {
    let items = branches.map { branch in
      Item(
        title: (branch.isCurrent ? "✓ " : "  ") + branch.name + (branch.remote.map { " (\($0))" } ?? ""),
        detail: branch.subject, whyUnavailable: branch.isCurrent ? "\(branch.name) is the current branch" : nil,
        action: .git(.switchTo(branch)))
    }
    return Picker(title: "Switch branch", items: items)
  }

  fileprivate static func versions(of entry: GitEntry, _ commits: [GitCommit]) -> Picker {
    let bases: [(String, GitBase)] = [
      ("The last commit", .head), ("What is staged", .index), ("What is staged, with the last commit", .staged),
    ]
    let fixed = bases.map { title, base in
      Item(title: title, action: .tell(ChangesPane.Message.compare(with: base)))
    }
    let items = commits.map { commit in
      Item(
        title: "\(commit.shortID) \(commit.subject)", detail: "\(commit.author), \(commit.age)",
        action: .tell(ChangesPane.Message.compare(with: .commit(commit))))
    }
    return Picker(title: "Compare \(entry.path.name) with", items: fixed + items)
  }
}
