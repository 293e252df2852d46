package import RequestModel

/// A syntax error in a source, and its position.
package struct SourceError: Error, Equatable, CustomStringConvertible {
  package let position: TextPosition
  package let problem: String

  package var description: String { "\(position): \(problem)" }
}
