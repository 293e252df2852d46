package import Foundation

/// Values and services outside of the response that checks use.
package struct CheckContext {
  package var digests: any TemplateDigests
  package var now: Date
  /// Replaces `{{variables}}`; throws a clause if one has no value.
  package var resolve: (String) throws(CheckProblem) -> String = { (text) throws(CheckProblem) in text }
  /// The value of a variable, if it has one.
  package var variable: (String) -> JSONValue? = { _ in nil }
  /// Reads a file of the collection, such as a schema.
  package var file: (String) throws(CheckProblem) -> Data = { (name) throws(CheckProblem) in
    throw CheckProblem("cannot read \(name)")
  }
  /// Masks the secrets in a value that a result shows.
  package var mask: @Sendable (String) -> String = { $0 }

  package init(digests: any TemplateDigests, now: Date = Date()) {
    self.digests = digests
    self.now = now
  }
}
