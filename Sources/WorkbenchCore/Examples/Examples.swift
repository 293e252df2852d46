/// Saving responses as examples, and comparing responses with them.
package struct Examples: Feature {
  package static let commands = [
    PaneCommand<Examples>(
      "example.list", "Examples", "List the examples of the request: open, compare, check or delete them.",
      keywords: "saved responses samples mock",
      keys: [.character("T")], opensField: true,
      whyUnavailable: { _, context in context.workspace.whyNoExamples },
      run: { _, context in context.workspace.listExamples() }),
    PaneCommand<Examples>(
      "example.compare", "Compare with example", "Compare the response body with the example's.",
      keywords: "difference example expected snapshot body",
      keys: [], whyUnavailable: { _, context in context.workspace.whyNothingToCheck },
      run: { _, context in context.workspace.withExample(ExampleAction.compare) }),
    PaneCommand<Examples>(
      "example.check", "Check against example",
      "Check status, headers and shape of the response against its example.",
      keywords: "validate verify contract snapshot assert",
      keys: [], whyUnavailable: { _, context in context.workspace.whyNothingToCheck },
      run: { _, context in context.workspace.withExample(ExampleAction.check) }),
  ]
}

extension ExampleAction: FeatureMessage {
  package func apply(to examples: inout Examples, in context: PaneContext) -> [PaneOutput] {
    let workspace = context.workspace
    switch self {
    case .save(let name, let address, let id):
      // Another exchange may be shown meanwhile.
      guard workspace.exchange?.id == id, let draft = workspace.exampleDraft(name: name) else { return [] }
      return [.commit, .tell(ExampleChange.save(draft, to: address))]
    case .delete(let example, let address): return [.commit, .tell(ExampleChange.delete(example, of: address))]
    case .open(let example, let address): return [.effect(.example(.open(example), of: address))]
    case .check(let example, let address):
      return workspace.exampleResponse.map { [.effect(.example(.check(example, $0), of: address))] } ?? []
    case .compare(let example, let address): return [.focus(.response), .body(.compareExample(example, address))]
    }
  }
}

/// A change of the examples of a request.
enum ExampleChange: WorkspaceMessage, Equatable {
  case save(ExampleDraft, to: Address)
  /// The body was written to a file.
  case add(ExampleDraft, bodyFile: String, to: Address)
  case delete(SavedExample, of: Address)

  func apply(to workspace: inout Workspace) -> [PaneOutput] {
    switch self {
    case .save(let draft, let address): workspace.saveExample(draft, to: address)
    case .add(let draft, let file, let address): workspace.addExample(draft, bodyFile: file, to: address)
    case .delete(let example, let address): workspace.deleteExample(example, of: address)
    }
  }
}

extension ExampleEvent: FeatureMessage {
  package var cause: Cause? { .of(ExampleEffect.self) }

  package func apply(to examples: inout Examples, in context: PaneContext) -> [PaneOutput] {
    switch self {
    case .wroteBody(let address, let draft, let file):
      [.tell(ExampleChange.add(draft, bodyFile: file, to: address))]
    case .added(let address, let name): [.success("Saved the example \"\(name)\" in \(address.path)")]
    case .text(let title, let lines): [.open(TextScreen(title: title, lines: lines.map { Span($0) }))]
    }
  }
}

extension Event {
  package static func example(_ event: ExampleEvent) -> Event { .message(event) }
}

extension Effect {
  package static func example(_ action: ExampleEffect.Action, of address: Address) -> Effect {
    .feature(FeatureWork(ExampleEffect(action: action, address: address)))
  }
}

extension Workspace {
  fileprivate func listExamples() -> [PaneOutput] {
    guard let address = exampleFile else { return [] }
    let rows = examples.map { example in
      TableScreen.Row(
        cells: [Span(example.name, .key), Span(example.statusText), Span(example.contentText, .hint)],
        action: .open(question(about: example, of: address)))
    }
    var table = TableScreen(
      title: "Examples of \(title(of: address))", columns: ["Name", "Status", "Content"], rows: rows)
    table.choosing = "open, compare or delete"
    return [.open(table)]
  }

  private func question(about example: SavedExample, of address: Address) -> Confirm {
    let onResponse: [Confirm.Choice] = [
      .letter(
        "c", "compare the response with it", short: "compare", .tell(ExampleAction.compare(example, address))),
      .letter("k", "check the response against it", short: "check", .tell(ExampleAction.check(example, address))),
    ]
    var confirm = Confirm(
      title: example.name,
      text: [example.statusText, example.contentText].filter { !$0.isEmpty }.joined(separator: " · "),
      choices: [.init(key: .enter, label: "open", action: .tell(ExampleAction.open(example, address)))]
        + (exampleResponse == nil ? [] : onResponse) + [
          .letter("d", "delete; undo restores it", short: "delete", .tell(ExampleAction.delete(example, address))),
          .leave("back"),
        ])
    (confirm.whenLeft, confirm.whenCancelled) = ([.run("example.list")], [])
    return confirm
  }

  /// Runs `action` with the example that the shown response is most like.
  fileprivate func withExample(_ action: (SavedExample, Address) -> ExampleAction) -> [PaneOutput] {
    guard let address = exampleFile, let response = exampleResponse, let example = example(for: response) else {
      return []
    }
    return [.tell(action(example, address))]
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

/// The name of the example that the response of an exchange becomes.
struct ExampleName: PromptUse {
  let address: Address
  let id: ExchangeID

  func output(_ text: String) -> PaneOutput { .tell(ExampleAction.save(name: text, address, id)) }
  var accepting: String { "save" }
}
