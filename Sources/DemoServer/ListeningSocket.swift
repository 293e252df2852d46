import Glibc

/// The listening socket of a server whose library does not hand it out.
enum ListeningSocket {
  /// Keeps the socket of the server on `port` out of programs that are started meanwhile, where it would go on listening,
  /// and lets every connection send small pieces at once.
  ///
  /// FlyingFox writes the head and the body of an answer apart, so Nagle's algorithm holds the body back until the client
  /// acknowledges the head: 40 ms on Linux. Accepted sockets take the option over from the listening one (tcp(7)).
  static func tune(port: UInt16) {
    for descriptor in Int32(3)..<1024 where isListening(descriptor, port: port) {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var on: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  private static func isListening(_ descriptor: Int32, port: UInt16) -> Bool {
    var listens: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0, listens == 1 else { return false }
    var address = sockaddr_in()
    length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let found = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return found == 0 && address.sin_family == sa_family_t(AF_INET) && UInt16(bigEndian: address.sin_port) == port
  }
}
