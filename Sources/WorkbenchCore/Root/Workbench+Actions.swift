import RequestModel
import TerminalUI

// Actions of the global commands.
extension Workbench {
  mutating func send() -> [Effect] {
    let effects = commit()
    var identifiers = identifiers
    defer { self.identifiers = identifiers }
    return effects + route(workspace.send(&identifiers))
  }

  var whyNothingToRepeat: String? {
    guard let last = workspace.lastSent else { return "Nothing was sent yet" }
    return workspace.node(last) == nil ? "The request that was sent last is gone" : nil
  }

  /// Shows the request that was sent last and sends it, after its file was read if need be.
  mutating func sendLast() -> [Effect] {
    guard let last = workspace.lastSent else { return [] }
    let effects = commit()
    return effects + (workspace.subject == .request(last) ? [] : route(.reveal(last))) + send()
  }

  mutating func fetchToken() -> [Effect] {
    let effects = commit()
    var identifiers = identifiers
    defer { self.identifiers = identifiers }
    return effects + route(workspace.fetchToken(&identifiers))
  }

  mutating func findToken() -> [Effect] {
    var identifiers = identifiers
    defer { self.identifiers = identifiers }
    let effects = route(workspace.findToken(&identifiers))
    if !effects.isEmpty { requestPane.fit(in: context(.request)) }
    return effects
  }

  mutating func save() -> [Effect] {
    let effects = route(requestPane.write(in: context(.request)))
    let outputs = workspace.save()
    return effects + route(outputs.isEmpty ? [.information(Workspace.noEdits)] : outputs)
  }

  /// Moves the credentials of the shown file to the user's secrets.
  mutating func moveCredentials() -> [Effect] {
    let effects = commit()
    if let reason = workspace.whyNoCredentials { return effects + route(.information(reason)) }
    return effects + route(workspace.moveCredentials())
  }

  mutating func saveAll() -> [Effect] {
    let effects = commit()
    return effects + route(workspace.saveAll())
  }

  /// Cancels what runs, else leaves the open text as Escape does, else quits.
  mutating func cancelOrQuit() -> [Effect] {
    // What is on the screen comes first.
    if runPane.isRunning, showsRun { return route(.run("run.stop")) }
    if workspace.git.running != nil { return [.git(workspace.id, .cancel)] }
    if workspace.baseFetch != nil { return [.files(workspace.id, .cancelBase)] }
    if let outputs = responsePane.cancel(in: context(.response)) { return route(outputs) }
    if let running = workspace.exchange, running.isRunning { return [.cancel(running.id)] + tellCancelled(running) }
    if let token = workspace.tokens[workspace.subject], token.isFetching, let job = token.job {
      return [.cancel(job.id)]
    }
    if isEditingText { return update(scope, .key(.escape)) }
    if let other = workspace.runningElsewhere {
      return route(
        .information("\(other) is still running: select it to cancel, or press \(keys.name(of: "app.quit")) to quit"))
    }
    if runPane.isRunning, let run = runPane.run {
      let show = keys.name(of: "runs.toggle")
      return route(
        .information(
          "The run \(run.recorded.name) goes on: \(show) shows it, or press \(keys.name(of: "app.quit")) to quit"))
    }
    if let elsewhere = runningInOther { return route(.information(elsewhere)) }
    return quit()
  }

  /// Says what was cancelled if its pane is not on the screen.
  private mutating func tellCancelled(_ running: LiveExchange) -> [Effect] {
    guard showsRun, !runPane.showsResponse, let request = running.request else { return [] }
    return route(.information("Cancelled \(request.method) \(request.name ?? request.url)"))
  }

  /// Quits, after a question where edits are unsaved, or a request or a run goes on.
  mutating func quit() -> [Effect] {
    let effects = commit()
    let work = workUnderWay
    guard let edits = unsavedEdits else {
      return effects + route(work.isEmpty ? .quit(saving: false) : .overlay(.confirm(.quitting(work))))
    }
    let question = Confirm(
      title: work.isEmpty ? "Unsaved edits" : "Quit?", text: ([edits] + work).joined(separator: "; "),
      choices: [
        .init(
          key: .character("s"), label: work.isEmpty ? "save all and quit" : "save all, stop and quit",
          action: .quit(saving: true)),
        .init(
          key: .character("q"),
          label: work.isEmpty ? "quit; keep edits as drafts" : "stop and quit; keep edits as drafts",
          action: .quit(saving: false)),
        .init(key: .escape, label: "stay", action: nil),
      ])
    return effects + route(.overlay(.confirm(question)))
  }

  /// The unsaved edits of all workspaces, in words; `nil` if there are none.
  private var unsavedEdits: String? {
    let unsaved = workspace.unsaved
    guard !unsaved.isEmpty || !unsavedElsewhere.isEmpty else { return nil }
    let names = unsaved.prefix(5).map(workspace.title).joined(separator: ", ")
    let areRequests = unsaved.allSatisfy { workspace.drafts[$0]?.current.role == .request }
    let more = unsaved.count > 5 ? " and \(unsaved.count - 5) more" : ""
    let own = "\(Formatting.count(unsaved.count, areRequests ? "unsaved request" : "unsaved file")): \(names)\(more)"
    return ((unsaved.isEmpty ? [] : [own]) + unsavedElsewhere).joined(separator: "; ")
  }

