/// The result of a background task on a response body.
package enum BodyTaskEvent: Sendable {
  /// The match to show; `nil` without a match.
  case found(Int?)
  case counted(SearchHits)
  /// The pattern is invalid.
  case searchFailed(String)
  /// A filter's result, complete or partial.
  case filtered(BodyDocument, remark: String?, isComplete: Bool)
  case filterFailed(String)
  /// The difference between the shown body and another one.
  case compared(DocumentDiff, title: String)
  case comparisonFailed(String)
  /// The body with its secrets restored.
  case revealed(BodyDocument)
  /// The listed messages among the first ones.
  case messagesChosen(RowNumbers, scanned: Int)
  /// The text of the messages' pieces; `first` is their number if there are more messages.
  case joined(String, first: Int?)
  case joiningFailed(String)
}
