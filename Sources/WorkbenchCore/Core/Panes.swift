/// The panes of the program, each in one value of its own.
///
/// To add a pane, conform a type to `Pane` and add it to `all`.
package struct Panes: Equatable, Sendable {
  /// In the order of the help screen.
  static let all: [any Pane.Type] = [
    CollectionsPane.self, HistoryPane.self, EnvironmentsPane.self, ChangesPane.self, DifferencePane.self, RunPane.self,
    RequestPane.self, ResponsePane.self,
  ]

  private var list: [any Pane] = all.map { $0.init() }

  package static func == (a: Panes, b: Panes) -> Bool { zip(a.list, b.list).allSatisfy { $0.isEqual(to: $1) } }

  package subscript<P: Pane>(_ type: P.Type) -> P {
    get { list[index(of: type)] as! P }
    _modify {
      let index = index(of: type)
      var pane = list[index] as! P
      // Release the stored value first, so that its rows are not copied.
      list[index] = NoPane()
      defer { list[index] = pane }
      yield &pane
    }
  }

  /// Compares types: a failing cast is slow.
  private func index<P: Pane>(of type: P.Type) -> Int {
    guard let index = list.firstIndex(where: { Swift.type(of: $0) == type }) else {
      preconditionFailure("\(type) is not in the list of panes")
    }
    return index
  }

  /// The pane of a scope; `nil` for `.everywhere`.
  subscript(_ scope: Command.Scope) -> (any Pane)? {
    list.first { type(of: $0).scope == scope }
  }

  var work: [String] { list.compactMap(\.workUnderWay) }

  /// The work of panes that are out of sight. A click on it shows the pane.
  func news(except shown: [Command.Scope]) -> [ClickableText] {
    list.filter { !shown.contains(type(of: $0).scope) }.map { ClickableText($0.news, command: type(of: $0).opener) }
  }

  /// The first result of a pane.
  func first<Answer>(_ ask: (any Pane) -> Answer?) -> Answer? { list.lazy.compactMap(ask).first }

  mutating func cancel(_ scope: Command.Scope, in context: PaneContext) -> [PaneOutput]? {
    index(of: scope).flatMap { list[$0].cancel(in: context) }
  }

  mutating func update(_ scope: Command.Scope, _ event: PaneEvent, in context: PaneContext) -> [PaneOutput] {
    guard let index = index(of: scope) else { return [] }
    return list[index].update(event, in: context)
  }

  mutating func reveal(_ address: Address, in scope: Command.Scope, _ context: PaneContext) -> [PaneOutput] {
    index(of: scope).map { list[$0].reveal(address, in: context) } ?? []
  }

  mutating func point(_ scope: Command.Scope, _ pointer: FieldPointer) {
    if let index = index(of: scope) { list[index].point(pointer) }
  }

  mutating func drag(_ scope: Command.Scope, _ mouse: Mouse, in context: PaneContext) -> [PaneOutput] {
    index(of: scope).map { list[$0].drag(mouse, in: context) } ?? []
  }

  mutating func clearMarks() { for index in list.indices { list[index].clearMark() } }

  private func index(of scope: Command.Scope) -> Int? { list.firstIndex { type(of: $0).scope == scope } }
}

/// Takes a pane's slot while the pane changes.
private struct NoPane: Pane {
  static let scope = Command.Scope.everywhere
  static let commands: [PaneCommand<NoPane>] = []

  var isTyping: Bool { false }

  mutating func update(_ event: PaneEvent, in context: PaneContext) -> [PaneOutput] { [] }
  func draw(into canvas: inout Canvas, in context: PaneContext) {}
}
