internal import Foundation
internal import Glibc

/// Tries whether somebody listens at an endpoint, by connecting and closing again.
///
/// It works where the caller's code does, since looking up a name blocks; each address gets `limit`.
struct ConnectionProbe: Sendable {
  /// For each address.
  var limit = Duration.seconds(1)

  func reaches(_ endpoint: NetworkEndpoint) async -> Bool {
    await withCheckedContinuation { continuation in
      CallerPool.run { continuation.resume(returning: connects(to: endpoint)) }
    }
  }

  private func connects(to endpoint: NetworkEndpoint) -> Bool {
    switch endpoint {
    case .host(let host, let port): connects(to: host, port: port)
    case .unixSocket(let path): connects(toSocketAt: path)
    }
  }

  private func connects(to host: String, port: Int) -> Bool {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    guard getaddrinfo(name, String(port), &hints, &found) == 0 else { return false }
    defer { freeaddrinfo(found) }
    return sequence(first: found, next: { $0?.pointee.ai_next }).contains { entry in
      guard let entry = entry?.pointee, let address = entry.ai_addr else { return false }
      return connects(entry.ai_family, address, entry.ai_addrlen)
    }
  }

  private func connects(toSocketAt path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    // One byte is the terminator's.
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connects(AF_UNIX, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private func connects(_ family: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Bool {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = Glibc.socket(family, kind, 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    if connect(socket, address, length) == 0 { return true }
    guard errno == EINPROGRESS else { return false }
    var descriptor = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
    guard poll(&descriptor, 1, Int32(limit.curlMilliseconds)) == 1 else { return false }
    var failure: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &failure, &size) == 0 && failure == 0
  }
}
