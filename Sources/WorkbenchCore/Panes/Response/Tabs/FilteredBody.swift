package struct FilteredBody: Equatable, Sendable {
  package var filter: String
  package var document: BodyDocument
  /// A command's exit status and standard error, if worth showing.
  package var remark: String?
}
