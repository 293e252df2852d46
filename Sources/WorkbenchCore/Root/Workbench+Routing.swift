import RequestModel

// Routing of outputs.
extension Workbench {
  mutating func route(_ outputs: [PaneOutput]) -> [Effect] {
    // The open field counts as an unsaved edit.
    workspace.openField = requestPane.openText
    var effects: [Effect] = []
    for output in outputs { effects += route(output) }
    return effects
  }

  mutating func route(_ output: PaneOutput) -> [Effect] {
    switch output {
    case .effect(let effect): return [effect]
    case .notice(let notice): self.notice = notice
    case .overlay(let overlay): inputs.push(overlay, over: workspace.subject)
    case .run(let name): return Command.named(name).map { run($0) } ?? []
    case .runWith(let name, let argument):
      guard let command = Command.named(name), let run = command.runWith else { return [] }
      return run(&self, argument)
    case .remember: return [remember()]
    case .quit(let saving): return others == nil ? leave(saving: saving) : [.program(.quit(saving: saving))]
    case .focus(.request) where showsRun:
      // The run has the place of the form.
      leftPane = .collections
      return update(.run, .blurred) + focus(.request)
    case .focus(let pane): return focus(pane)
    case .stepOut:
      if isZoomed || !showsRun {
        isZoomed = false
      } else {
        return route(runPane.close())
      }
    case .select(let subject): return select(subject)
    case .reveal(let address) where workspace.isEnvironment(address) || workspace.globalsFile == address:
      let effects = leftPane == .environments ? [] : update(leftPane, .blurred)
      leftPane = .environments
      environmentsPane.select(address)
      return effects + update(.environments, .changed)
    case .reveal(let address):
      let effects = leftPane == .collections ? [] : update(leftPane, .blurred)
      leftPane = .collections
      return effects + route(collectionsPane.reveal(address, in: context(.collections)))
    case .moved(let old, let new): return follow(old, to: new)
    case .request(let message): return route(requestPane.receive(message, in: context(.request)))
    case .body(let message):
      let context = context(.response)
      return route(responsePane.withTab(BodyTab.self) { $0.receive(message, in: context) } ?? [])
    case .responseTab(let id): responsePane.select(whenShown: id, in: context(.response))
    case .editURL:
      let effects = focus(.request)
      requestPane.fit(in: context(.request))
      requestPane.editURL(in: context(.request))
      return effects
    case .listFolder(let query): return listFolder(query)
    case .listed(let listing): return take(listing)
    case .renewField: requestPane.renewField(in: context(.request))
    case .closeField(let address): requestPane.closeField(of: address)
    case .edit(let address, let change): return route(workspace.apply(change, to: address))
    case .save(let address, let overwriting, let evenReadOnly):
      return route(workspace.save(address, overwriting: overwriting, evenReadOnly: evenReadOnly))
    case .adopt(let address, let merged, let disk): return route(workspace.adopt(merged, over: disk, at: address))
    case .discardEdits(let address): return route(workspace.discardEdits(of: address))
    case .undoDelete: return route(workspace.undoLast())
    case .paste(let text, let place): return take(text, place)
    case .importSource(let source): return startImport(source)
    case .chooseImportTarget(let ofCollections): return chooseImportTarget(ofCollections: ofCollections)
    case .importTarget(let folder): return setImportTarget(folder)
    case .chooseExport(let format): return chooseExport(format)
    case .git(let action): return start(action)
    case .compare(let entry, let base): return compare(entry, with: base)
    case .compareWith(let base): return route(changesPane.compare(with: base, in: context(.changes)))
    case .example(let action): return perform(action)
    case .openFound(let address): return openFound(address)
    case .replaceFound(let replacement): return replace(replacement)
    case .rememberSearch(let pattern): replacing.pattern = pattern
    case .replaced(let report): return finishReplacing(report)
    case .startRun(let job): return start(job)
    case .editRun(let job): return editRun(job)
    case .openRun(let run): return openRun(run)
    case .restoreTabs(let addresses): restoreTabs(addresses)
    case .goTo(let target, let manner): return perform(target, manner)
    case .resolve(let entry): return [.git(workspace.id, .readConflict(entry))]
    case .environment(let name): return choose(name)
    case .previewTheme(let name): return [.program(.previewTheme(name))]
    case .set(let path, let value): return [.program(.set(path, value))]
    case .chooseSetting(let path): return chooseSetting(path)
    case .diskChanged(let files, let gone): return takeChanges(of: files, gone: gone)
    case .send: return send()
    case .fetchToken: return fetchToken()
    case .findToken: return findToken()
    case .allow(let sources, let job, let forGood):
      var identifiers = identifiers
      defer { self.identifiers = identifiers }
      return route(workspace.allow(sources, job, forGood: forGood, &identifiers))
    case .answer(let name, let text, let job):
      var identifiers = identifiers
      defer { self.identifiers = identifiers }
      return route(workspace.answer(name, text, job, &identifiers))
    case .paused(let id, let isPaused): workspace.pause(id, isPaused)
    case .closeLogin(let id): inputs.closeLogin(of: id)
    case .wake: return wake()
    case .listHistory: return route(historyPane.lists)
    case .listNewest: return route(historyPane.listsNewest)
    }
    return []
  }

  private mutating func select(_ subject: Subject) -> [Effect] {
    let revision = workspace.treeRevision
    let effects = route(workspace.show(subject))
    return workspace.treeRevision == revision ? effects : effects + update(.collections, .changed)
  }

  /// Moves everything on the screen that is kept by address.
  private mutating func follow(_ old: Address, to new: Address?) -> [Effect] {
    let change = workspace.relocation(of: old, to: new)
    inputs.follow(change, in: workspace)
    tabs.follow(old, to: new)
    trail.follow(old, to: new)
    replacing.follow(change)
    reopening = reopening.compactMapValues { change($0) }
    lastJobs = change(lastJobs)
    for place in lastJobs.keys { lastJobs[place]?.follow(change, in: workspace) }
    followPinned(change)
    return Command.Scope.panes.flatMap { update($0, .moved(old, to: new)) }
  }

  /// Updates the tree after other programs changed files, and reloads the current subject if it stays selected.
  private mutating func takeChanges(of files: Set<Address>, gone: Set<Address>) -> [Effect] {
    let shown = workspace.subject
    checkTabs()
    var effects = update(.collections, .changed)
    if workspace.subject == shown { effects += route(workspace.refreshShown()) }
    // What git changed is told by git; edits that are kept are told in any case.
    if let notice = workspace.notice(ofChanges: files, gone: gone), !showsChanges || notice.kind == .failure {
      self.notice = notice
    }
    return effects
  }
}
