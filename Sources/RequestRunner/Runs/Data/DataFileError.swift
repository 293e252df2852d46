package import RequestModel

/// Why a data file cannot be used.
package struct DataFileError: Error, Equatable, Sendable, CustomStringConvertible {
  package let file: String
  /// Where in the file; `nil` for the file as a whole.
  package let position: TextPosition?
  package let problem: String

  package init(_ file: String, _ position: TextPosition?, _ problem: String) {
    (self.file, self.position, self.problem) = (file, position, problem)
  }

  package var description: String {
    position.map { "\(file):\($0) — \(problem)" } ?? "\(file) — \(problem)"
  }
}
