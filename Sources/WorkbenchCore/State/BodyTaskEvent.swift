package import BodyDocument

/// The result of work on the rows of a response that was done elsewhere.
package enum BodyTaskEvent: Sendable {
  /// The hit to go to; `nil` where there is none.
  case found(Int?)
  case counted(SearchHits)
  /// The pattern cannot be searched for.
  case searchFailed(String)
  /// All that a filter has left, or what came of it so far.
  case filtered(BodyDocument, remark: String?, isComplete: Bool)
  case filterFailed(String)
  /// What the shown body differs in from another one.
  case compared(DocumentDiff, title: String)
  case comparisonFailed(String)
  /// The body with its secrets.
  case revealed(BodyDocument)
}