  func remember() -> Effect {
    let filters = responsePane.tab(BodyTab.self)?.filterHistory ?? []
    return .files(
      workspace.id,
      .remember(
        environments: workspace.chosenEnvironments, selection: selectedNode?.address,
        filters: filters.suffix(100)))
  }

  mutating func toggleHistory() -> [Effect] {
    let effects = commit() + focus(.sidebar)
    return effects + show(leftPane == .history ? .collections : .history)
  }

  /// Shows the environments of the current collection on the left, or the collections again.
  mutating func toggleEnvironments() -> [Effect] {
    let effects = commit() + focus(.sidebar)
    return effects + show(leftPane == .environments ? .collections : .environments)
  }

  mutating func openLastExchange() -> [Effect] {
    guard let last = workspace.lastExchange, case .request(let address) = workspace.subject else { return [] }
    reopening[last.id] = address
    return [.openExchange(last.id)]
  }

  mutating func openPalette() -> [Effect] {
    let scope = scope
    let rank: (Command) -> Int = { $0.scope == scope ? 0 : $0.scope == .everywhere ? 1 : 2 }
    let items = Command.all.sorted { rank($0) < rank($1) }.map { command in
      Picker.Item(
        title: command.title, detail: keys.keys(of: command).map(\.description).joined(separator: " "),
        whyUnavailable: rank(command) == 2 ? "in \(command.scope.title)" : command.whyUnavailable(self),
        action: .run(command.name), word: command.word)
    }
    let (usable, others) = (items.filter { $0.whyUnavailable == nil }, items.filter { $0.whyUnavailable != nil })
    return route(.overlay(.picker(Picker(title: "Commands", items: usable + others))))
  }

  mutating func openHelp() -> [Effect] { route(.overlay(.help(HelpScreen(scope: scope, keys: keys)))) }

  /// Shows the form of the current collection. The root has no row in the tree.
  mutating func openCollection() -> [Effect] {
    guard let folder = workspace.collectionFolder else { return [] }
    return route(.reveal(folder)) + focus(.request)
  }

  /// Shows the variables that all collections share, in the list of environments.
  mutating func openGlobals() -> [Effect] {
    guard let file = workspace.globalsFile else { return [] }
    return route(.reveal(file)) + focus(.request)
  }

  mutating func openEnvironments() -> [Effect] {
    let environments = workspace.scope?.environments ?? []
    let none = Picker.Item(title: "No environment", detail: "", whyUnavailable: nil, action: .environment(nil))
    let items = environments.map { environment in
      let names = environment.variables.prefix(4).map(\.name).joined(separator: ", ")
      let mark = environment.name == workspace.environment ? "✓ " : "  "
      return Picker.Item(
        title: mark + environment.name, detail: "sets \(names)", whyUnavailable: nil,
        action: .environment(environment.name))
    }
    let selected = environments.firstIndex { $0.name == workspace.environment } ?? items.count
    let edit = Picker.Item(
      title: "Edit environments", detail: keys.name(of: "environments.toggle"), whyUnavailable: nil,
      action: .run("environments.toggle"))
    return route(.overlay(.picker(Picker(title: "Environment", items: items + [none, edit], selected: selected))))
  }

  /// Lists the variables that the shown request may use; Enter goes to the file that declares one.
  mutating func openVariables() -> [Effect] {
    let title = "Variables in force" + (workspace.environment.map { " · environment \($0)" } ?? "")
    var table = TableScreen(
      title: title, columns: ["Name", "Value", "Origin", "Overrides"], rows: variableRows)
    table.showsVariables = true
    let none = workspace.scope?.environments.isEmpty == true ? workspace.noEnvironments + "; " : ""
    table.whenEmpty = "No variables yet. \(none)\(keys.name(of: "collection.open")) shows those of the collection"
    return route(.overlay(.table(table)))
  }

  private var variableRows: [TableScreen.Row] {
    let variables = workspace.variables.value
    return variables.scope.inForce.map { found in
      TableScreen.Row(
        cells: [
          Span(found.name, variables.style(of: found.name)), Span(variables.value(of: found.winner.variable)),
          Span(variables.origin(of: found.winner)),
          Span(found.overridden.map(variables.origin).joined(separator: ", "), .hint),
        ], action: workspace.output(showing: found.winner))
    }
  }

  /// The open list follows the files.
  mutating func refreshVariables() {
    if inputs.listsVariables { inputs.listVariables(variableRows) }
  }

  mutating func choose(_ environment: String?) -> [Effect] {
    guard let scope = workspace.scope else { return [] }
    workspace.chosenEnvironments[scope.collection] = environment ?? ""
    notice = Notice(.success, environment.map { "Environment \($0)" } ?? "No environment")
    return [remember()]
  }
}
