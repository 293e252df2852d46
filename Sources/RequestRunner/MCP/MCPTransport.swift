/// The way to a server of the Model Context Protocol.
package protocol MCPTransport {
  /// The revisions of the protocol in which this way is the same, the latest first.
  static var revisions: [String] { get }

  /// Sends a message.
  ///
  /// - Parameter id: The ID of the message; `nil` for a notification, which has no answer.
  /// - Returns: The messages of the server up to the answer, which may be missing.
  mutating func exchange(_ message: JSONObject, id: JSONValue?) async throws(Failure) -> [JSONRPCMessage]

  /// Client and server have agreed on a revision.
  mutating func agree(on revision: String)

  mutating func close() async

  /// A text of the server as a part of a message, in which it must not be a template.
  func literal(_ text: String) -> String

  /// The headers of a request in the session.
  var headers: [Header] { get }

  /// Removes the notes about what happened since the last call.
  mutating func takeNotes() -> [String]
}

extension MCPTransport {
  package var headers: [Header] { [] }
}

extension [JSONRPCMessage] {
  /// The answer to a call. Servers that could not read the call leave out its ID.
  package func answer(to id: JSONValue?) -> JSONRPCMessage? {
    guard let id else { return nil }
    return first { $0.isResponse && $0.id == id } ?? first { $0.isResponse && $0.id == nil }
  }

  /// The log messages of the server, and its requests, which this client does not offer.
  var notes: [String] {
    compactMap { message -> String? in
      guard let method = message.method else { return nil }
      if message.isCall { return "The server asks for \(method), which Workbench does not offer" }
      guard method == "notifications/message" else { return nil }
      let text = message.params?["data"].map { $0.string ?? $0.compact } ?? ""
      return "Server: \(message.params?["level"]?.string ?? "log"): \(text)"
    }
  }
}
