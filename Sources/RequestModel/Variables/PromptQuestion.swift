internal import RequestBasics

/// A variable whose value the user types before a send.
package struct PromptQuestion: Hashable, Sendable {
  /// The variable's name.
  package let name: String
  package let question: String
  /// The last answer, or the default of the file.
  package let suggestion: String
  package let isSecret: Bool

  package init(name: String, question: String, suggestion: String = "", isSecret: Bool = false) {
    self.name = name
    self.question = question
    self.suggestion = suggestion
    self.isSecret = isSecret
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
