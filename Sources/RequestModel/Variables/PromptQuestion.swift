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
