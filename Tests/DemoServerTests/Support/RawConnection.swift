import Glibc

/// A plain TCP connection, for tests of exact bytes.
struct RawConnection: ~Copyable {
  private let socket: Int32

  struct Failure: Error {
    let call: String
    let code = errno
  }

  init(port: UInt16) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw Failure(call: "socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      let failure = Failure(call: "connect")
      close(socket)
      throw failure
    }
    // Times out, so that a server that never responds fails the test.
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw Failure(call: "send") }
      rest = rest.dropFirst(count)
    }
  }

  /// Receives bytes until the server closes the connection.
  func receiveAll() throws -> [UInt8] {
    var received: [UInt8] = []
    while true {
      let some = try receiveSome()
      guard !some.isEmpty else { return received }
      received += some
    }
  }

  /// Waits for at least one byte and returns what is available; empty if the server has closed the connection.
  func receiveSome() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &buffer, buffer.count, 0)
    guard count >= 0 else { throw Failure(call: "recv") }
    return Array(buffer[..<count])
  }
}
