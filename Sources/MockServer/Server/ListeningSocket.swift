internal import CFiles
internal import Glibc

/// A listening TCP socket that no child process inherits.
struct ListeningSocket {
  let descriptor: Int32
  let port: UInt16

  init(host: String, port: UInt16) throws(MockServerError.Reason) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &found)
    guard code == 0, let address = found else {
      throw .unknownHost(String(cString: gai_strerror(code)))
    }
    defer { freeaddrinfo(found) }
    descriptor = socket(
      address.pointee.ai_family,
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0, listen(descriptor, 1024) == 0
    else {
      let reason = MockServerError.Reason(errno)
      close(descriptor)
      throw reason
    }
    self.port = Self.port(of: descriptor)
  }

  private static func port(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    // The port has the same offset in IPv4 and IPv6 addresses.
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return code == 0 ? UInt16(bigEndian: address.sin6_port) : 0
  }

  enum Accepted {
    case connection(Int32)
    case none
    /// There are no descriptors or memory left.
    case exhausted
    case closed
  }

  func accept() -> Accepted {
    // A child process that starts right now must not inherit it either.
    let connection = cfiles_accept(descriptor)
    if connection >= 0 { return .connection(connection) }
    switch errno {
    case EAGAIN: return .none
    case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
    case EBADF, EINVAL: return .closed
    default: return .connection(-1)
    }
  }
}

/// A server cannot listen.
package struct MockServerError: Error, Equatable, Sendable {
  enum Reason: Error, Equatable {
    case portInUse, portNotAllowed
    case unknownHost(String)
    case other(String)
  }

  let server: String
  let host: String
  let port: UInt16
  let reason: Reason
}

extension MockServerError.Reason {
  init(_ code: Int32) {
    self =
      switch code {
      case EADDRINUSE: .portInUse
      case EACCES, EPERM: .portNotAllowed
      default: .other(String(cString: strerror(code)))
      }
  }
}

extension MockServerError: CustomStringConvertible {
  package var description: String {
    switch reason {
    case .portInUse:
      "The \(server) cannot listen on \(host):\(port): the port is in use — choose another, or 0 for a free one"
    case .portNotAllowed:
      "The \(server) may not listen on \(host):\(port) — choose a port from 1024 on, or 0 for a free one"
    case .unknownHost(let reason):
      "The \(server) cannot listen on \(host): \(reason) — pass an address of this machine, such as 127.0.0.1"
    case .other(let reason):
      "The \(server) cannot listen on \(host):\(port): \(reason)"
    }
  }
}
