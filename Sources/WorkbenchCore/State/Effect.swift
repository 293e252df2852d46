package import BodyDocument
package import Foundation
package import RequestModel

/// What the program asks of the world. An effect is data; its result comes back as an `Event`.
package enum Effect: Equatable, Sendable {
  /// Reads or changes files of one open folder.
  case files(WorkspaceID, FileEffect)

  case send(SendJob)
  case cancel(ExchangeID)
  /// Holds the body of a running exchange back, or lets it come again.
  case pause(ExchangeID, Bool)
  case listHistory(query: String)
  case openExchange(ExchangeID)
  /// Looks in history for the last exchange of a request.
  case findLastExchange(Exchange.Origin, RequestID?)

  /// Looks for a pattern, and ends the search before it.
  case search(SearchJob)
  case filter(TaskID, BodyFilter, BodyDocument)
  case stopFilter
  /// Compares a body with that of another exchange; the older of both comes first.
  case compare(TaskID, BodyDocument, startedAt: Date?, with: ExchangeID)

  case edit(EditTicket, text: String, fileExtension: String)
  /// Opens a file of the collection itself in the user's editor.
  case editFile(WorkspaceID, Address)
  case copy(String, what: String)
  /// Writes bytes to a file of the user's; one that is there is asked about first.
  ///
  /// - Parameters:
  ///   - restoring: Secrets to put back into the bytes.
  ///   - remark: What the user is told of the secrets in them.
  case saveBody(
    Data, path: String, overwriting: Bool, restoring: MaskedSecrets = MaskedSecrets(), remark: String? = nil)
  /// Puts the secrets of a body back.
  case reveal(TaskID, BodyDocument, MaskedSecrets, contentType: String?)
  case openBody(BodyDocument, name: String, OutsideProgram)
  /// Asks for one `.woke` after that time.
  case wake(after: Duration)
  /// Asks for one `.draftDue` after that time.
  case wakeForDraft(after: Duration)
  case redraw
  case suspend
  case quit
}

/// What to do with the files of an open folder. Addresses are relative to its root.
package enum FileEffect: Equatable, Sendable {
  case loadCollections
  case open(Address)
  /// - `overwriting`: also a file that another program has changed; `evenReadOnly`: also one that nobody may write.
  case save(Address, SavedRequest, overwriting: Bool, evenReadOnly: Bool = false)
  case create(NewItem, in: Address, name: String)
  case rename(Address, to: String)
  case move(Address, into: Address)
  case duplicate(Address)
  case delete(Address)
  case restore(TrashID)
  /// Keeps unsaved edits safe from a crash; `nil` forgets them.
  case keepDraft(Address, SavedRequest?)
  /// Keeps what was typed into a text field that is still open, together with the other edits of its request.
  case keepField(Address, OpenField)
  /// Follows a file that another program has moved, with the edits that were made on it.
  case follow(Address, to: Address)
  /// Reads what surrounds a request again, and looks whether its file is still the one that was opened.
  case refresh(Address)
  /// Remembers for the next start: the environments chosen, by their collection's path, the selected request, and the filters used.
  case remember(environments: [String: String], selection: Address?, filters: [String])
  /// Remembers what the collection of a request may read outside of itself.
  case allow([OutsideSource], Exchange.Origin)
  case setVariable(String, value: String, environment: String, collection: String, isSecret: Bool = false)
}

package enum NewItem: String, Equatable, Sendable {
  case request, folder, collection
}

/// One request to send, with everything that decides what goes out.
package struct SendJob: Equatable, Sendable {
  package var id: ExchangeID
  package var request: SavedRequest
  /// Where the exchange is recorded to come from, whatever the user does meanwhile.
  package var origin: Exchange.Origin?
  package var environment: String?
  /// What the user has just allowed it to read outside of its collection.
  package var allowed: Set<OutsideSource>
  package var basis: Basis

  /// What the request was taken from, which says whether its file must still be the same when it is sent.
  package enum Basis: Equatable, Sendable {
    /// The file as it was read, without edits: it is read again where it has changed.
    case file
    /// The user's own edits, whatever the file holds.
    case edits
    /// Something that has no file.
    case other
  }

  package init(
    id: ExchangeID, request: SavedRequest, origin: Exchange.Origin?, environment: String?, basis: Basis = .other,
    allowed: Set<OutsideSource> = []
  ) {
    self.id = id
    self.request = request
    self.origin = origin
    self.environment = environment
    self.allowed = allowed
    self.basis = basis
  }
}

/// A text field of the request form that is still open.
package struct OpenField: Equatable, Sendable {
  package var draft: EditedRequest
  package var target: EditTarget
  package var text: String

  /// The request with the text in its place; `nil` where nothing is unsaved.
  package var request: SavedRequest? {
    var request = draft.current
    // What is told of a text that does not fit is told when the field is left.
    _ = target.commit(text, to: &request)
    return draft.hasFile && request == draft.saved ? nil : request
  }
}
