import RequestModel
import TerminalUI

// The repository of the open folder.
extension Workbench {
  mutating func toggleChanges() -> [Effect] {
    var effects = commit() + focus(.sidebar)
    effects += show(showsChanges ? .collections : .changes)
    guard showsChanges, let question = workspace.git.question else { return effects }
    return effects + route(.overlay(.confirm(.programs(question, workspace.id))))
  }

  /// Runs an action, one at a time.
  mutating func start(_ action: GitAction) -> [Effect] {
    if let running = workspace.git.running { return route(.information("\(running.text) — Esc cancels it")) }
    if action.isLong { workspace.git.running = RunningGit(action) }
    return [.git(workspace.id, .act(action))]
  }

  mutating func compare(_ entry: GitEntry?, with base: GitBase) -> [Effect] {
    workspace.git.compare(entry, with: base).map { [.git(workspace.id, .compare($0))] } ?? []
  }

  mutating func mergeWithDisk() -> [Effect] {
    let effects = commit()
    return effects + (workspace.shownFile.map { [.files(workspace.id, .readDisk($0))] } ?? [])
  }

  // MARK: Events

  mutating func handle(_ event: GitEvent) -> [Effect] {
    switch event {
    case .status(let status): workspace.git.show(status)
    case .noStatus(let problem):
      // It is told once; the pane of changes keeps it.
      if let problem, workspace.git.problem != problem, !showsChanges { notice = Notice(.failure, problem.sentence) }
      workspace.git.showNone(problem)
    case .asks(let question):
      if workspace.git.question != question {
        let key = workspace.keys.name(of: showsChanges ? "changes.show" : "git.toggle")
        notice = Notice(.failure, "\(question.sentence) — \(key) asks")
      }
      workspace.git.show(question)
    case .compared(let comparison, let difference): workspace.git.show(difference, of: comparison)
    case .branches(let branches): return route(.overlay(.picker(.branches(branches))))
    case .commits(let commits, let entry):
      return route(.overlay(.picker(.versions(of: entry, commits))))
    case .conflict(let entry, let versions): return route(.overlay(.of(entry, versions)))
    case .progress(let action, let text):
      if workspace.git.running?.action == action { workspace.git.running?.progress = text }
    case .done(let action, let output):
      workspace.git.running = nil
      return finish(action, output)
    case .failed(let action, let failure):
      workspace.git.running = nil
      return show(failure, of: action)
    case .refused(let problem): notice = Notice(.failure, problem.sentence)
    }
    return []
  }

  private mutating func finish(_ action: GitAction, _ output: String) -> [Effect] {
    switch action {
    case .stage, .unstage: break
    case .resolve(let entry, _, _): notice = Notice(.success, "Resolved \(entry.path) and staged it")
    case .discard(let entries):
      workspace.git.canUndo = true
      let what = entries.count == 1 ? entries[0].path.name : Formatting.count(entries.count, "file")
      notice = Notice(.success, "Discarded the changes of \(what) — u brings them back")
    case .undoDiscard:
      workspace.git.canUndo = false
      notice = Notice(.success, "Brought back what was discarded")
    default: notice = Notice(.success, Self.outcome(of: action, output))
    }
    return []
  }

  /// The line of git's output that says most, else what was done.
  private static func outcome(of action: GitAction, _ output: String) -> String {
    let lines = output.split(whereSeparator: { $0.isNewline || $0 == "\r" }).map(String.init)
    switch action {
    case .commit, .commitInEditor: return lines.first { $0.hasPrefix("[") }.map { "Committed \($0)" } ?? "Committed"
    case .pull: return lines.last { $0.contains("file") && $0.contains("changed") }.map { "Pulled:\($0)" } ?? "Pulled"
    case .fetch: return "Fetched"
    case .push: return "Pushed"
    case .switchTo(let reference): return "Switched to \(reference.name)"
    case .createBranch(let name): return "Created \(name) and switched to it"
    case .proceed(let operation): return "Done: \(operation.rawValue)"
    case .abort(let operation): return "Aborted the \(operation.rawValue)"
    case .stage, .unstage, .discard, .undoDiscard, .resolve: return ""
    }
  }

  private mutating func show(_ failure: GitFailure, of action: GitAction) -> [Effect] {
    switch failure.kind {
    case .cancelled: notice = Notice(.information, "Cancelled: git \(action.title)")
    case .conflicts:
      notice = Notice(.failure, "Stopped at conflicts: Enter on a file marked U shows both sides")
    case .asks: return route(.overlay(.confirm(.gitAsks(failure, action, workspace.id))))
    case .diverged: return route(.overlay(.confirm(.diverged)))
    case .other:
      let lines = failure.output.split(whereSeparator: \.isNewline)
      // One line is told in the footer; what a hook says is shown whole.
      guard lines.count > 1 else {
        notice = Notice(.failure, failure.sentence)
        return []
      }
      let spans = [Span(failure.sentence, .error), Span("")] + lines.map { Span(String($0)) }
      return route(.overlay(.text(TextScreen(title: "git \(action.title)", lines: spans))))
    }
    return []
  }
}

extension Confirm {
  fileprivate static func gitAsks(_ failure: GitFailure, _ action: GitAction, _ workspace: WorkspaceID) -> Confirm {
    Confirm(
      title: "git has to ask", text: "\(failure.sentence). It can ask in the terminal.",
      choices: [
        .init(
          key: .character("t"), label: "run it in the terminal",
          action: .effect(.git(workspace, .actInTerminal(action)))),
        .init(key: .escape, label: "cancel", action: nil),
      ])
  }

  fileprivate static let diverged = Confirm(
    title: "Both branches have new commits", text: "git is not configured for that: pull.rebase decides it for good.",
    choices: [
      .init(key: .character("m"), label: "merge them", action: .git(.pull(.merging))),
      .init(key: .character("r"), label: "rebase yours on theirs", action: .git(.pull(.rebasing))),
      .init(key: .escape, label: "cancel", action: nil),
    ])
}

extension Picker {
  fileprivate static func branches(_ branches: [GitReference]) -> Picker {
    let items = branches.map { branch in
      Item(
        title: (branch.isCurrent ? "✓ " : "  ") + branch.name + (branch.remote.map { " (\($0))" } ?? ""),
        detail: branch.subject, whyUnavailable: branch.isCurrent ? "checked out" : nil, action: .git(.switchTo(branch)))
    }
    return Picker(title: "Switch branch", items: items)
  }

  fileprivate static func versions(of entry: GitEntry, _ commits: [GitCommit]) -> Picker {
    let bases: [(String, GitBase)] = [
      ("The last commit", .head), ("What is staged", .index), ("What is staged, with the last commit", .staged),
    ]
    let fixed = bases.map { Item(title: $0, detail: "", whyUnavailable: nil, action: .compareWith($1)) }
    let items = commits.map { commit in
      Item(
        title: "\(commit.shortID) \(commit.subject)", detail: "\(commit.author), \(commit.age)", whyUnavailable: nil,
        action: .compareWith(.commit(commit)))
    }
    return Picker(title: "Compare \(entry.path.name) with", items: fixed + items)
  }
}
