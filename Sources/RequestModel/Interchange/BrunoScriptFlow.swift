/// The order of the scripts of several levels after a response, in a collection from Bruno. In both, the tests of all
/// levels run after their other scripts.
package enum BrunoScriptFlow: String, Sendable {
  /// The request's first, the collection's last.
  case sandwich
  /// The collection's first, as before the request.
  case sequential

  /// The member of `x-bruno` in the settings of the collection.
  package static let member = "scriptFlow"

  package init?(settings: JSONObject) {
    guard let name = settings["x-bruno"]?.object?[Self.member]?.string else { return nil }
    self.init(rawValue: name)
  }
}
