/// The list of everything.
package struct GoTo: Feature {
  /// The rows of the tree, indexed.
  private var names = Derived<GoToNames.Key, GoToNames>(GoToNames())

  package static let commands = [
    PaneCommand<GoTo>(
      "goto.open", "Go to", "Find requests, folders, environments, commands and history; > @ # / narrow the list.",
      keywords: "quick open find file request fuzzy anything switcher search everything",
      keys: [.control("p")], go: "n", opensField: true, run: { _, _ in [.commit, .tell(Opening())] })
  ]

  // MARK: The list

  private struct Opening: Message, Equatable {
    func deliver(to bench: inout Workbench) -> [Effect] {
      let commands = GoTo.items(ofCommandsIn: bench)
      let context = bench.context(.everywhere)
      return bench.route(bench.workspace.features[GoTo.self].open(commands, in: context.workspace))
    }
  }

  private mutating func open(_ commands: [GoToItem], in workspace: Workspace) -> [PaneOutput] {
    let (nodes, uses) = (workspace.tree.nodes, workspace.uses)
    names.update(for: GoToNames.Key(tree: workspace.treeRevision, uses: uses)) { GoToNames(nodes, uses) }
    let screen = GoToScreen(
      nodes, names.value, items: Self.items(ofEnvironmentsIn: workspace) + commands, uses: uses,
      shown: workspace.shownItem, workspace.clock, now: workspace.now)
    return [.open(screen)]
  }

  private static func items(ofEnvironmentsIn workspace: Workspace) -> [GoToItem] {
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

  private static func items(ofCommandsIn bench: Workbench) -> [GoToItem] {
    let listed = Command.listed.filter { $0.name != "goto.open" }
    return zip(listed, Command.choices(among: listed, in: bench)).map { command, choice in
      GoToItem(
        target: .command(command.name), title: command.title,
        words: command.scope == .everywhere ? command.keywords : "\(command.scope.title) \(command.keywords)",
        detail: command.detail(in: bench), whyUnavailable: choice.whyNotChosen,
        offer: choice.offer)
    }
  }

  // MARK: Going

  /// Goes to a target, and counts its use.
  struct Choice: FeatureMessage, Equatable {
    let target: GoToTarget
    let action: GoToAction

    func apply(to goTo: inout GoTo, in context: PaneContext) -> [PaneOutput] {
      let workspace = context.workspace
      switch target {
      case .node(let address):
        guard let node = workspace.node(address) else { return [.information("\(address) is no longer there")] }
        return use(node, in: workspace) + [.reveal(address), .tell(LeaveList())] + outputs(for: node)
      case .environment(let name): return use(in: workspace) + [.workspace(.environment(name))]
      case .command(let name):
        guard Command.named(name) != nil else { return [] }
        return use(in: workspace) + [.choose(name)]
      case .exchange(let exchange): return [.tell(Seek(exchange: exchange))]
      }
    }

    private func use(_ node: CollectionNode? = nil, in workspace: Workspace) -> [PaneOutput] {
      target.useName(in: node).map { [workspace.files(.navigation(.use($0)))] } ?? []
    }

    private func outputs(for node: CollectionNode) -> [PaneOutput] {
      guard case .request = node.kind else { return [] }
      return switch action {
      case .open: []
      case .keep: [.tell(TabRequest.keep(node.address))]
      case .send: [.commit, .tell(SendRequest.send)]
      }
    }
  }

  /// Leaves the list if only one pane is shown, as it would hide the opened item.
  private struct LeaveList: FeatureMessage, Equatable {
    func apply(to goTo: inout GoTo, in context: PaneContext) -> [PaneOutput] {
      context.layout?.request == nil && context.layout?.response == nil ? [.focus(.request)] : []
    }
  }

  private struct Seek: PaneMessage, Equatable {
    let exchange: ExchangeSummary

    func apply(to history: inout HistoryPane, in context: PaneContext) -> [PaneOutput] {
      history.seek(exchange)
      return context.leftPane == .history ? history.sought(in: context) : [.show(.history)]
    }
  }
}

extension PaneOutput {
  static func goTo(_ target: GoToTarget, _ action: GoToAction) -> PaneOutput {
    .tell(GoTo.Choice(target: target, action: action))
  }
}
