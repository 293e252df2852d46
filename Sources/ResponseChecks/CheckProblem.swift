/// Why a check or a capture cannot be evaluated, as a clause.
package struct CheckProblem: Error, Equatable, Sendable {
  package var sentence: CheckSentence

  package init(_ sentence: CheckSentence) { self.sentence = sentence }

  /// Refuses a word: suggests the nearest one, else lists all.
  static func unknown(_ kind: String, _ word: String, among words: [String]) -> CheckProblem {
    guard let nearest = NearestName.of(word, among: words) else {
      return CheckProblem("unknown \(kind) \"\(word)\" — use \(words.joined(separator: ", "))")
    }
    return CheckProblem("unknown \(kind) \"\(word)\" — did you mean \"\(nearest)\"?")
  }
}
