package import BodyDocument

/// What a filter has left of a body. The body itself stays beside it.
package struct FilteredBody: Equatable, Sendable {
  package var filter: String
  package var document: BodyDocument
  /// How it went, where that needs to be said: a command's exit status and what it wrote to standard error.
  package var remark: String?

  package init(filter: String, document: BodyDocument, remark: String? = nil) {
    self.filter = filter
    self.document = document
    self.remark = remark
  }
}
