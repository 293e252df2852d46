extension ChangesPane {
  /// Shows the differences, both sides of a conflict, or the programs that the user has to allow first.
  func open(in context: PaneContext) -> [PaneOutput] {
    if let question = context.workspace.git.question {
      return [.open(Confirm.programs(question))]
    }
    guard let entry = entry(in: context) else { return [] }
    return entry.isConflicted ? WaitingScreen.ofConflict(entry) : [.focus(.request)]
  }

  func openFile(in context: PaneContext) -> [PaneOutput] {
    let address = entry(in: context).flatMap { context.workspace.git.status?.address(of: $0.path) }
    return address.map { [.effect(.editFile(context.workspace.id, $0))] } ?? []
  }

  // MARK: Staging

  /// Stages the file if it has unstaged changes; otherwise unstages it.
  func toggle(in context: PaneContext) -> [PaneOutput] {
    guard let entry = entry(in: context) else { return [] }
    return [.git(entry.isStaged ? .unstage([entry]) : .stage([entry]))]
  }

  func toggleAll(in context: PaneContext) -> [PaneOutput] {
    let unstaged = Self.unstaged(in: context)
    return [.git(unstaged.isEmpty ? .unstage(Self.stageable(in: context)) : .stage(unstaged))]
  }

  private static func stageable(in context: PaneContext) -> [GitEntry] {
    entries(in: context).filter { !$0.isConflicted }
  }

  /// The files with changes that could be staged.
  static func unstaged(in context: PaneContext) -> [GitEntry] { stageable(in: context).filter { !$0.isStaged } }

  func confirmDiscard(in context: PaneContext) -> [PaneOutput] {
    guard let entry = entry(in: context) else { return [] }
    let what = entry.isUntracked ? "The file is new and will be removed." : "The file is restored to the last commit."
    let confirm = Confirm(
      title: "Discard changes to \(entry.path.name)?",
      text: "\(what) \(context.workspace.keys.name(of: "changes.undo")) restores the changes.",
      choices: [
        .letter("d", "discard", .git(.discard([entry]))),
        .leave("keep"),
      ])
    return [.open(confirm)]
  }

  // MARK: Commits

  func promptCommit(in context: PaneContext) -> [PaneOutput] {
    let workspace = context.workspace
    let staged = Formatting.count(workspace.git.status?.staged.count ?? 0, "file")
    let unsaved = workspace.unsaved.count
    let rest = unsaved > 0 ? "; \(unsaved) unsaved not included" : ""
    let purpose = CommitMessage(workspace.git.status)
    let hint = "Message; commits \(staged)\(rest)\(finishing(purpose, in: workspace))"
    let former = workspace.git.unusedMessage
    let message = former.isEmpty ? purpose.prepared : former
    return [.open(Prompt(title: "Commit", hint: hint, text: message, purpose: purpose))]
  }

  /// How a merge that waits for a commit is finished.
  private func finishing(_ purpose: CommitMessage, in workspace: Workspace) -> String {
    guard let operation = workspace.git.status?.operation else { return "" }
    if purpose.operation != nil { return "; git's own message finishes the \(operation.rawValue)" }
    return "; \(workspace.keys.name(of: "changes.proceed")) continues the \(operation.rawValue)"
  }

  /// Asks for the name of a branch, again if git has refused one.
  static func newBranch(_ name: String, hint: String = "Name; starts at the last commit") -> Overlay {
    .prompt(Prompt(title: "New branch", hint: hint, text: name, purpose: NewBranch()))
  }

  /// Pulls. A branch without an upstream has nothing to pull from, and gets one by a push.
  func pull(in context: PaneContext) -> [PaneOutput] {
    let status = context.workspace.git.status
    guard let branch = status?.branch, let name = branch.name, branch.commit != nil, branch.upstream == nil,
      let remote = status?.pushRemote
    else { return [.git(.pull(.configured))] }
    let confirm = Confirm(
      title: "\(name) has no upstream", text: "There is no branch to pull from yet.",
      choices: [
        .letter("y", "push to \(remote) and set the upstream", short: "push", .git(.push(upstream: remote))),
        .letter("c", "pull as git is configured", short: "pull", .git(.pull(.configured))),
        .leave("cancel"),
      ])
    return [.open(confirm)]
  }

  /// Pushes; asks first for the destination of a new branch.
  func push(in context: PaneContext) -> [PaneOutput] {
    let status = context.workspace.git.status
    guard let branch = status?.branch, let name = branch.name else { return [] }
    guard branch.upstream == nil, let remote = status?.pushRemote else { return [.git(.push(upstream: nil))] }
    let confirm = Confirm(
      title: "\(name) has no upstream", text: "Push it to \(remote)/\(name) and set that as its upstream?",
      choices: [
        .letter("y", "push to \(remote)", short: "push", .git(.push(upstream: remote))),
        .letter("c", "push as git is configured", short: "as configured", .git(.push(upstream: nil))),
        .leave("cancel"),
      ])
    return [.open(confirm)]
  }

  func confirmAbort(in context: PaneContext) -> [PaneOutput] {
    guard let operation = context.workspace.git.status?.operation else { return [] }
    let confirm = Confirm(
      title: "Abort the \(operation.rawValue)?", text: "All resolved conflicts are lost.",
      choices: [
        .letter("a", "abort it", .git(.abort(operation))),
        .leave("stay"),
      ])
    return [.open(confirm)]
  }
}

extension GitEntry {
  /// Whether all of its changes are staged.
  var isStaged: Bool { index != nil && workTree == nil }
}

struct CommitMessage: PromptUse {
  /// The operation that git has prepared a message for; `nil` without any.
  private(set) var operation: GitOperation?
  /// The first line of that message.
  private(set) var prepared = ""

  /// The commits of a rebase keep their messages, which `git rebase --continue` takes.
  init(_ status: GitStatus?) {
    guard let status, let operation = status.operation, operation != .rebase, !status.preparedMessage.isEmpty else {
      return
    }
    (self.operation, prepared) = (operation, status.preparedMessage)
  }

  func output(_ text: String) -> PaneOutput {
    // The message may have more lines, which git knows.
    if let operation, text.isExactly(prepared) { return .git(.proceed(operation)) }
    return .git(.commit(message: text))
  }

  var accepting: String { "commit" }
  var columns: Int { 110 }
}

/// The name of a branch to create.
struct NewBranch: PromptUse {
  func output(_ text: String) -> PaneOutput { .git(.createBranch(text)) }
  var accepting: String { "create" }
}
