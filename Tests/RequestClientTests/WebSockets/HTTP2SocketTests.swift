import Foundation
@testable import RequestClient
import TestSupport
import Synchronization
import Testing

/// WebSockets over HTTP/2 (RFC 8441), with a server of hypercorn.
@Suite(.timeLimit(.minutes(1)))
struct HTTP2SocketTests {
  private let session = Session.plain()

  private func options(_ version: TransferOptions.HTTPVersion = .http2) async throws -> TransferOptions {
    let nginx = try await TestServers.nginx()
    return .with {
      $0.serverTrust = .authorities(file: URL(fileURLWithPath: nginx.certificateAuthority))
      $0.httpVersion = version
      $0.keepsWireLog = true
    }
  }

  @Test func messagesGoBothWaysInAStreamAndTheTimelineSaysSo() async throws {
    let server = try await TestServers.hypercorn()
    let socket = session.webSocket(
      server.url + "/echo", settings: WebSocketOptions { $0.subprotocols = ["chat"] }, options: try await options())
    // Larger than the windows of both sides.
    let long = String(repeating: "long ", count: 500_000)
    var lines: [String] = []
    for await event in socket.events() {
      switch event {
      case .message(.text("HTTP/2 chat"), _):
        try await socket.send(.text(long))
        try await socket.send(.binary(Data([0, 255])))
      case .message(.binary, _): try await socket.send("bye")
      default: break
      }
      lines.append(event.line == "text \(long)" ? "long" : event.line)
    }
    #expect(
      lines == [
        "opened chat deflate", "text HTTP/2 chat", "long", "binary 2", "closing 4001 bye by server",
        "closed 4001 bye by server, clean",
      ])
    let hop = try #require(socket.timeline.hops.first)
    #expect(hop.status == 101 && hop.connection?.tls != nil && hop.connection?.httpVersion == "HTTP/2")
    #expect(!hop.requestHeaders.contains { $0.name.isEmpty || $0.name.hasPrefix(":") })
    let heads = hop.wire.filter { $0.kind == .sentHead || $0.kind == .receivedHead }.map(\.text)
    #expect(heads.prefix(2) == ["CONNECT /echo HTTP/2", ":method: CONNECT"])
    #expect(heads.contains(":protocol: websocket") && heads.contains("HTTP/2 101 Switching Protocols"))
    #expect(!heads.contains { $0.lowercased().hasPrefix("sec-websocket-key") || $0.lowercased().hasPrefix("upgrade") })
    #expect(hop.wire.contains { $0.text.hasSuffix("shown as 101 (RFC 8441)") })
  }

  @Test func aRefusalIsAResponse() async throws {
    let server = try await TestServers.hypercorn()
    let socket = session.webSocket(server.url + "/refuse", options: try await options())
    var lines: [String] = []
    for await event in socket.events() { lines.append(event.line) }
    #expect(lines == ["refused 403"])
  }

  @Test func aServerWithoutThemIsNamed() async throws {
    let nginx = try await TestServers.nginx()
    let other = try await TestServers.webSockets()
    let remedy = "— set the HTTP version of the request to 1.1"
    let rows = [
      (
        nginx.http2URL.replacing("http:", with: "ws:"), "The server takes no WebSocket over HTTP/2 (RFC 8441) \(remedy)"
      ),
      (other.url("/echo"), "The server does not speak HTTP/2 \(remedy)"),
    ]
    for (url, problem) in rows {
      let options = try await options(.http2PriorKnowledge)
      var lines: [String] = []
      for await event in session.webSocket(url, options: options).events() { lines.append(event.line) }
      #expect(lines.count == 1 && lines[0].hasPrefix("failed ") && lines[0].hasSuffix(problem), "\(lines)")
    }
  }

  @Test func withoutTLSOnlyAServerThatIsKnownToIsSpokenToInHTTP2() async throws {
    let server = try await TestServers.webSockets()
    let socket = session.webSocket(server.url("/greet"), options: try await options(.http2))
    for try await message in socket.messages() {
      #expect(message == .text("welcome None"))
      break
    }
  }

  /// Paths of the scripted server, and the events of each.
  @Test(arguments: [
    ("/window", ["opened", "text 3000000", "closing 1000", "closed 1000, clean"]),
    ("/reset", ["opened", "text last", "failed The stream of HTTP/2 was reset: INTERNAL_ERROR"]),
    ("/garbage", ["opened", "failed The server broke HTTP/2"]),
    ("/heads", ["failed The headers or trailers of the response exceed the limit of 262144 bytes"]),
    ("/cut", ["refused 403"]), ("/interim", ["opened", "closing 1000 by server", "closed 1000 by server, clean"]),
  ])
  func whateverTheServerDoesTheConnectionEnds(_ path: String, _ story: [String]) async throws {
    let server = try await TestServers.scriptedHTTP2()
    let socket = session.webSocket(
      server.url + path, settings: WebSocketOptions { $0.compression = nil },
      options: try await options(.http2PriorKnowledge))
    var lines: [String] = []
    for await event in socket.events() {
      lines.append(event.line)
      if case .opened = event, path == "/window" { try await socket.send(.binary(Data(count: 3_000_000))) }
      if case .message = event, path == "/window" { try socket.close() }
    }
    #expect(lines == story)
  }

  @Test func pingsOfHTTP2AreAnsweredWhileTheReaderIsSlow() async throws {
    let server = try await TestServers.scriptedHTTP2()
    let options = try await options(.http2PriorKnowledge)
    let settings = WebSocketOptions { ($0.maxWaitingSize, $0.compression) = (20_000, nil) }
    let socket = session.webSocket(server.url + "/flood", settings: settings, options: options)
    var received = 0
    for try await message in socket.messages() {
      #expect(message.data.count == 10_000)
      received += 1
      guard received == 1 else { continue }
      await until { socket.core.state.withLock { $0.hasRefusedChunk } }
      for try await answer in session.webSocket(server.url + "/ask", settings: settings, options: options).messages() {
        #expect(answer == .text("acked"))
        break
      }
    }
    #expect(received == 50)
  }

  @Test func cancellingEndsTheConnection() async throws {
    let server = try await TestServers.hypercorn()
    let socket = session.webSocket(server.url + "/echo", options: try await options())
    var lines: [String] = []
    for await event in socket.events() {
      lines.append(event.line)
      if case .message = event { socket.cancel() }
    }
    #expect(lines.prefix(2) == ["opened deflate", "text HTTP/2 None"] && lines.count == 3, "\(lines)")
  }
}
