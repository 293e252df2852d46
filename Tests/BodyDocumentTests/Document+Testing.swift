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
}
