import Glibc

/// Finds and configures the listening socket, which FlyingFox does not expose.
enum ListeningSocket {
  /// Sets close-on-exec on the listening sockets, so that child processes do not keep them open, and disables Nagle's
  /// algorithm.
  ///
  /// FlyingFox writes head and body separately, so Nagle's algorithm would delay the body until the client acknowledges
  /// the head: 40 ms on Linux. Accepted sockets inherit the option (tcp(7)).
  static func tuneAll() {
    for descriptor in openDescriptors where isListening(descriptor) {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var on: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  private static var openDescriptors: [Int32] {
    guard let folder = opendir("/proc/self/fd") else { return Array(3..<1024) }
    defer { closedir(folder) }
    var descriptors: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let descriptor = Int32(name), descriptor > 2 { descriptors.append(descriptor) }
    }
    return descriptors
  }

  private static func isListening(_ descriptor: Int32) -> Bool {
    var listens: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 && listens == 1
  }
}
