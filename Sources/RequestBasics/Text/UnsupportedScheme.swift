/// The words for URLs with another scheme than a request has.
package enum UnsupportedScheme {
  /// Says why URLs of a scheme cannot be sent.
  package static func sentence(_ scheme: String) -> String {
    switch scheme.lowercased() {
    case "ws", "wss": "it is the URL of a WebSocket, which is another kind of request"
    default: "\"\(scheme)\" is not http, https, ws or wss"
    }
  }
}
