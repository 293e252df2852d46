import Dispatch
import Glibc

/// A plain TCP connection to a server on this machine, for tests of exact bytes.
package struct RawClient: ~Copyable {
  private let descriptor: Int32

  package struct Failure: Error {
    package let call: String
    package let code = errno
  }

  package init(port: UInt16) throws {
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

  @available(*, noasync, message: "Call it in blocking { }")
  package func send(_ text: String) throws { try send(Array(text.utf8)) }

  @available(*, noasync, message: "Call it in blocking { }")
  package func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw Failure(call: "send") }
      rest = rest.dropFirst(count)
    }
  }

  /// Says that nothing follows.
  package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Receives bytes until the server closes the connection.
  @available(*, noasync, message: "Call it in blocking { }")
  package func receiveAll() throws -> [UInt8] {
    var received: [UInt8] = []
    while true {
      let some = try receiveSome()
      guard !some.isEmpty else { return received }
      received += some
    }
  }

  /// Waits for at least one byte and returns what is available; empty if the server has closed the connection.
  @available(*, noasync, message: "Call it in blocking { }")
  package func receiveSome() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count >= 0 else { throw Failure(call: "recv") }
    return Array(buffer[..<count])
  }
}

/// Runs blocking calls on a thread of their own, as Swift's tasks share a few.
package func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "blocking").async { continuation.resume(with: Result(catching: body)) }
  }
}
