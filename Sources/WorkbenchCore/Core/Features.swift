/// The state of all features, which every screen may read.
package struct Features: Equatable, Sendable {
  /// A feature, or commands of the root, which come between them on the help screen.
  enum Entry {
    case feature(any Feature)
    case pane(any Pane.Type)
    case root([Command])

    var commands: [Command] {
      switch self {
      case .feature(let feature): type(of: feature).everyCommand
      case .pane(let type): type.everyCommandEverywhere
      case .root(let commands): commands
      }
    }
  }

  /// In the order of the help screen, with features as they are at the start. Panes that are not in the list come last.
  static let order: [Entry] = [
    .feature(RequestCommands()),
    .root(Command.help),
    .feature(EnvironmentChoice()),
    .feature(SendPreview()),
    .feature(Documentation()),
    .feature(CurlCopy()),
    .feature(MCPTools()),
    .feature(Imports()),
    .feature(Cookies()),
    .pane(EnvironmentsPane.self),
    .pane(HistoryPane.self),
    .feature(GitState()),
    .feature(LastExchange()),
    .root(Command.program),
    .feature(Examples()),
    .root(Command.workspaces),
    .feature(SettingsScreen()),
    .root(Command.accessibility + Command.going),
    .feature(SendAgain()),
    .feature(KeyTesting()),
    .root(Command.layout),
    .feature(Pins()),
    .root(Command.messages + Command.lateDialogs),
    .feature(GoTo()),
    .feature(Trail()),
    .feature(ReplaceMemory()),
    .feature(TabStrip()),
    .pane(RunPane.self),
    .root(Command.firstSteps),
  ]

  /// The features, commands of the root, and panes whose commands may act everywhere.
  static func entries(for panes: [any Pane.Type]) -> [Entry] {
    let others = panes.filter { pane in
      !order.contains { if case .pane(let type) = $0 { type.scope == pane.scope } else { false } }
    }
    return order + others.map { Entry.pane($0) }
  }

  private static let all = order.compactMap { if case .feature(let feature) = $0 { feature } else { nil } }

  private var list: [any Feature] = all

  package static func == (a: Features, b: Features) -> Bool { zip(a.list, b.list).allSatisfy { $0.isEqual(to: $1) } }

  package subscript<F: Feature>(_ type: F.Type) -> F {
    get { list[index(of: type)] as! F }
    _modify {
      let index = index(of: type)
      var feature = list[index] as! F
      // Release the stored value first, so that its lists are not copied.
      list[index] = NoFeature()
      defer { list[index] = feature }
      yield &feature
    }
  }

  private static let places = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { (ObjectIdentifier(type(of: $1)), $0) })

  private func index<F: Feature>(of type: F.Type) -> Int {
    guard let index = Self.places[ObjectIdentifier(type)] else {
      preconditionFailure("\(type) is not in the list of features")
    }
    return index
  }

  /// The first result of a feature.
  func first<Answer>(_ ask: (any Feature) -> Answer?) -> Answer? { list.lazy.compactMap(ask).first }

  mutating func follow(_ change: Relocation, in workspace: Workspace) {
    for index in list.indices { list[index].follow(change, in: workspace) }
  }

  func arrange(_ layout: inout Layout, beside neighbours: PaneNeighbours) {
    for feature in list { feature.arrange(&layout, beside: neighbours) }
  }

  func draw(into canvas: inout Canvas, in context: PaneContext) {
    for feature in list { feature.draw(into: &canvas, in: context) }
  }

  /// Passes the mouse to the feature that has the place.
  mutating func handle(_ mouse: Mouse, in context: PaneContext) -> [PaneOutput]? {
    for index in list.indices {
      if let outputs = list[index].handle(mouse, in: context) { return outputs }
    }
    return nil
  }

  mutating func clearMarks() { for index in list.indices { list[index].clearMark() } }
}

/// Takes a feature's slot while the feature changes.
private struct NoFeature: Feature {}
