import DemoServer
import TestSupport
import Testing

/// Runs `body` with a demo server on a free port.
func serving(_ body: (Client) async throws -> Void) async throws {
  let server = DemoServer()
  let port = try await server.start()
  do { try await body(Client(port: port)) } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

/// Sends each request on a new connection.
struct Client {
  let port: UInt16

  func send(_ method: String, _ target: String, _ headers: [String] = [], body: [UInt8] = []) async throws
    -> RawResponse
  {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: demo.test", "Connection: close"] + headers
    if !body.isEmpty { lines.append("Content-Length: \(body.count)") }
    return try #require(
      RawResponse(try await exchange(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)))
  }

  /// Sends raw bytes and returns all bytes received.
  func exchange(_ bytes: [UInt8]) async throws -> [UInt8] {
    let port = port
    return try await blocking {
      let connection = try RawClient(port: port)
      try connection.send(bytes)
      return try connection.receiveAll()
    }
  }

  func get(_ target: String, _ headers: [String] = []) async throws -> RawResponse {
    try await send("GET", target, headers)
  }
}
