import Foundation

/// A URL as curl reads it: with the scheme it guesses, without a login, its dot segments resolved.
package struct CurlAddress {
  private(set) var scheme = "http"
  /// `user:password` of the URL, decoded.
  private(set) var login: String?
  private(set) var authority = ""
  /// Begins with a slash, or is empty.
  private(set) var path = ""
  private(set) var query: String?
  private(set) var fragment: String?
  private(set) var notes: [String] = []
  /// Whether the dot segments of the path are removed once its variables have values.
  private(set) var removesDotsLater = false

  /// - Parameter defaultScheme: That of `--proto-default`, instead of a guess.
  init(_ text: String, keepsDots: Bool = false, defaultScheme: String? = nil) {
    var rest = Substring(text.trimmingCharacters(in: .whitespacesAndNewlines))
    takeScheme(&rest, defaultScheme)
    takeFragment(&rest)
    let end = rest.unicodeScalars.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    setAuthority(String(rest[..<end]))
    rest = rest[end...]
    if let mark = rest.unicodeScalars.firstIndex(of: "?") {
      query = escaped(String(rest[rest.unicodeScalars.index(after: mark)...]))
      rest = rest[..<mark]
    }
    let variable = text.unicodeScalars.firstIndex(where: VariableMarks.isMark)
    removesDotsLater = !keepsDots && URLDots.follow(variable, in: text)
    path = escaped(keepsDots || removesDotsLater ? String(rest) : String(rest).removingDotSegments)
    if !(VariableMarks.plain(path) + VariableMarks.plain(query ?? "")).utf8.allSatisfy({ $0 < 0x80 }) {
      notes.append(Self.encodedNote)
    }
  }

  private static let encodedNote = "characters beyond ASCII in the URL are sent percent-encoded"

  private mutating func takeFragment(_ rest: inout Substring) {
    guard let hash = rest.unicodeScalars.firstIndex(of: "#") else { return }
    fragment = escaped(String(rest[rest.unicodeScalars.index(after: hash)...]))
    rest = rest[..<hash]
  }

  /// `http:/host` and `http:///host` are as good for curl.
  private mutating func takeScheme(_ rest: inout Substring, _ defaultScheme: String?) {
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    let after = rest[name.endIndex...]
    if !name.isEmpty, after.hasPrefix(":/") {
      scheme = name.lowercased()
      rest = after.dropFirst().drop { $0 == "/" }
    } else if rest.unicodeScalars.first.map(VariableMarks.isMark) == true {
      // The value of the variable may include the scheme. Without one, the request is sent with http.
      scheme = ""
    } else {
      let host = name.lowercased()
      scheme = defaultScheme?.lowercased() ?? Self.guesses.first { host.hasPrefix($0 + ".") } ?? "http"
    }
  }

  private static let guesses = ["ftp", "dict", "ldap", "imap", "smtp", "pop3"]

  /// Whether we would escape characters that curl sends verbatim, unless `urlAsIs` is set.
  var hasEscapedCharacters: Bool {
    VariableMarks.plain(path).utf8.contains { "\"<>^`{}".utf8.contains($0) }
      || VariableMarks.plain(query ?? "").utf8.contains { "\"<>".utf8.contains($0) }
  }

  /// Whether a request here speaks its protocol.
  var isHTTP: Bool { ["http", "https", "ws", "wss", ""].contains(scheme) }

  private mutating func setAuthority(_ text: String) {
    guard let at = text.unicodeScalars.lastIndex(of: "@") else { return authority = text }
    login = String(decoding: PercentEncoding.decode(text[..<at]), as: UTF8.self)
    authority = String(text[text.unicodeScalars.index(after: at)...])
  }

  private mutating func escaped(_ text: String) -> String {
    let escaped = VariableMarks.mapText(text) { $0.replacing(" ", with: "%20") }
    if escaped != text { notes.append("a space in the URL is sent as %20; curl refuses it") }
    return escaped
  }

  /// A URL as `send` gets it, without its dot segments unless they follow a variable.
  ///
  /// - Returns: `nil` for a pattern of several URLs, or with braces that curl leaves out.
  package static func resolved(_ url: String) -> String? {
    let marked = VariableMarks.marking(url)
    let glob = CurlGlob(marked)
    guard glob.problem != nil || glob.urls == [marked] else { return nil }
    return URLDots.followVariable(in: url) ? url : URLDots.removed(from: url)
  }

  mutating func append(query pairs: [String]) {
    guard !pairs.isEmpty else { return }
    let joint = query?.isEmpty == false && query?.hasSuffix("&") == false ? "&" : ""
    let added = pairs.joined(separator: "&")
    if !VariableMarks.plain(added).utf8.allSatisfy({ $0 < 0x80 }) { notes.append(Self.encodedNote) }
    query = (query ?? "") + joint + escaped(Self.loweringEscapes(added))
    // A fragment is not sent, and with a query curl drops it.
  }

  /// curl writes the escapes that it adds in lower case.
  static func loweringEscapes(_ text: String) -> String {
    text.replacing(/%[0-9A-F]{2}/) { $0.output.lowercased() }
  }

  /// Takes the name of an uploaded file where the URL names a folder.
  mutating func complete(withFile file: String) {
    guard path.isEmpty || path.hasSuffix("/") else { return }
    let name = file.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    path =
      (path.isEmpty ? "/" : path)
      + VariableMarks.map(name, filter: "urlencode") {
        Self.loweringEscapes(PercentEncoding.component($0))
      }
  }

  mutating func replace(target: String) {
    let (path, query) = target.cut(at: "?").map { ($0.before, $0.after) } ?? (target, nil)
    if target.contains(" ") { notes.append("a space in the target is sent as %20") }
    (self.path, self.query) = (path, query)
    removesDotsLater = false
  }

  var text: String {
    (scheme.isEmpty ? "" : scheme + "://") + authority + path + (query.map { "?" + $0 } ?? "")
      + (fragment.map { "#" + $0 } ?? "")
  }

  /// The last segment of the path, or the host.
  var suggestedName: String {
    let segments = VariableMarks.plain(path).split(separator: "/")
    let name = segments.last.map(String.init) ?? VariableMarks.plain(authority)
    return name.isEmpty ? "request" : name
  }
}
