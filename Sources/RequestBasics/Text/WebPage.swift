/// Addresses that a browser may open.
package enum WebPage {
  /// Whether `url` is an absolute http or https URL with a host, without spaces and control characters.
  ///
  /// URLs of logins and links are written by servers and collections: `file:///…x.desktop` would start a program, and
  /// `--option` would be an option of the browser's command.
  package static func isAddress(_ url: String) -> Bool {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    guard ["http", "https"].contains(url[..<colon].lowercased()) else { return false }
    let rest = url[colon...].utf8
    guard rest.starts(with: "://".utf8), let first = rest.dropFirst(3).first else { return false }
    guard !"/?#".utf8.contains(first) else { return false }
    return url.unicodeScalars.allSatisfy { $0.value > 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "\\" }
  }
}
