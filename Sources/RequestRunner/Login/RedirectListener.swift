internal import CFiles
internal import Dispatch
internal import Foundation

/// Receives the redirect of a login at a loopback address (RFC 8252, section 7.3).
final class RedirectListener {
  /// The redirect URL with its port.
  let url: String
  private let source: any DispatchSourceRead
  private let connections: RedirectConnections

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - timeLimit: The time limit for a whole request, in seconds.
  ///   - take: Called with the address of each request. Returns whether it is the redirect of this login.
  /// - Returns: `nil` if the URL is not a loopback address. The user then pastes the address.
  /// - Throws: `Failure` if the port is in use.
  init?(
    _ redirect: String, timeLimit: Double = 10, take: @escaping @Sendable (String) -> Bool
  ) throws(Failure) {
    guard let parts = URLComponents(string: redirect), parts.scheme == "http",
      let host = parts.host, ["127.0.0.1", "localhost"].contains(host.lowercased())
    else { return nil }
    let (descriptor, port) = try Self.listen(on: parts.port ?? 0, for: redirect)
    url = with(parts) { $0.port = port }.string ?? redirect
    let visit = RedirectVisit(origin: "http://\(host):\(port)", path: parts.path.isEmpty ? "/" : parts.path, take: take)
    let connections = RedirectConnections(visit, timeLimit: timeLimit)
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: connections.queue)
    source.setEventHandler {
      // A child process that starts right now must not inherit it either.
      let connection = cfiles_accept(descriptor)
      if connection >= 0 { connections.add(connection) }
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
    self.source = source
    self.connections = connections
  }

  deinit {
    source.cancel()
    connections.endAll()
  }

  /// Connections that wait to be accepted. Silent clients must not keep the redirect out.
  private static let backlog: CInt = 128

  private static func listen(on port: Int, for redirect: String) throws(Failure) -> (descriptor: CInt, port: Int) {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    address.sin_port = UInt16(clamping: port).bigEndian
    var (yes, size) = (CInt(1), socklen_t(MemoryLayout<sockaddr_in>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && Foundation.listen(descriptor, backlog) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isListening else {
      let reason = String(cString: strerror(errno)).lowercased()
      close(descriptor)
      throw Failure(
        .unprepared, "Cannot wait for the login at \(redirect): \(reason) — use a redirect URL with another port")
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }
}
