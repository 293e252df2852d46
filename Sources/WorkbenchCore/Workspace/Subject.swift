package import RequestModel

/// What the request and response panes show.
package enum Subject: Hashable, Sendable {
  /// A file of the collection, with its unsaved edits and its newest response.
  case request(Address)
  /// An exchange out of history.
  case past(ExchangeID)
  /// A folder of the tree: there is no request to act on.
  case folder(Address)
  case nothing
}
