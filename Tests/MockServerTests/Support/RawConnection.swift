import Dispatch
import Glibc
import MockServer
import RequestModel

/// A plain TCP connection, for tests of exact bytes.
struct RawConnection: ~Copyable {
  private let descriptor: Int32

  struct Failure: Error {
    let call: String
    let code = errno
  }

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(call: "socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { [descriptor] in
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      let failure = Failure(call: "connect")
      close(descriptor)
      throw failure
    }
    // A server that never responds fails the test.
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw Failure(call: "send") }
      rest = rest.dropFirst(count)
    }
  }

  /// Says that nothing follows.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Receives bytes until the server closes the connection.
  func receiveAll() throws -> String {
    var received: [UInt8] = []
    while true {
      let some = try receiveSome()
      guard !some.isEmpty else { return String(decoding: received, as: UTF8.self) }
      received += some
    }
  }

  func receiveSome() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count >= 0 else { throw Failure(call: "recv") }
    return Array(buffer[..<count])
  }
}

/// Runs blocking calls on a thread of their own, as Swift's tasks share a few.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "blocking").async { continuation.resume(with: Result(catching: body)) }
  }
}

/// Runs `body` with a server on a free port.
func serving(_ handler: @escaping MockServer.Handler, _ body: (UInt16) async throws -> Void) async throws {
  let server = MockServer(handler: handler)
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
    let connection = try RawConnection(port: port)
    try connection.send(text)
    if finishes { connection.finish() }
    return try connection.receiveAll()
  }
  return all.replacing(/Date: [^\r]+ GMT\r\n/, with: "")
}
