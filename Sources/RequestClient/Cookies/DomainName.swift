/// The rules on hosts by name (RFC 6265bis, sections 5.1.2 and 5.1.3). All names are in lower case.
enum DomainName {
  /// Whether `host` is `domain` or below it. An address is below nothing.
  static func matches(_ host: String, _ domain: String) -> Bool {
    host == domain || host.hasSuffix("." + domain) && !isAddress(host)
  }

  /// Whether `host` is an IP address in any of the forms that resolvers take, `0x7f.1` too: its last label is a number.
  static func isAddress(_ host: String) -> Bool {
    if host.contains(":") { return true }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last(where: { !$0.isEmpty })?.lowercased() else { return false }
    return last.utf8.allSatisfy { (0x30...0x39).contains($0) }
      || last.hasPrefix("0x") && last.utf8.dropFirst(2).allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
  }

  /// `host` and every domain above it, the longest first; an address has none above.
  static func chain(_ host: String) -> [String] {
    // A longer one is no name, and its chain would grow with the square of its length.
    if isAddress(host) || host.utf8.count > 255 { return [host] }
    var chain = [host]
    var rest = host[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      chain.append(String(rest))
    }
    return chain
  }
}
