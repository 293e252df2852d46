import RequestModel
import TerminalUI

// The list of everything.
extension Workbench {
  mutating func openGoTo() -> [Effect] {
    let effects = commit()
    let nodes = workspace.tree.nodes
    let uses = workspace.uses
    goToNames.update(for: GoToNames.Key(tree: workspace.treeRevision, uses: uses)) { GoToNames(nodes, uses) }
    let shown: Address? =
      switch workspace.subject {
      case .request(let address), .folder(let address): address
      case .past, .environment, .globals, .nothing: nil
      }
    let screen = GoToScreen(
      nodes, goToNames.value, items: environmentItems + commandItems, uses: uses, shown: shown, workspace.clock,
      now: workspace.now)
    return effects + route(.open(screen))
  }

  private var environmentItems: [GoToItem] {
    guard let environments = workspace.scope?.environments, !environments.isEmpty else { return [] }
    let names = environments.map { Optional($0.name) } + [nil]
    return names.map { name in
      GoToItem(
        target: .environment(name), title: name ?? "No environment",
        words: name.flatMap(workspace.origin).map { "environment \($0)" } ?? "environment",
        detail: name == workspace.environment ? "✓ in use" : "",
        whyUnavailable: name.flatMap { workspace.scope?.environmentProblems[$0]?.sentence })
    }
  }

  private var commandItems: [GoToItem] {
    Command.listed.filter { $0.name != "goto.open" }.map { command in
      GoToItem(
        target: .command(command.name), title: command.title,
        words: command.scope == .everywhere ? command.keywords : "\(command.scope.title) \(command.keywords)",
        detail: detail(of: command), whyUnavailable: whyNotChosen(command),
        offer: offer(insteadOf: command))
    }
  }

  mutating func perform(_ target: GoToTarget, _ manner: GoToManner) -> [Effect] {
    var effects: [Effect] = []
    switch target {
    case .node(let address):
      let node = workspace.node(address)
      guard let node else { return route(.information("\(address) is no longer there")) }
      effects = noteUse(target.useName(in: node)) + route(.reveal(address))
      // Leave the list if only one pane is shown, as it would hide the opened item.
      if layout.request == nil, layout.response == nil { effects += focus(.request) }
      if manner == .keep, case .request = node.kind { tabs.keep(address) }
      if manner == .send, case .request = node.kind { effects += route([.commit, .workspace(.send)]) }
    case .environment(let name): effects = noteUse(target.useName(in: nil)) + route(.workspace(.environment(name)))
    case .command(let name):
      guard let command = Command.named(name) else { return [] }
      effects = noteUse(target.useName(in: nil)) + choose(command)
    case .exchange(let exchange):
      historyPane.seek(exchange)
      effects = leftPane == .history ? route(historyPane.sought(in: context(.history))) : show(.history)
    }
    return effects
  }

  func noteUse(_ name: String?) -> [Effect] {
    name.map { [.files(workspace.id, .navigation(.use($0)))] } ?? []
  }
}
