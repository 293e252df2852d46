import MockServer
import TestSupport

/// Runs `body` with a server on a free port.
func serving(
  _ handler: @escaping MockServer.Handler, hosts: HostNames? = nil, patience: MockServer.Patience = .init(),
  _ body: (UInt16) async throws -> Void
) async throws {
  let server = MockServer(hosts: hosts, patience: patience, handler: handler)
  let port = try await server.start()
  do { try await body(port) } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

/// Sends the bytes on a new connection and returns all that comes back, without the date.
func exchange(_ port: UInt16, _ text: String, finishes: Bool = false) async throws -> String {
  let all = try await blocking {
    let connection = try RawClient(port: port)
    try connection.send(text)
    if finishes { connection.finish() }
    return String(decoding: try connection.receiveAll(), as: UTF8.self)
  }
  return all.replacing(/Date: [^\r]+ GMT\r\n/, with: "")
}
