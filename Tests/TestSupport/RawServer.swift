import Foundation
import Glibc
import Synchronization

/// A TCP server that sends exactly the bytes of its script, valid HTTP or not.
///
/// Each connection has a thread that runs the script once and then closes the connection.
package final class RawServer: Sendable {
  package typealias Script = @Sendable (RawConnection) throws -> Void

  package let port: Int
  private let listener: Int32
  private let log = Recorder<String>()

  /// The bytes received by scripts, in reading order.
  package var received: [String] { log.values }
  package var url: String { "http://127.0.0.1:\(port)" }

  /// - Parameter port: 0 for any free port.
  package init(port: Int = 0, _ script: @escaping Script) throws {
    (listener, self.port) = try Self.listen(on: port)
    Thread.detachNewThread { [listener, log] in
      while true {
        let socket = accept(listener, nil, nil)
        if socket < 0 { break }
        Thread.detachNewThread {
          let connection = RawConnection(socket, log.record)
          // The client closed the connection.
          try? script(connection)
          connection.close()
        }
      }
      Glibc.close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Returns a free loopback port outside the ephemeral range, and each port once.
  ///
  /// Test processes that run at the same time have different ports.
  package static func freePort() throws -> Int {
    for _ in 0..<100 {
      let number = portsTaken.add(1, ordering: .relaxed).oldValue
      let candidate = firstPort + number % portCount
      if let (socket, port) = try? listen(on: candidate) {  // Skips ports in use.
        Glibc.close(socket)
        return port
      }
    }
    throw POSIXError(.EADDRINUSE)
  }

  private static let portsTaken = Atomic(0)
  private static let portCount = 250
  private static let firstPort = 20_000 + ((0..<40).first(where: claimPorts) ?? Int(getpid()) % 40) * portCount

  /// Takes a part of the ports until the process ends, by a name that the kernel gives to one process alone.
  private static func claimPorts(_ part: Int) -> Bool {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // An abstract name begins with a zero.
    let name = [0] + Array("workbench-test-ports-\(part)".utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let isClaimed = withUnsafeBytes(of: &address) { bytes in
      bytes.baseAddress.map { bind(socket, $0.assumingMemoryBound(to: sockaddr.self), size) == 0 } ?? false
    }
    if !isClaimed { Glibc.close(socket) }
    return isClaimed
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
