package import Foundation

/// Values and services outside of the response that checks use.
package struct CheckContext {
  /// Replaces `{{variables}}`; throws a clause if one has no value.
  package var resolve: (String) throws(CheckProblem) -> String
  /// The value of a variable, if it has one.
  package var variable: (String) -> JSONValue?
  /// Reads a file of the collection, such as a schema.
  package var file: (String) throws(CheckProblem) -> Data
  package var digests: any TemplateDigests
  package var now: Date
  /// Masks the secrets in a value that a result shows.
  package var mask: @Sendable (String) -> String = { $0 }

  package init(
    digests: any TemplateDigests, now: Date = Date(),
    resolve: @escaping (String) throws(CheckProblem) -> String = { (text) throws(CheckProblem) in text },
    variable: @escaping (String) -> JSONValue? = { _ in nil },
    file: @escaping (String) throws(CheckProblem) -> Data = { (name) throws(CheckProblem) in
      throw CheckProblem("cannot read \(name)")
    }
  ) {
    self.digests = digests
    self.now = now
    self.resolve = resolve
    self.variable = variable
    self.file = file
  }
}
