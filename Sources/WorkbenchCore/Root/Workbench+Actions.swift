import RequestModel
import TerminalUI

// Actions of the global commands.
extension Workbench {
  mutating func send(renewsToken: Bool = false) -> [Effect] {
    let effects = commit()
    var identifiers = identifiers
    defer { self.identifiers = identifiers }
    return effects + route(workspace.send(&identifiers, renewsToken: renewsToken))
  }

  mutating func save() -> [Effect] {
    let effects = commit()
    return effects + route(workspace.save())
  }

  mutating func saveAll() -> [Effect] {
    let effects = commit()
    return effects + route(workspace.saveAll())
  }

  mutating func cancelOrQuit() -> [Effect] {
    if let outputs = responsePane.cancel(in: context(.response)) { return route(outputs) }
    if let running = workspace.exchange, running.isRunning { return [.cancel(running.id)] }
    if let other = workspace.runningElsewhere {
      return route(.information("\(other) is still running: select it to cancel, or press q to quit"))
    }
    return quit()
  }

  mutating func quit() -> [Effect] {
    let effects = commit()
    let unsaved = workspace.unsaved
    guard !unsaved.isEmpty else { return effects + route(.quit(saving: false)) }
    let names = unsaved.prefix(5).map { workspace.node($0)?.title ?? $0.stem }.joined(separator: ", ")
    let more = unsaved.count > 5 ? " and \(unsaved.count - 5) more" : ""
    let question = Confirm(
      title: "Unsaved edits", text: "\(Formatting.count(unsaved.count, "unsaved request")): \(names)\(more)",
      choices: [
        .init(key: .character("s"), label: "save all and quit", action: .quit(saving: true)),
        .init(
          key: .character("q"), label: "quit; keep edits as drafts",
          action: .quit(saving: false)),
        .init(key: .escape, label: "stay", action: nil),
      ])
    return effects + route(.overlay(.confirm(question)))
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

  mutating func openLastExchange() -> [Effect] {
    guard let last = workspace.lastExchange, case .request(let address) = workspace.subject else { return [] }
    reopening[last.id] = address
    return [.openExchange(last.id)]
  }

  mutating func openPalette() -> [Effect] {
    let scope = scope
    let rank: (Command) -> Int = { $0.scope == scope ? 0 : $0.scope == .everywhere ? 1 : 2 }
    let commands = Command.all.sorted { rank($0) < rank($1) }
    let items = commands.map { command in
      Picker.Item(
        title: command.title, detail: command.keys.map(\.description).joined(separator: " "),
        whyUnavailable: rank(command) == 2 ? "in \(command.scope.title)" : command.whyUnavailable(self),
        action: .run(command.name))
    }
    return route(.overlay(.picker(Picker(title: "Commands", items: items))))
  }

  mutating func openHelp() -> [Effect] { route(.overlay(.help(HelpScreen(scope: scope)))) }

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
    return route(.overlay(.picker(Picker(title: "Environment", items: items + [none], selected: selected))))
  }

  mutating func choose(_ environment: String?) -> [Effect] {
    guard let scope = workspace.scope else { return [] }
    workspace.chosenEnvironments[scope.collection] = environment ?? ""
    notice = Notice(.success, environment.map { "Environment \($0)" } ?? "No environment")
    return [remember()]
  }
}
