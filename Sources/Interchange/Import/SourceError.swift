internal import RequestModel

/// A syntax error in a source, and its position.
struct SourceError: Error, Equatable, CustomStringConvertible {
  let position: TextPosition
  let problem: String

  var description: String { "\(position): \(problem)" }
}
