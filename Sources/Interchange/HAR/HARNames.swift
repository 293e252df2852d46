/// Names of requests and folders from URLs.
enum HARNames {
  /// Host and port as written, in lower case, without a login.
  static func host(of url: String) -> String { parts(of: url).host.lowercased() }

  /// `GET /users/1`.
  static func request(_ method: String, _ url: String) -> String {
    let path = parts(of: url).path
    let decoded = String(decoding: PercentEncoding.decode(path), as: UTF8.self)
    return shortened(method + " " + (decoded.isEmpty ? "/" : decoded))
  }

  static func shortened(_ name: String) -> String {
    let line = name.split { $0.isNewline }.first.map(String.init) ?? ""
    return line.count > 120 ? line.prefix(119) + "…" : line
  }

  /// The file extension of the URL's path, in lower case.
  static func fileExtension(of url: String) -> String {
    let file = parts(of: url).path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return file.lastIndex(of: ".").map { file[file.index(after: $0)...].lowercased() } ?? ""
  }

  private static func parts(of url: String) -> (host: String, path: String) {
    let scalars = url.unicodeScalars
    let start = scalars.firstRange(of: "://".unicodeScalars)?.upperBound ?? scalars.startIndex
    let authority = scalars[start...].prefix { !"/?#".unicodeScalars.contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    let path = scalars[authority.endIndex...].prefix { !"?#".unicodeScalars.contains($0) }
    return (String(host), String(path))
  }
}
