internal import Foundation

/// Hosts that are reached without a proxy, as libcurl reads `no_proxy`, and with ports, as Postman and Go do.
package struct NoProxyList: Sendable {
  private struct Entry {
    /// Without a port.
    var name: String
    var port: Int?

    init(_ text: String) {
      name = text
      let scalars = text.unicodeScalars
      guard let colon = scalars.lastIndex(of: ":"), let number = Int(text[scalars.index(after: colon)...]) else {
        return
      }
      // An IPv6 address has more of them, unless it is in brackets.
      let host = text[..<colon]
      guard !host.utf8.contains(UInt8(ascii: ":")) || host.unicodeScalars.last == "]" else { return }
      (name, port) = (String(host), number)
    }
  }

  private var entries: [Entry]

  package init(_ text: String) {
    entries = text.lowercased().split { $0 == "," || $0.isWhitespace }.map { Entry(String($0)) }
  }

  package init(_ exceptions: [String]) { self.init(exceptions.joined(separator: ",")) }

  /// That of `no_proxy`, or else of `NO_PROXY`.
  package static var ofEnvironment: NoProxyList {
    NoProxyList((getenv("no_proxy") ?? getenv("NO_PROXY")).map { String(cString: $0) } ?? "")
  }

  /// The entries that name a port, which libcurl does not know.
  package var withPorts: NoProxyList {
    var list = self
    list.entries.removeAll { $0.port == nil }
    return list
  }

  /// An entry is a host, or a domain with or without its leading dot; `*` by itself is every host.
  package func contains(_ url: RequestURL) -> Bool {
    guard !entries.isEmpty else { return false }
    let host = Self.trimmed(url.host.lowercased())
    if entries.count == 1, entries[0].name == "*", entries[0].port == nil { return true }
    return entries.contains { entry in
      guard entry.port == nil || entry.port == url.effectivePort else { return false }
      let name = Self.trimmed(entry.name)
      return !name.isEmpty && (host == name || host.hasSuffix("." + name))
        || entry.name == "*" && entry.port != nil || Self.network(entry.name, contains: host)
    }
  }

  private static func trimmed(_ host: String) -> String {
    host.trimmingCharacters(in: CharacterSet(charactersIn: "[]."))
  }

  /// `192.168.0.0/16`, since curl 7.86.
  private static func network(_ entry: String, contains host: String) -> Bool {
    let parts = entry.split(separator: "/")
    guard parts.count == 2, let bits = Int(parts[1]), (1...32).contains(bits), let network = address(parts[0]),
      let address = address(host[...])
    else { return false }
    return (network ^ address) >> (32 - bits) == 0
  }

  private static func address(_ text: Substring) -> UInt32? {
    let bytes = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard bytes.count == 4, !bytes.contains(nil) else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt32($1 ?? 0) }
  }
}
