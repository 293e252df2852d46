package import Foundation

/// Work on the body of a response. Results of replaced tasks are ignored.
package enum BodyEffect: FeatureEffect {
  /// Starts a search and cancels the previous one.
  case search(SearchJob)
  case filter(TaskID, BodyFilter, BodyDocument)
  case stopFilter
  /// Compares a body with the body of another exchange; the older one comes first.
  case compare(TaskID, BodyDocument, startedAt: Date?, with: ExchangeID)
  /// Compares a body with the body of a request's example.
  case compareExample(TaskID, BodyDocument, with: SavedExample, of: Address)
  /// Ends the comparison of bodies or messages that is being made.
  case stopComparing
  /// Writes bytes to a file; asks before overwriting one and before creating its folder.
  ///
  /// - Parameters:
  ///   - restoring: Masked secrets to restore in the bytes.
  ///   - remark: A sentence for the notice about how secrets were written.
  case save(
    Data, path: String, overwriting: Bool, creatingFolder: Bool = false, restoring: MaskedSecrets = MaskedSecrets(),
    remark: String? = nil)
  /// Restores the masked secrets of a body.
  case reveal(TaskID, BodyDocument, MaskedSecrets, contentType: String?)
  /// Looks for the messages that are listed, and ends the work before.
  case chooseMessages(MessageFilterJob)
  /// Joins the pieces of a text in messages, and ends the work before.
  case join(JoinJob)
  case stopJoining
  /// Compares two messages; the older one comes first.
  case compareMessages(TaskID, BodyDocument, BodyDocument, title: String)
  /// Writes messages to a file as lines of JSON; asks as `save` does.
  case saveMessages(Conversation, path: String, overwriting: Bool, creatingFolder: Bool = false)
  case open(BodyDocument, name: String, OutsideProgram)

  package var opensDialog: Bool {
    switch self {
    case .save, .saveMessages: true
    default: false
    }
  }
}

extension Effect {
  package static func body(_ effect: BodyEffect) -> Effect { .feature(FeatureWork(effect)) }
}
