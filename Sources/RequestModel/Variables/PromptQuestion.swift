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

  /// Begins the sentence that says which values were not typed.
  package static let unansweredPrefix = "No value was typed for "

  /// Says that no value was typed: `No value was typed for {{otp}}, {{pin}}`.
  package static func unanswered(_ questions: [PromptQuestion]) -> String {
    unansweredPrefix + questions.map { "{{\($0.name)}}" }.joined(separator: ", ")
  }
}
