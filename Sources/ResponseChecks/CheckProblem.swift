/// Why a check or a capture cannot be evaluated, as a clause.
package struct CheckProblem: Error, Equatable, Sendable {
  package var sentence: CheckSentence

  package init(_ sentence: CheckSentence) { self.sentence = sentence }
}
