extension Confirm {
  /// Asks whether a collection may use outside resources. The user can allow it only after the whole question was on
  /// the screen: the end of a long command says what it does.
  ///
  /// - Parameter allowing: The output of a consent.
  static func permission(
    _ request: PermissionRequest, once: String, allowing output: (Consent) -> PaneOutput, else others: [Choice]
  ) -> Confirm {
    var allowing: [Choice] = [.letter("y", once, short: "allow", output(.once))]
    if let (label, short) = alwaysForFiles(request.sources) {
      allowing.append(.letter("f", label, short: short, output(.files)))
    }
    let all = allowing.count > 1 ? "always allow all of it for this collection" : "always allow for this collection"
    allowing.append(.letter("A", all, short: "always", output(.always)))
    for index in allowing.indices { allowing[index].needsReading = true }
    var confirm = Confirm(
      title: title(of: request.sources), text: request.sentence.safeLine, choices: allowing + others)
    confirm.details = request.details
    return confirm
  }

  /// The labels of the choice for the files alone; `nil` without any.
  private static func alwaysForFiles(_ sources: [OutsideSource]) -> (label: String, short: String)? {
    switch sources.count(where: \.isFile) {
    case 0: nil
    case 1: (label: "always for this file", short: "this file")
    default: (label: "always for these files", short: "these files")
    }
  }

  /// The question about the outside resources.
  private static func title(of sources: [OutsideSource]) -> String {
    if sources.allSatisfy(\.isSecret) { return "Allow secrets of your command?" }
    if sources.contains(where: \.isCommand) { return "Allow running commands of the collection?" }
    if sources == [.scripts] { return "Allow scripts of the collection?" }
    return sources.allSatisfy(\.isOfScripts)
      ? "Allow scripts to use secrets or cookies?" : "Allow reading outside the collection?"
  }

  /// Asks before quitting ends requests and runs.
  static func quitting(_ work: [String]) -> Confirm {
    Confirm(
      title: "Quit?", text: work.joined(separator: "; ").capitalizingArticle,
      choices: [
        .letter("q", "stop and quit", .quit(.keptAsDrafts)),
        .leave("stay"),
      ])
  }
}

extension String {
  /// The clause with its article capitalized, to begin a sentence. Names stay unchanged.
  fileprivate var capitalizingArticle: String { hasPrefix("the ") ? "T" + dropFirst() : self }
}
