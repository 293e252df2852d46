/// Why a check or a capture cannot be evaluated, as a clause.
package struct CheckProblem: Error, Equatable, Sendable {
  package var sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}
