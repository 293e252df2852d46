/// The words for URLs that are neither http nor https.
package enum UnsupportedScheme {
  /// Says why URLs of a scheme cannot be sent.
  package static func sentence(_ scheme: String) -> String {
    switch scheme.lowercased() {
    case "ws", "wss": "it is the URL of a WebSocket, which is another kind of request"
    default: "\"\(scheme)\" is neither http nor https"
    }
  }
}
