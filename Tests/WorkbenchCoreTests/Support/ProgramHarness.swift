import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Several workspaces without a terminal or a world.
struct ProgramHarness {
  var program: Program
  /// The effects of the last keys or event.
  private(set) var effects: [ProgramEffect] = []

  init(_ roots: [String] = ["/home/ada/shop", "/home/ada/admin"], columns: Int = 100, rows: Int = 24) {
    program = Program(
      size: Size(columns: columns, rows: rows), starts: roots.map { WorkspaceStart(root: $0) }, home: "/home/ada",
      seed: 1)
  }

  /// Both workspaces with their files, the first request of each open.
  static func loaded(columns: Int = 100, rows: Int = 24) -> ProgramHarness {
    var app = ProgramHarness(columns: columns, rows: rows)
    for root in ["/home/ada/shop", "/home/ada/admin"] { app.load(root) }
    return app
  }

  mutating func load(_ root: String) {
    let id = WorkspaceID(root: root)
    let tree = CollectionTree(root: root, nodes: CollectionTree.shop.nodes)
    receive(.workspace(id, .loaded(tree)), in: root)
    receive(.workspace(id, .trash([])), in: root)
    receive(.workspace(id, .opened("shop/list.json", .success(.request(.list)))), in: root)
    let scope = RequestContext(
      collection: root + "/shop",
      environments: [
        Environment(name: "local", variables: [Variable("base", .value("http://localhost"))]),
        Environment(name: "live", variables: []),
      ])
    receive(.workspace(id, .scope("shop/list.json", scope)), in: root)
  }

  func number(of root: String) -> WorkspaceNumber {
    program.open.first { $0.root == root }?.number ?? WorkspaceNumber(-1)
  }

  func bench(_ root: String) -> Workbench? { program.open.first { $0.root == root }?.bench }

  var shownRoot: String { program.open[0].root }

  mutating func receive(_ event: ProgramEvent) { effects = program.update(event) }

  mutating func receive(_ event: Event, in root: String) { receive(.workspace(number(of: root), event)) }

  mutating func press(_ keys: String) {
    effects = []
    for word in keys.split(separator: " ") {
      for key in Harness.keys(String(word), program.shown) { effects += program.update(.terminal(.input(.key(key)))) }
    }
  }

  /// The effects of a workspace.
  func effects(of root: String) -> [Effect] {
    effects.flatMap { effect -> [Effect] in
      if case .run(number(of: root), let effects) = effect { effects } else { [] }
    }
  }

  /// The shown workspace as a harness of its own, for its screen.
  var shown: Harness {
    var app = Harness()
    app.bench = program.shown
    return app
  }

  func expectOnScreen(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    for text in texts { shown.expectOnScreen(text, sourceLocation: sourceLocation) }
  }
}
