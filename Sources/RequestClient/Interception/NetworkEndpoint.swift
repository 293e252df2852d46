/// Where a connection leads.
public enum NetworkEndpoint: Hashable, Sendable {
  /// A name or address, IPv6 addresses with or without their brackets.
  case host(String, port: Int)
  /// The path of a unix socket.
  case unixSocket(String)
}

extension NetworkEndpoint {
  /// Where the transport connects to for `message`: what its options name, else the URL's host.
  ///
  /// Proxies that only the environment names are not looked up.
  init(of message: OutgoingRequest, options: TransferOptions) {
    let (host, port) = (message.url.host, message.url.effectivePort)
    if let path = options.unixSocketPath {
      self = .unixSocket(path)
    } else if case .proxy(let proxy) = options.proxy {
      self = .host(proxy.host, port: proxy.port)
    } else if let other = options.connectTo["\(host):\(port)"] ?? options.connectTo[host] {
      self = Self.place(other, port)
    } else {
      self = .host(options.resolve["\(host):\(port)"] ?? options.resolve[host] ?? host, port: port)
    }
  }

  /// `host:port`; without a port, `port` holds.
  private static func place(_ text: String, _ port: Int) -> NetworkEndpoint {
    let end = text.lastIndex(of: "]") ?? text.startIndex
    guard let colon = text[end...].lastIndex(of: ":") else { return .host(text, port: port) }
    let (host, digits) = (text[..<colon], text[text.index(after: colon)...])
    return .host(host.isEmpty ? "localhost" : String(host), port: Int(digits) ?? port)
  }
}
