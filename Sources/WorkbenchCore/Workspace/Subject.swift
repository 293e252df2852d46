/// The item shown in the request and response panes.
package enum Subject: Hashable, Sendable {
  /// A request file, with its unsaved edits and its latest response.
  case request(Address)
  /// An exchange from history.
  case past(ExchangeID)
  /// A folder of the tree, with its settings.
  case folder(Address)
  /// The file of an environment of a collection.
  case environment(Address)
  /// A file of the workspace, seen from the collection of that path: its variables, or one of its environments.
  case globals(Address, from: String)
  case nothing
}
