import RequestModel
import TerminalUI

// Saving responses as examples, and comparing responses with them.
extension Workbench {
  mutating func openExamples() -> [Effect] {
    guard let address = workspace.exampleFile else { return [] }
    let rows = workspace.examples.map { example in
      TableScreen.Row(
        cells: [Span(example.name, .key), Span(example.statusText), Span(example.contentText, .hint)],
        action: .overlay(.confirm(question(about: example, of: address))))
    }
    var table = TableScreen(
      title: "Examples of \(workspace.title(of: address))", columns: ["Name", "Status", "Content"], rows: rows)
    table.choosing = "open, compare or delete"
    return route(.overlay(.table(table)))
  }

  private func question(about example: SavedExample, of address: Address) -> Confirm {
    let onResponse: [Confirm.Choice] = [
      .init(key: .character("c"), label: "compare the response with it", action: .example(.compare(example, address))),
      .init(key: .character("k"), label: "check the response against it", action: .example(.check(example, address))),
    ]
    return Confirm(
      title: example.name,
      text: [example.statusText, example.contentText].filter { !$0.isEmpty }.joined(separator: " · "),
      choices: [.init(key: .enter, label: "open", action: .example(.open(example, address)))]
        + (workspace.exampleResponse == nil ? [] : onResponse) + [
          .init(key: .character("d"), label: "delete; undo restores it", action: .example(.delete(example, address))),
          .init(key: .escape, label: "close", action: nil),
        ])
  }

  /// Runs `action` with the example that the shown response is most like.
  mutating func withExample(_ action: (SavedExample, Address) -> ExampleAction) -> [Effect] {
    guard let address = workspace.exampleFile, let response = workspace.exampleResponse,
      let example = workspace.example(for: response)
    else { return [] }
    return perform(action(example, address))
  }

  mutating func perform(_ action: ExampleAction) -> [Effect] {
    switch action {
    case .save(let name, let address, let id):
      // Another exchange may be shown meanwhile.
      guard workspace.exchange?.id == id, let response = workspace.exampleResponse else { return [] }
      let effects = commit()
      return effects + route(workspace.saveExample(ExampleDraft(response, name: name), to: address))
    case .delete(let example, let address):
      let effects = commit()
      return effects + route(workspace.deleteExample(example, of: address))
    case .open(let example, let address): return [.files(workspace.id, .example(address, .open(example)))]
    case .check(let example, let address):
      guard let response = workspace.exampleResponse else { return [] }
      return [.files(workspace.id, .example(address, .check(example, response)))]
    case .compare(let example, let address):
      return focus(.response) + route(.body(.compareExample(example, address)))
    }
  }
}

extension SavedExample {
  fileprivate var statusText: String {
    status.map { "\($0)\(reason.map { " " + $0 } ?? "")" } ?? failure.map { "fails: \($0.rawValue)" } ?? ""
  }

  /// Where the body is, and when the example answers.
  fileprivate var contentText: String {
    let body = bodyFile ?? self.body.map { Formatting.bytes($0.utf8.count) } ?? "no body"
    let rules = rules.count
    return rules == 0 ? body : "\(body) · \(Formatting.count(rules, "rule"))"
  }
}
