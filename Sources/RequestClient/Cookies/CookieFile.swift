public import Foundation

/// A cookie jar as JSON.
struct CookieFile: Codable {
  static let currentVersion = 1

  var version = Self.currentVersion
  var cookies: [Cookie]

  static func encode(_ cookies: [Cookie]) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(CookieFile(cookies: cookies)) + Data("\n".utf8)
    } catch {
      preconditionFailure("texts and flags can always be written as JSON: \(error)")
    }
  }

  static func decode(_ data: Data) throws(CookieFileError) -> [Cookie] {
    do {
      let version = try JSONDecoder().decode(Version.self, from: data).version
      if version != currentVersion { throw CookieFileError.unsupportedVersion(version) }
      return try JSONDecoder().decode(CookieFile.self, from: data).cookies
    } catch let error as CookieFileError {
      throw error
    } catch {
      throw .invalidJSON(error.decodingFact)
    }
  }

  /// The file as JSON; `nil` if it is not JSON.
  static func json(_ data: Data) -> JSONValue? { try? JSONText(Array(data)).value }

  /// Decoded first, because later versions may have another format.
  private struct Version: Decodable { var version: Int }
}

extension Error {
  /// The problem and its location, without any of the file's content.
  fileprivate var decodingFact: String {
    switch self as? DecodingError {
    case .keyNotFound(let key, let context): "\(context.place) has no \"\(key.stringValue)\""
    case .typeMismatch(_, let context), .valueNotFound(_, let context): "\(context.place) is of the wrong kind"
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      "\(context.place): \(context.debugDescription)"
    default: "it is damaged"
    }
  }
}

extension DecodingError.Context {
  /// `cookies[3].expires`
  fileprivate var place: String {
    let path = codingPath.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
    return path.isEmpty ? "the file" : String(path.drop { $0 == "." })
  }
}

/// The format of a cookie file. Loading detects it.
public enum CookieFileFormat: Sendable {
  /// `{"version": 1, "cookies": […]}` with cookies as encoded by `Cookie`. Lossless.
  case json
  /// The `cookies.txt` of curl, wget and browser extensions: seven tab-separated fields per line. It cannot represent
  /// `SameSite`, creation times or tabs in names and paths; cookies with such tabs are omitted.
  case netscape
  /// The JSON of tough-cookie, which newman reads and writes. Times of last use and extensions are not kept.
  case toughCookie

  /// The format of a file's content, as its beginning says.
  package init(of data: Data) {
    let isJSON = data.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) } == UInt8(ascii: "{")
    let isTough = isJSON && CookieFile.json(data).map(ToughCookies.recognizes) == true
    self = isTough ? .toughCookie : isJSON ? .json : .netscape
  }
}

/// The reason a cookie file could not be written or read.
public enum CookieFileError: Error, Hashable, Sendable {
  /// The reason is the system's error text.
  case unreadable(URL, reason: String)
  /// The reason is the system's error text.
  case unwritable(URL, reason: String)
  /// The file is not a cookie file in JSON; the text says why.
  case invalidJSON(String)
  /// The file has a later format version.
  case unsupportedVersion(Int)
  /// A line of a Netscape file, counted from 1, is malformed.
  case invalidLine(number: Int)
  /// A cookie, counted from 1, cannot be sent.
  case invalidCookie(number: Int, CookieRefusal)
}

extension CookieFileError: DescribedError {
  /// A message saying what failed and what to do about it.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "Cannot read cookies from \"\(file.path)\": \(reason)"
    case .unwritable(let file, let reason): "Cannot write cookies to \"\(file.path)\": \(reason)"
    case .invalidJSON(let detail): "The cookies cannot be read: \(detail) — fix the file or remove it"
    case .unsupportedVersion(let version):
      "The cookies are in version \(version) of the format, but only \(CookieFile.currentVersion) is supported — use a newer program"
    case .invalidLine(let number):
      "The cookies cannot be read: line \(number) does not have seven tab-separated fields — fix or remove it"
    case .invalidCookie(let number, let refusal): "The cookies cannot be read: number \(number): \(refusal)"
    }
  }
}

/// The `cookies.txt` format: domain, whether it includes subdomains, path, whether it is secure, expiry in seconds
/// since 1970 (0 for session cookies), name and value, separated by tabs.
enum NetscapeCookies {
  private static let httpOnlyMark = "#HttpOnly_"

  static func encode(_ cookies: [Cookie]) -> Data {
    let lines = cookies.filter { !"\($0.name)\($0.path)".unicodeScalars.contains("\t") }.map(line)
    return Data((["# Netscape HTTP Cookie File", ""] + lines + [""]).joined(separator: "\n").utf8)
  }

  private static func line(_ cookie: Cookie) -> String {
    let domain = (cookie.isHTTPOnly ? httpOnlyMark : "") + (cookie.isHostOnly ? "" : ".") + cookie.domain
    // 0 marks a session cookie.
    let expires = cookie.expires.map { max(1, Int(UTCTime($0).date.timeIntervalSince1970)) } ?? 0
    let flags = [!cookie.isHostOnly, cookie.isSecure].map { $0 ? "TRUE" : "FALSE" }
    return [domain, flags[0], cookie.path, flags[1], String(expires), cookie.name, cookie.value].joined(separator: "\t")
  }

  /// - Parameter date: Creation time of the cookies, which the file does not contain.
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
    // Some programs omit the tab before an empty value.
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

/// Writes files that only their owner can read.
enum PrivateFile {
  /// The system's error text.
  struct Failure: Error {
    let reason: String

    /// The error of the last system call.
    static var last: Failure { Failure(reason: String(cString: strerror(errno))) }
  }

  /// Writes into what exists and is no file, such as `/dev/stdout` or a pipe: it must not be replaced by one.
  ///
  /// - Returns: Whether it is such.
  static func writeInto(_ target: URL, _ content: Data) throws(Failure) -> Bool {
    var status = stat()
    guard stat(target.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return false }
    let descriptor = open(target.path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    try write(content, descriptor)
    return true
  }

  /// Creates `file`, which must not exist, and removes it if writing fails.
  static func write(_ content: Data, to file: URL) throws(Failure) {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
    do throws(Failure) {
      defer { close(descriptor) }
      try write(content, descriptor)
      guard fsync(descriptor) == 0 else { throw .last }
    } catch {
      unlink(file.path)
      throw error
    }
  }

  private static func write(_ content: Data, _ descriptor: Int32) throws(Failure) {
    var rest = content[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno != EINTR { throw .last }
      rest = rest.dropFirst(max(0, written))
    }
  }

  /// Replaces `target` by `file` atomically; removes `file` if that fails.
  static func move(_ file: URL, to target: URL) throws(Failure) {
    guard rename(file.path, target.path) != 0 else { return }
    let failure = Failure.last
    unlink(file.path)
    throw failure
  }
}
