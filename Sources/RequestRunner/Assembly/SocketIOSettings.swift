/// How Socket.IO connects.
package struct SocketIOSettings: Equatable, Sendable {
  package var namespace: String
  package var auth: JSONObject?
  package var engine = EngineIO.four
}

extension RequestAssembly {
  /// The settings of a WebSocket whose messages are those of Socket.IO.
  ///
  /// - Parameter url: Changed to the URL of the handshake.
  mutating func socketIO(_ url: inout String) throws(Failure) -> SocketIOSettings? {
    guard request.kind == .webSocket, let engine = request.engineIO else { return nil }
    let address = SocketIOAddress(url, engine)
    url = address.url
    let auth = try auth(of: request.socketAuth)
    if auth != nil, address.engine == .three {
      throw Failure(.unprepared, "Socket.IO 2 takes no auth when it connects — put it into the query or the headers")
    }
    return SocketIOSettings(namespace: address.namespace, auth: auth, engine: address.engine)
  }

  private mutating func auth(of text: String) throws(Failure) -> JSONObject? {
    let filled = resolver.resolve(text)
    guard !resolver.keepsTemplates, filled.contains(where: { !$0.isWhitespace }) else { return nil }
    guard let auth = try? JSONText(filled).value.object else {
      throw Failure(.unprepared, "The Socket.IO auth is not a JSON object")
    }
    noteSecrets(in: auth)
    return auth
  }

  private mutating func noteSecrets(in object: JSONObject) {
    for member in object.members {
      if let inner = member.value.object { noteSecrets(in: inner) }
      guard SecretName.isLikely(member.key.value), let secret = member.value.string else { continue }
      credentials.note(secret: secret)
    }
  }
}
