import Foundation

/// The cookies of a file in the format of Netscape, as `--cookie FILE` sends them.
enum CurlCookieFile {
  static func cookies(
    _ text: String, host authority: String, path: String, scheme: String, withSession: Bool
  ) -> [String] {
    let host = (authority.cut(at: ":")?.before ?? authority).lowercased()
    let found = text.split(whereSeparator: \.isNewline).compactMap { line -> [String]? in
      let line = line.hasPrefix("#HttpOnly_") ? line.dropFirst(10) : line
      let fields = line.parts(separatedBy: "\t")
      guard !line.hasPrefix("#"), fields.count == 7 else { return nil }
      let domain = fields[0].lowercased().drop { $0 == "." }
      let isHost = host == domain || (fields[1].uppercased() == "TRUE" && host.hasSuffix("." + domain))
      let isPath = fields[2] == "/" || path == fields[2] || path.hasPrefix(fields[2] + "/")
      let isScheme = fields[3].uppercased() != "TRUE" || scheme == "https"
      let end = Double(fields[4]) ?? 0
      let isKept = end == 0 ? withSession : end > Date().timeIntervalSince1970
      return isHost && isPath && isScheme && isKept ? fields : nil
    }
    return found.reversed().sorted(by: isBefore).map { $0[5] + "=" + $0[6] }
  }

  /// Whether there are lines of responses, which curl reads, too.
  static func hasHeaders(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { $0.lowercased().hasPrefix("set-cookie:") }
  }

  /// Whether curl sends a cookie before another one: that with the longer path, domain and name. Of equal ones it sends the
  /// later first.
  private static func isBefore(_ a: [String], _ b: [String]) -> Bool {
    let lengths = [2, 0, 5].map { (a[$0].utf8.count, b[$0].utf8.count) }
    return lengths.first { $0 != $1 }.map { $0 > $1 } ?? false
  }
}
