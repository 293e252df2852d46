internal import Foundation
internal import RequestBasics

/// The `cookies.txt` form: domain, whether hosts below it count, path, whether it is secure, expiry in seconds since
/// 1970 (0 for the session's end), name and value, parted by tabs.
enum NetscapeCookies {
  private static let httpOnlyMark = "#HttpOnly_"

  static func encode(_ cookies: [Cookie]) -> Data {
    let lines = cookies.filter { !"\($0.name)\($0.path)".unicodeScalars.contains("\t") }.map(line)
    return Data((["# Netscape HTTP Cookie File", ""] + lines + [""]).joined(separator: "\n").utf8)
  }

  private static func line(_ cookie: Cookie) -> String {
    let domain = (cookie.isHTTPOnly ? httpOnlyMark : "") + (cookie.isHostOnly ? "" : ".") + cookie.domain
    // An expiry of 0 would mean none.
    let expires = cookie.expires.map { max(1, Int(UTCTime($0).date.timeIntervalSince1970)) } ?? 0
    let flags = [!cookie.isHostOnly, cookie.isSecure].map { $0 ? "TRUE" : "FALSE" }
    return [domain, flags[0], cookie.path, flags[1], String(expires), cookie.name, cookie.value].joined(separator: "\t")
  }

  /// - Parameter date: When the cookies count as created, which the file does not tell.
  static func decode(_ text: String, at date: Date) throws(CookieFileError) -> [Cookie] {
    var cookies: [Cookie] = []
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let whole = line.last == "\r" ? line.dropLast() : line
      let isHTTPOnly = whole.starts(with: httpOnlyMark.unicodeScalars)
      let rest = isHTTPOnly ? whole.dropFirst(httpOnlyMark.unicodeScalars.count) : whole
      if rest.first == "#" || rest.allSatisfy({ $0 == " " || $0 == "\t" }) { continue }
      guard var cookie = cookie(rest, at: date) else { throw .invalidLine(number: index + 1) }
      cookie.isHTTPOnly = isHTTPOnly
      cookies.append(cookie)
    }
    return cookies
  }

  private static func cookie(_ line: Substring.UnicodeScalarView, at date: Date) -> Cookie? {
    let fields = line.split(separator: "\t", maxSplits: 6, omittingEmptySubsequences: false).map { String($0) }
    // Some programs leave out the last tab of an empty value.
    guard (6...7).contains(fields.count), let includesHosts = flag(fields[1]), let isSecure = flag(fields[3]),
      let seconds = Int(fields[4])
    else { return nil }
    return Cookie(
      name: fields[5], value: fields.count == 7 ? fields[6] : "", domain: fields[0], path: fields[2],
      expires: seconds == 0 ? nil : Date(timeIntervalSince1970: Double(seconds)), isSecure: isSecure,
      isHostOnly: !includesHosts, created: date)
  }

  private static func flag(_ text: String) -> Bool? {
    switch text.uppercased() {
    case "TRUE": true
    case "FALSE": false
    default: nil
    }
  }
}
