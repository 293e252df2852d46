/// The server of a URL.
enum URLHost {
  /// Host and port, without a login; the text up to the first slash where there is no scheme.
  static func text(of url: String) -> String {
    let address = url.unicodeScalars.firstRange(of: "://".unicodeScalars).map { url[$0.upperBound...] } ?? url[...]
    let authority = address.unicodeScalars.prefix { !"/?#".unicodeScalars.contains($0) }
    let start = authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex
    return String(Substring(authority[start...]))
  }
}
