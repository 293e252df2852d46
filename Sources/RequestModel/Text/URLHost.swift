/// The server of a URL.
enum URLHost {
  /// Host and port, without a login; without a scheme, the text up to the first slash.
  static func text(of url: String) -> String { parts(of: url).host }

  /// The same with the path, without a query.
  static func withPath(of url: String) -> String {
    let (host, rest) = parts(of: url)
    return host + String(Substring(rest.unicodeScalars.prefix { !"?#".unicodeScalars.contains($0) }))
  }

  private static func parts(of url: String) -> (host: String, rest: Substring) {
    let address = url.schemeMark.map { url[$0.upperBound...] } ?? url[...]
    let authority = address.unicodeScalars.prefix { !"/?#".unicodeScalars.contains($0) }
    let start = authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex
    return (String(Substring(authority[start...])), address[authority.endIndex...])
  }
}
