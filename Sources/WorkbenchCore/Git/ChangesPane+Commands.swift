extension ChangesPane {
  package static let commands: [PaneCommand<ChangesPane>] = [
    PaneCommand(
      "changes.show", "Show differences", "Show the changes of the file, or resolve its conflict.",
      keywords: "diff view open inspect patch",
      keys: [.enter, .right, .character("l")], footer: "show",
      whenHidden: .awaitsRow, whyUnavailable: { $1.workspace.git.question == nil ? $0.whyNoFile(in: $1) : nil },
      run: { $0.open(in: $1) }),
    PaneCommand(
      "changes.stage", "Stage or unstage", "Stage the file for the next commit, or unstage it.",
      keywords: "add index unstage git reset",
      keys: [.character(" ")], footer: "stage",
      footerNow: { $0.entry(in: $1)?.isStaged == true ? "unstage" : "stage" },
      whenHidden: .awaitsRow, whyUnavailable: { $0.whyNotStaged(in: $1) },
      run: { $0.toggle(in: $1) }),
    PaneCommand(
      "changes.stageAll", "Stage or unstage all", "Stage all files, or unstage them if all are staged.",
      keywords: "add index everything unstage git",
      keys: [.character("a")], footer: "stage all",
      footerNow: { Self.unstaged(in: $1).isEmpty ? "unstage all" : "stage all" },
      whyUnavailable: { $0.whyNoChanges(in: $1) },
      run: { $0.toggleAll(in: $1) }),
    PaneCommand(
      "changes.commit", "Commit", "Commit the staged files with a one-line message.",
      keywords: "git check in record message", keys: [.character("c")],
      footer: "commit", opensField: true, whyUnavailable: { $0.whyNothingToCommit(in: $1) },
      run: { $0.promptCommit(in: $1) }),
    PaneCommand(
      "changes.commitInEditor", "Commit in $EDITOR", "Commit the staged files; write the message in your editor.",
      keywords: "git message long vim external",
      keys: [.character("C")], whyUnavailable: { $0.whyNothingToCommit(in: $1) },
      run: { _, context in [.effect(.git(.actInTerminal(.commitInEditor)))] }),
    PaneCommand(
      "changes.discard", "Discard changes",
      "Restore the file to the last commit; {changes.undo} brings the changes back.",
      keywords: "revert restore checkout reset undo throw git",
      keys: [.character("d"), .delete], footer: "discard", whenHidden: .awaitsRow,
      whyUnavailable: { $0.whyNotDiscarded(in: $1) },
      run: { $0.confirmDiscard(in: $1) }),
    PaneCommand(
      "changes.undo", "Undo discard", "Restore the changes discarded last.",
      keywords: "restore recover discarded git", keys: [.character("u")],
      whyUnavailable: { $1.workspace.git.canUndo ? nil : "Nothing was discarded" },
      run: { _, _ in [.git(.undoDiscard)] }),
    PaneCommand(
      "changes.pull", "Pull", "Fetch from the upstream, then merge or rebase as git is configured.",
      keywords: "git update merge rebase sync remote download",
      keys: [.character("p")], footer: "pull", whyUnavailable: { $0.whyNoRemote(in: $1) },
      run: { $0.pull(in: $1) }),
    PaneCommand(
      "changes.push", "Push", "Push the commits of this branch to its upstream.",
      keywords: "git upload publish sync remote send", keys: [.character("P")],
      footer: "push", whyUnavailable: { $0.whyNotPushed(in: $1) }, run: { $0.push(in: $1) }),
    PaneCommand(
      "changes.fetch", "Fetch", "Look for new commits without changing any file.",
      keywords: "git remote update refresh", keys: [.character("t")],
      whyUnavailable: { $0.whyNoRemote(in: $1) }, run: { _, _ in [.git(.fetch)] }),
    PaneCommand(
      "changes.branches", "Switch branch", "Choose the branch to work on.",
      keywords: "git checkout change", keys: [.character("s")],
      footer: "branch", opensField: true, whyUnavailable: { $0.whyNoRepository(in: $1) },
      run: { _, context in WaitingScreen.ofBranches }),
    PaneCommand(
      "changes.newBranch", "New branch", "Create a branch here and switch to it.",
      keywords: "git create checkout make", keys: [.character("n")],
      opensField: true, whyUnavailable: { $0.whyNoRepository(in: $1) },
      run: { _, context in [.overlay(newBranch(context.workspace.git.unusedBranch))] }),
    PaneCommand(
      "changes.compare", "Compare with revision", "Compare the file with the staged version or with any commit.",
      keywords: "git difference version history commit revision log",
      keys: [.character("=")], opensField: true, whenHidden: .awaitsRow, whyUnavailable: { $0.whyNoFile(in: $1) },
      run: { pane, context in
        pane.entry(in: context).map(WaitingScreen.ofCommits) ?? []
      }),
    PaneCommand(
      "changes.proceed", "Continue merge or rebase", "Continue the merge or rebase after its conflicts are resolved.",
      keywords: "git continue conflict resume finish",
      keys: [.character("X")], footer: "continue", footerRank: -1, whyUnavailable: { $0.whyNotContinued(in: $1) },
      run: { _, context in context.workspace.git.status?.operation.map { [.git(.proceed($0))] } ?? [] }),
    PaneCommand(
      "changes.abort", "Abort merge or rebase", "Abort the merge or rebase and return to the state before it.",
      keywords: "git cancel conflict stop quit",
      keys: [.character("Q")], footer: "abort", footerRank: -1, whyUnavailable: { $0.whyNoOperation(in: $1) },
      run: { $0.confirmAbort(in: $1) }),
    PaneCommand(
      "changes.openFile", "Open file in $EDITOR", "Open the file in your editor.",
      keywords: "external vim text source raw", keys: [.character("E")],
      whenHidden: .awaitsRow, whyUnavailable: { $0.whyNotOpened(in: $1) }, run: { $0.openFile(in: $1) }),
    PaneCommand(
      "changes.close", "Close changes", "Cancel the running git command, or return to the collections.",
      keywords: "back leave return hide exit cancel",
      keys: [.escape], footer: "back",
      whenHidden: .refuses,
      run: { _, context in
        context.workspace.git.running == nil
          ? [.run("git.toggle")] : [.effect(.git(.cancel))]
      }),
    move("changes.down", "Down", "Select the next file.", [.down, .character("j")]) { _ in 1 },
    move("changes.up", "Up", "Select the previous file.", [.up, .character("k")]) { _ in -1 },
    move("changes.pageDown", "Page down", "Move down a page.", [.pageDown, .control("f")]) { $0 },
    move("changes.pageUp", "Page up", "Move up a page.", [.pageUp, .control("b")]) { -$0 },
    jump("changes.top", "Top", "Select the first file.", to: .top),
    jump("changes.bottom", "Bottom", "Select the last file.", to: .bottom),
  ]

  // MARK: Availability

  private func whyNoRepository(in context: PaneContext) -> String? {
    let git = context.workspace.git
    return git.status == nil ? git.problem?.sentence ?? "Still reading the repository" : nil
  }

  private func whyNoRemote(in context: PaneContext) -> String? {
    if let reason = whyNoRepository(in: context) { return reason }
    guard let status = context.workspace.git.status, status.remotes.isEmpty, status.branch.upstream == nil else {
      return nil
    }
    return "The repository has no remote: git remote add origin URL adds one"
  }

  private func whyNoChanges(in context: PaneContext) -> String? {
    whyNoRepository(in: context) ?? (Self.entries(in: context).isEmpty ? "Nothing has changed" : nil)
  }

  private func whyNoFile(in context: PaneContext) -> String? {
    whyNoChanges(in: context) ?? (entry(in: context) == nil ? "Select a file first" : nil)
  }

  private func whyNotStaged(in context: PaneContext) -> String? {
    whyNoFile(in: context)
      ?? (entry(in: context)?.isConflicted == true
        ? "Resolve the conflict first: {changes.show} shows both sides" : nil)
  }

  private func whyNotDiscarded(in context: PaneContext) -> String? {
    if let reason = whyNoFile(in: context) { return reason }
    if entry(in: context)?.isConflicted == true {
      let abort = context.workspace.keys.name(of: "changes.abort")
      return "Resolve the conflict, or abort the merge or rebase with \(abort)"
    }
    return entry(in: context)?.isFolder == true ? "This is a folder: discard its files one by one" : nil
  }

  private func whyNothingToCommit(in context: PaneContext) -> String? {
    if let reason = whyNoRepository(in: context) { return reason }
    guard let status = context.workspace.git.status else { return nil }
    if !status.conflicts.isEmpty { return "Resolve the conflicts first: {changes.show} shows both sides" }
    // A merge is committed even if nothing is left of it.
    guard status.staged.isEmpty, status.operation != .merge else { return nil }
    return "Nothing is staged: {changes.stage} stages a file"
  }

  private func whyNotPushed(in context: PaneContext) -> String? {
    if let reason = whyNoRemote(in: context) { return reason }
    let branch = context.workspace.git.status?.branch
    if branch?.commit == nil { return "There is no commit yet" }
    return branch?.name == nil ? "A commit is checked out, not a branch: {changes.branches} switches to one" : nil
  }

  private func whyNoOperation(in context: PaneContext) -> String? {
    whyNoRepository(in: context)
      ?? (context.workspace.git.status?.operation == nil ? "No merge or rebase is in progress" : nil)
  }

  private func whyNotContinued(in context: PaneContext) -> String? {
    whyNoOperation(in: context)
      ?? (context.workspace.git.status?.conflicts.isEmpty == false
        ? "Resolve the conflicts first: {changes.show} shows both sides" : nil)
  }

  private func whyNotOpened(in context: PaneContext) -> String? {
    if let reason = whyNoFile(in: context) { return reason }
    guard let entry = entry(in: context) else { return nil }
    if context.workspace.git.status?.address(of: entry.path) == nil { return "This file is not in the open folder" }
    return entry.workTree == .deleted || entry.isFolder ? "There is no file to open" : nil
  }
}
