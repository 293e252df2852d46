extension Confirm {
  /// Asks whether the collection of a run may use outside resources. The run waits.
  static func run(asks request: PermissionRequest) -> Confirm {
    func answer(_ answer: RunAnswer) -> PaneOutput { .effect(.run(.answer(answer))) }
    var confirm = permission(
      request, once: "allow for this run", allowing: { answer(.allow($0)) },
      else: [
        .letter("s", "stop the run", short: "stop", .run("run.stop")),
        .init(key: .escape, label: "skip what needs it", action: answer(.no), shortLabel: "skip"),
      ])
    confirm.whenLeft = [answer(.no)]
    confirm.whenCancelled = [.run("run.stop")]
    return confirm
  }
}

extension Prompt {
  /// Asks for a value that a request of a run needs. The run waits.
  ///
  /// - Parameter isLoad: Whether it is a load, which asks once for all its requests.
  static func run(needs question: PromptQuestion, in workspace: Workspace, isLoad: Bool) -> Prompt {
    let skipping =
      isLoad ? "Esc skips what needs it" : "Esc skips this request, Ctrl+N all that need it"
    var prompt = Prompt(
      title: question.question, hint: "\(question.fate(in: workspace)) Enter sends, \(skipping), Ctrl+C stops the run",
      text: question.suggestion, purpose: RunValue())
    prompt.hidesText = question.isSecret
    return prompt
  }
}

/// A value that a request of the run needs.
struct RunValue: PromptUse {
  func output(_ text: String) -> PaneOutput { .effect(.run(.answer(.value(text)))) }
  var accepting: String { "send" }
  var leaving: String { "skip" }
  var sends: Bool { true }
  var whenLeft: [PaneOutput] { [.effect(.run(.answer(.no)))] }
  var whenCancelled: [PaneOutput] { [.run("run.stop")] }
  var whenRefused: [PaneOutput]? { [.effect(.run(.answer(.never)))] }
}
