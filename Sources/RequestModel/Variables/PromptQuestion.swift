/// A variable whose value the user types before a send.
package struct PromptQuestion: Hashable, Sendable {
  package let name: String
  package let question: String
  /// The last answer, or the default of the file.
  package let suggestion: String
  package let isSecret: Bool
  /// Where the value is kept; `nil` for one that is typed for each send.
  package let place: ValuePlace?

  package init(
    name: String, question: String, suggestion: String = "", isSecret: Bool = false, place: ValuePlace? = nil
  ) {
    self.name = name
    self.question = question
    self.suggestion = suggestion
    self.isSecret = isSecret
    self.place = place
  }

  /// Identifies its answer.
  package var key: String { place.map { "\(name) in \($0.owner)/\($0.environment ?? "")" } ?? name }
}

/// The place where the value of a variable without one is kept.
package struct ValuePlace: Hashable, Sendable {
  /// The absolute path of the collection, or of the folder of the workspace that has the environment.
  package let owner: String
  /// `nil` for a secret of the collection or one of its folders.
  package let environment: String?
  /// Whether a file declares the variable, so that only the value of a secret is missing.
  package let isDeclared: Bool

  package init(owner: String, environment: String?, isDeclared: Bool) {
    (self.owner, self.environment, self.isDeclared) = (owner, environment, isDeclared)
  }
}

extension Failure {
  private static let unansweredStart = "No value was typed for "

  /// A request that was not sent because the user typed no value: `No value was typed for {{otp}}, {{pin}} — …`
  package static func unanswered(_ questions: [PromptQuestion], advice: String) -> Failure {
    let names = questions.map { "{{\($0.name)}}" }.joined(separator: ", ")
    return Failure(.unprepared, "\(unansweredStart)\(names) — \(advice)")
  }

  /// The sentence about unanswered prompts, without the advice; `nil` for other failures.
  package var unanswered: String? {
    guard kind == .unprepared, sentence.hasPrefix(Self.unansweredStart) else { return nil }
    return sentence.parts(separatedByText: " — ").first
  }
}
