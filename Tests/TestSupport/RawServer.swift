import Foundation
import Glibc

/// A TCP server that sends what its script says, byte for byte, whether it is HTTP or not.
///
/// Each connection is served by a thread of its own that runs the script once and then closes.
package final class RawServer: Sendable {
  package typealias Script = @Sendable (RawConnection) throws -> Void

  package let port: Int
  private let listener: Int32
  private let log = Recorder<String>()

  /// What clients sent, as far as scripts have read it, in order of reading.
  package var received: [String] { log.values }
  package var url: String { "http://127.0.0.1:\(port)" }

  /// - Parameter port: 0 for one that is free.
  package init(port: Int = 0, _ script: @escaping Script) throws {
    (listener, self.port) = try Self.listen(on: port)
    Thread.detachNewThread { [listener, log] in
      while true {
        let socket = accept(listener, nil, nil)
        if socket < 0 { break }
        Thread.detachNewThread {
          let connection = RawConnection(socket, log.record)
          // A script that ends early because the client went away has said all it could.
          try? script(connection)
          connection.close()
        }
      }
      Glibc.close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// A port of the loopback on which nobody listens, below those that the system hands out by itself,
  /// so that no other test gets it meanwhile.
  package static func freePort() throws -> Int {
    for _ in 0..<100 {
      if let (socket, port) = try? listen(on: Int.random(in: 20_000..<30_000)) {  // Taken: the next one.
        Glibc.close(socket)
        return port
      }
    }
    throw POSIXError(.EADDRINUSE)
  }

  private static func listen(on port: Int = 0) throws -> (socket: Int32, port: Int) {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutableBytes(of: &address) { bytes in
      let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      guard let pointer, bind(socket, pointer, size) == 0, Glibc.listen(socket, 128) == 0 else { return false }
      return getsockname(socket, pointer, &size) == 0
    }
    if socket < 0 || !isBound {
      Glibc.close(socket)
      throw POSIXError(.EADDRINUSE)
    }
    return (socket, Int(UInt16(bigEndian: address.sin_port)))
  }
}
