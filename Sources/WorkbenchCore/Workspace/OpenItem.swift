/// Everything that is kept for a file, a folder or an exchange of history while the workspace is open.
///
/// It moves with its file as a whole, so a new field follows renames without further code.
package struct OpenItem: Equatable, Sendable {
  /// The file with its unsaved edits.
  package var draft: EditedFile?
  /// Why the file could not be opened.
  package var problem: Problem?
  /// Whether it has unsaved edits and the file has changed since.
  package var isOutdated = false
  /// Whether its row has no file. The row is kept while the request is shown or has unsaved edits.
  package var isRowWithoutFile = false
  /// Its place among the rows of new requests; `nil` if unknown.
  var newIndex: Int?
  package var scope: RequestContext?
  /// Whether the context must be reloaded when next shown.
  package var isScopeStale = false
  package var live: LiveExchange?
  /// The exchange that was shown before `live`. It is shown again if nothing is sent in the end.
  var replaced: LiveExchange?
  /// The connection after whose end the request is sent again.
  var reconnects: ExchangeID?
  /// Jobs that wait for the answer to a question.
  var asked: Set<ExchangeID> = []
  /// The one of `asked` that only fetches a token.
  var askedToken: ExchangeID?
  package var token = RequestToken()
  /// The last exchange of a request not sent in this run.
  package var lastExchange: ExchangeSummary?
  /// An exchange that is being loaded, to be shown as the last response.
  var reopening: ExchangeID?
  /// The last run of the folder or request, whose form begins with it.
  var lastRun: RunJob?
  /// Its secret variables whose values were stored when it was pasted.
  var pastedSecrets: [String] = []
  /// The secrets that its credentials were moved to, and that are declared elsewhere.
  var movedSecrets: [MovedSecrets] = []
  /// Which step deletes the file; `nil` if it is no step, but the user.
  var fileStep: FileStep?
  /// The folders that were made for the new file, the innermost first.
  var newFolders: [Address] = []
  /// The file that it is a copy of, which is selected again when the copy is undone.
  var original: Address?
  /// Pending work for an environment that was just created.
  var creation: Creation?
  /// Whether it is saved before quitting.
  var quitsWhenSaved = false

  enum Creation: Equatable, Sendable {
    /// Once it is read, the name of its first variable is opened.
    case opensVariable
    /// Once it is saved, the screen is as it was before it was created.
    case leadsBack
  }

  /// The item at a new address. Inherited settings are read again there.
  var moved: OpenItem {
    var item = self
    (item.scope, item.isScopeStale) = (nil, false)
    return item
  }

  /// The rest of a closed item: an exchange that still runs can be cancelled, and asks for logins.
  var closed: OpenItem {
    var item = OpenItem()
    if live?.isRunning == true { item.live = live }
    if token.isFetching { item.token = token }
    return item
  }

  /// Takes over what still runs of the item that had this address.
  func replacing(_ former: OpenItem) -> OpenItem {
    let running = former.closed
    var item = self
    if item.live == nil { item.live = running.live }
    if running.token.isFetching, !item.token.isFetching { item.token = running.token }
    return item
  }

  /// Updates the addresses in its jobs.
  mutating func follow(_ change: Relocation) {
    live?.job?.follow(change)
    replaced?.job?.follow(change)
    token.job?.follow(change)
    lastRun?.follow(change)
    for index in movedSecrets.indices { movedSecrets[index].places = change(movedSecrets[index].places) }
    newFolders = change(newFolders)
    if let place = original, place.isInside(change.old) { original = change(place) }
  }
}
