extension Confirm {
  /// Asks whether git may run the programs that a repository names. All of them have to be on the screen once before
  /// they can be allowed.
  static func programs(_ question: ProgramQuestion) -> Confirm {
    func allow(_ key: Character, _ label: String, short: String, forGood: Bool) -> Choice {
      let action = PaneOutput.effect(.git(.allow(question, forGood: forGood)))
      return Choice(key: .character(key), label: label, action: action, needsReading: true, shortLabel: short)
    }
    var confirm = Confirm(
      title: "Allow what the repository names?", text: question.text.safeLine,
      choices: [
        allow("y", "allow until the workspace is closed", short: "allow", forGood: false),
        allow("A", "always allow them in this repository", short: "always", forGood: true),
        .leave("do not use git"),
      ])
    confirm.details = question.details
    return confirm
  }
}
