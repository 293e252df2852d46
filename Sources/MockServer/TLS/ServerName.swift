internal import Glibc

/// A host name or IP address for which a certificate is valid.
package struct ServerName: Hashable, Sendable {
  package let text: String
  let isAddress: Bool

  /// - Returns: `nil` if the text is neither a host name nor an address. In a certificate, it could be read as
  ///   something else.
  package init?(_ text: String) {
    let plain = String(text.prefix { $0 != "%" })  // An IPv6 address may name its interface.
    var bytes = in6_addr()
    isAddress = inet_pton(AF_INET, plain, &bytes) == 1 || inet_pton(AF_INET6, plain, &bytes) == 1
    let isHost =
      (1...253).contains(plain.utf8.count)
      && plain.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._".utf8.contains($0) }
    guard isAddress || isHost else { return nil }
    self.text = plain
  }

  /// The name in the notation of OpenSSL's configuration files.
  var entry: String { (isAddress ? "IP:" : "DNS:") + text }

  /// The names of a server on this machine: the loopback names, the host it listens on, and the machine's own names if
  /// it listens on all interfaces.
  package static func all(host: String) -> [ServerName] {
    let machine = ["0.0.0.0", "::"].contains(host) ? [machineName()] + interfaceAddresses() : [host]
    var seen: Set<ServerName> = []
    return (["localhost", "127.0.0.1", "::1"] + machine).compactMap(ServerName.init).filter { seen.insert($0).inserted }
  }

  private static func machineName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    return gethostname(&name, name.count - 1) == 0 ? String(cText: name) : ""
  }

  private static func interfaceAddresses() -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    return sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap { entry in
      entry?.pointee.ifa_addr.flatMap(numeric)
    }
  }

  private static func numeric(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
    let sizes = [
      Int32(AF_INET): MemoryLayout<sockaddr_in>.size, Int32(AF_INET6): MemoryLayout<sockaddr_in6>.size,
    ]
    guard let size = sizes[Int32(address.pointee.sa_family)] else { return nil }
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let code = getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
    return code == 0 ? String(cText: text) : nil
  }
}

extension String {
  /// The text up to the null terminator in a buffer.
  fileprivate init(cText buffer: [CChar]) {
    self.init(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
