package import BodyDocument
package import Foundation
package import RequestModel

/// What the program shall do to the world. An effect is data; its answer comes back as an `Event`.
package enum Effect: Equatable, Sendable {
  case loadCollections
  case open(Address)
  case save(Address, SavedRequest, overwriting: Bool)
  case create(NewItem, in: Address, name: String)
  case rename(Address, to: String)
  case move(Address, into: Address)
  case duplicate(Address)
  case delete(Address)
  case restore(TrashID)
  /// Keeps unsaved edits safe from a crash; `nil` forgets them.
  case keepDraft(Address, SavedRequest?)
  /// Remembers for the next start: the environments chosen, by their collection's path, the selected request, and the filters used.
  case remember(environments: [String: String], selection: Address?, filters: [String])

  case send(SendOrder)
  case cancel(ExchangeID)
  /// Holds the body of a running exchange back, or lets it come again.
  case pause(ExchangeID, Bool)
  case listHistory(query: String)
  case openExchange(ExchangeID)
  /// Looks in history for the last exchange of a request.
  case findLastExchange(Address, RequestID?)

  /// Looks for a pattern, and ends the search before it.
  case search(SearchOrder)
  case filter(Ticket, BodyFilter, BodyDocument)
  case stopFilter
  /// Compares a body with that of another exchange; the older of both comes first.
  case compare(Ticket, BodyDocument, startedAt: Date?, with: ExchangeID)

  case edit(EditTicket, text: String, fileExtension: String)
  /// Opens a file of the collection itself in the user's editor.
  case editFile(Address)
  case copy(String, what: String)
  /// Writes bytes to a file of the user's; one that is there is asked about first.
  case saveBody(Data, path: String, overwriting: Bool)
  case openBody(BodyDocument, name: String, OutsideProgram)
  case setVariable(String, value: String, environment: String, collection: String)
  /// Asks for one `.woke` after that time.
  case wake(after: Duration)
  case redraw
  case suspend
  case quit
}

package enum NewItem: String, Equatable, Sendable {
  case request, folder, collection
}

/// One request to send, with everything that decides what goes out.
package struct SendOrder: Equatable, Sendable {
  package var id: ExchangeID
  package var request: SavedRequest
  /// Where the answer is recorded to come from, whatever the user does meanwhile.
  package var origin: Exchange.Origin?
  package var environment: String?

  package init(id: ExchangeID, request: SavedRequest, origin: Exchange.Origin?, environment: String?) {
    self.id = id
    self.request = request
    self.origin = origin
    self.environment = environment
  }
}
