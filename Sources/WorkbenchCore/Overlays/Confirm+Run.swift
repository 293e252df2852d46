import RequestModel
import TerminalUI

extension Confirm {
  /// Asks whether the collection of a run may use what is outside of it. The run waits.
  static func run(reads sources: [OutsideSource]) -> Confirm {
    func answer(_ answer: RunAnswer) -> PaneOutput { .effect(.run(.answer(answer))) }
    var confirm = Confirm(
      title: title(of: sources), text: text(of: sources),
      choices: [
        Choice(key: .character("y"), label: "allow for this run", action: answer(.allow(forGood: false))),
        Choice(
          key: .character("A"), label: "always allow for this collection", action: answer(.allow(forGood: true))),
        Choice(key: .character("s"), label: "stop the run", action: .run("run.stop")),
        Choice(key: .escape, label: "leave out what needs it", action: answer(.no)),
      ])
    confirm.whenLeft = [answer(.no)]
    confirm.whenCancelled = [.run("run.stop")]
    return confirm
  }

  /// The question about what a collection wants to use.
  static func title(of sources: [OutsideSource]) -> String {
    if sources.contains(where: \.isCommand) { return "Allow running commands of the collection?" }
    return sources == [.scripts] ? "Allow scripts of the collection?" : "Allow reading outside the collection?"
  }

  static func text(of sources: [OutsideSource]) -> String {
    if sources == [.scripts] {
      return "This collection has scripts. They run in a sandbox, and may send requests and set variables."
    }
    let names = sources.map { $0.description.shortenedInTheMiddle(to: sourceColumns) }.joined(separator: ", ")
    return "This collection wants to send \(names)."
  }

  /// The columns of each source.
  private static let sourceColumns = 110
}

extension Confirm {
  /// Asks before quitting ends runs.
  static func quitting(_ runs: [String]) -> Confirm {
    Confirm(
      title: "Quit?", text: runs.joined(separator: "; ").capitalizingArticle,
      choices: [
        .init(key: .character("q"), label: "stop and quit", action: .quit(saving: false)),
        .init(key: .escape, label: "stay", action: nil),
      ])
  }
}

extension Prompt {
  /// Asks for a value that a request of a run needs. The run waits.
  ///
  /// - Parameter isLoad: Whether it is a load, which asks once for all its requests.
  static func run(needs question: PromptQuestion, isLoad: Bool) -> Prompt {
    let skipping =
      isLoad ? "Esc skips what needs it" : "Esc skips this request, Ctrl+N all that need it"
    var prompt = Prompt(
      title: question.question, hint: "{{\(question.name)}}: Enter sends, \(skipping), Ctrl+C stops the run",
      text: question.suggestion, purpose: .runValue)
    prompt.hidesText = question.isSecret
    return prompt
  }
}

extension String {
  /// The clause as the beginning of a sentence. Names stay as they are.
  fileprivate var capitalizingArticle: String { hasPrefix("the ") ? "T" + dropFirst() : self }

  /// Replaces the middle of a long text with an ellipsis.
  fileprivate func shortenedInTheMiddle(to columns: Int) -> String {
    guard count > columns else { return self }
    return prefix(columns / 2) + "…" + suffix(columns / 2 - 1)
  }
}
