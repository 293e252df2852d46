import Foundation
import TestSupport
import Testing

@testable import RequestRunner

/// Other clients of the port at which a login waits for its redirect.
@Suite(.timeLimit(.minutes(1))) struct RedirectListenerTests {
  private let taken = Recorder<String>()

  private func listener(timeLimit: Double = 60) throws -> RedirectListener {
    let listener = try RedirectListener("http://127.0.0.1/callback", timeLimit: timeLimit) { [taken] text in
      taken.record(text)
      return text.contains("code=right")
    }
    return try #require(listener)
  }

  private func port(_ listener: RedirectListener) throws -> UInt16 {
    let port = URLComponents(string: listener.url)?.port
    return UInt16(try #require(port))
  }

  @Test func aClientThatSendsByteByByteDoesNotKeepTheRedirectOut() async throws {
    let listener = try listener()
    let (port, started, taken) = (try port(listener), Gate(), taken)
    async let slow: Void = blocking {
      let connection = try RawClient(port: port)
      while taken.values.isEmpty {
        try connection.send("a")
        started.open()
        usleep(20_000)
      }
    }
    await started.wait()
    let response = try await blocking {
      let connection = try RawClient(port: port)
      try connection.send("GET /callback?code=right HTTP/1.1\r\nHost: x\r\n\r\n")
      return String(decoding: try connection.receiveAll(), as: UTF8.self)
    }
    try await slow
    #expect(response.hasPrefix("HTTP/1.1 200 OK"))
    #expect(taken.values == ["http://127.0.0.1:\(port)/callback?code=right"])
    withExtendedLifetime(listener) {}
  }

  @Test func silentClientsThatAreNotAcceptedYetDoNotKeepTheRedirectOut() async throws {
    let (reached, held) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let made = try RedirectListener("http://127.0.0.1/callback", timeLimit: 60) { text in
      // Nothing is accepted meanwhile.
      if text.contains("code=wrong") {
        reached.signal()
        held.wait()
      }
      return text.contains("code=right")
    }
    let listener = try #require(made)
    let port = try port(listener)
    let response = try await blocking {
      let first = try RawClient(port: port)
      try first.send("GET /callback?code=wrong HTTP/1.1\r\nHost: x\r\n\r\n")
      reached.wait()
      let response = try Self.response(at: port, silentClients: 40) { held.signal() }
      first.finish()
      return response
    }
    #expect(response.hasPrefix("HTTP/1.1 200 OK"))
    withExtendedLifetime(listener) {}
  }

  /// The response to the redirect, while silent clients are connected.
  ///
  /// - Parameter connected: Called once all are connected.
  private static func response(at port: UInt16, silentClients count: Int, connected: () -> Void) throws -> String {
    let client = try RawClient(port: port)
    if count > 0 {
      let response = try response(at: port, silentClients: count - 1, connected: connected)
      client.finish()
      return response
    }
    connected()
    return try received(by: client)
  }

  @available(*, noasync, message: "Call it in blocking { }")
  private static func received(by client: borrowing RawClient) throws -> String {
    try client.send("GET /callback?code=right HTTP/1.1\r\nHost: x\r\n\r\n")
    return String(decoding: try client.receiveAll(), as: UTF8.self)
  }

  @Test func aRequestThatArrivesInPiecesIsRead() async throws {
    let listener = try listener()
    let port = try port(listener)
    let response = try await blocking {
      let connection = try RawClient(port: port)
      for piece in ["POST /callback HTTP/1.1\r\nContent-", "Length: 10\r\n\r", "\n", "code=", "right"] {
        try connection.send(piece)
      }
      return String(decoding: try connection.receiveAll(), as: UTF8.self)
    }
    #expect(response.hasPrefix("HTTP/1.1 200 OK"))
    #expect(taken.values == ["http://127.0.0.1:\(port)/callback#code=right"])
    withExtendedLifetime(listener) {}
  }

  @Test func theTimeOfAWholeRequestIsLimited() async throws {
    let listener = try listener(timeLimit: 0.2)
    let port = try port(listener)
    let isLeft = try await blocking {
      let connection = try RawClient(port: port)
      do {
        while true {
          try connection.send("a")
          usleep(20_000)
        }
      } catch is RawClient.Failure { return true }
    }
    #expect(isLeft && taken.values.isEmpty)
    withExtendedLifetime(listener) {}
  }

  @Test func childProcessesInheritNoConnection() async throws {
    let listener = try listener()
    let port = try port(listener)
    let client = try RawClient(port: port)
    try Self.begin(client)
    // The one that listens, and the accepted one.
    while !Self.sockets(at: port).elementsEqual([true, true]) { await Task.yield() }
    client.finish()
    withExtendedLifetime(listener) {}
  }

  private static func begin(_ client: borrowing RawClient) throws { try client.send("GET") }

  /// Whether each socket of this process with that port is closed in children.
  private static func sockets(at port: UInt16) -> [Bool] {
    (Int32(0)..<1024).compactMap { descriptor in
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isSocket = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
      }
      guard isSocket, address.sin_family == sa_family_t(AF_INET), UInt16(bigEndian: address.sin_port) == port else {
        return nil
      }
      return fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0
    }
  }
}
