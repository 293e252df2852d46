import BodyDocument
import Foundation

extension BodyDocument {
  init(_ text: String, as contentType: String? = "application/json") {
    self.init(Data(text.utf8), contentType: contentType)
  }

  /// The visible lines as a person sees them.
  var screen: String {
    (0..<lineCount).map { index in
      let line = line(at: index)
      return String(repeating: " ", count: line.indent) + line.text
    }.joined(separator: "\n")
  }

  var prettyOutput: String {
    String(decoding: prettyText.flatMap { $0 }, as: UTF8.self)
  }

  /// The line of the next hit of a text behind `line`, or before it, with the folds around it opened.
  mutating func find(_ text: String, from line: Int, forward: Bool = true) -> Int? {
    let own = line < 0 ? 0..<0 : ownBytes(ofLine: line)
    let offset = forward ? own.upperBound : own.lowerBound
    guard let search = try? BodySearch(SearchPattern(text)) else { return nil }
    return (try? find(search, from: offset, forward: forward)).map { reveal($0) }
  }
}
