import TerminalUI

extension Command {
  static let examples: [Command] = [
    Command(
      "example.list", "Examples", "List the examples of the request: open, compare, check or delete them.",
      in: .everywhere, keys: [.character("T")], opensField: true, whyUnavailable: { $0.workspace.whyNoExamples },
      run: { $0.openExamples() }),
    Command(
      "example.compare", "Compare with example", "Compare the response's body with that of its example.",
      in: .everywhere, keys: [], whyUnavailable: { $0.workspace.whyNothingToCheck },
      run: { $0.withExample(ExampleAction.compare) }),
    Command(
      "example.check", "Check against example",
      "Check status, headers and shape of the response against its example.",
      in: .everywhere, keys: [], whyUnavailable: { $0.workspace.whyNothingToCheck },
      run: { $0.withExample(ExampleAction.check) }),
  ]
}
