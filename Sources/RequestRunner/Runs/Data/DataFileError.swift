/// The reason why a data file cannot be used.
package struct DataFileError: Error, Equatable, Sendable, CustomStringConvertible {
  package let file: String
  /// The position in the file; `nil` for an error of the whole file.
  package let position: TextPosition?
  package let problem: String

  package init(_ file: String, _ position: TextPosition?, _ problem: String) {
    (self.file, self.position, self.problem) = (file, position, problem)
  }

  package var description: String {
    position.map { "\(file):\($0) — \(problem)" } ?? "\(file) — \(problem)"
  }
}
