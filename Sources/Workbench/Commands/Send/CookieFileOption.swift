import Foundation
import Glibc

/// The files of `-b` and `-c`: cookies of one command, separate from those of the workspace.
struct CookieFileOption {
  private let source: String?
  private let target: String?
  private let noSessionCookies: Bool
  /// The format of the written file; `nil` keeps the format of the existing file, or uses Netscape's for a new one.
  private let format: CookieFileFormat?

  /// `nil` if neither option names a file.
  init?(_ options: RouteOptions) {
    self.init(
      from: options.cookieFiles.first, to: options.cookieJar, noSessionCookies: options.noSessionCookies)
  }

  /// `nil` if both are `nil`.
  init?(from source: String?, to target: String?, noSessionCookies: Bool, as format: CookieFileFormat? = nil) {
    (self.source, self.target, self.noSessionCookies, self.format) = (source, target, noSessionCookies, format)
    if source == nil, target == nil { return nil }
  }

  /// A jar with the cookies of the file. As in curl, an empty name is not a file.
  ///
  /// As in curl, the file of `-c` is replaced at the end. A JSON file is the jar of newman or of this program, whose
  /// option also reads it, so its cookies are included.
  ///
  /// - Throws: A usage error, also if `-c` would replace an existing file that is not a cookie file.
  func jar() throws -> CookieJar {
    let jar = CookieJar()
    if let former = try former() {
      if source == nil, format == nil, CookieFileFormat(of: former) != .netscape {
        try load(former, from: target ?? "", into: jar)
      } else {
        try checkReplaced(former)
      }
    }
    guard let source, !source.isEmpty else { return jar }
    guard access(source, R_OK) == 0 else {
      // `-b jar -c jar` begins a jar.
      if errno == ENOENT, source == target { return jar }
      throw Self.unreadable(source, String(cString: strerror(errno)))
    }
    try load(Self.contents(of: source), from: source, into: jar)
    return jar
  }

  private func load(_ data: Data, from path: String, into jar: CookieJar) throws {
    do { try jar.load(data, at: Date()) } catch { throw Self.unreadable(path, "\(error)") }
    if noSessionCookies { jar.removeSessionCookies() }
  }

  /// The content of the file to replace; `nil` if it does not exist, or if it is a device or a pipe.
  private func former() throws -> Data? {
    guard let target, !NamedFile.isStandardOutput(target), VariablesFile.isFile(target) else { return nil }
    var facts = stat()
    guard stat(target, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return try Self.contents(of: target)
  }

  private static func contents(of path: String) throws -> Data {
    do { return try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw unreadable(path, FileProblem.reason(error))
    }
  }

  /// Refuses to replace a file without cookies.
  private func checkReplaced(_ former: Data) throws {
    guard let target else { return }
    let isUnderstood = (try? CookieJar().load(former, at: Date())) != nil
    if isUnderstood, !Self.isCommentsOnly(former) { return }
    throw CommandExit.usageError("\(target) is not a cookie file, and cookies would replace it — name another file")
  }

  /// Whether a file has comments but no cookies, and does not begin with the header of a cookie file.
  private static func isCommentsOnly(_ data: Data) -> Bool {
    let lines = String(decoding: data, as: UTF8.self).parts(separatedBy: "\n").filter { !$0.trimmingWhitespace.isEmpty }
    let hasCookies = lines.contains { !$0.startsExactly(with: "#") || $0.startsExactly(with: "#HttpOnly_") }
    return !lines.isEmpty && !hasCookies && !lines.contains { $0.lowercased().containsExactly("cookie file") }
  }

  private static func unreadable(_ source: String, _ reason: String) -> ExitCode {
    CommandExit.usageError("Cannot read the cookies in \(source): \(reason)")
  }

  /// Writes the jar's current cookies in the format of the existing file; a new file is in Netscape's `cookies.txt`
  /// format.
  func save(_ jar: CookieJar) throws {
    guard let target else { return }
    let format = try self.format ?? former().flatMap { $0.isEmpty ? nil : CookieFileFormat(of: $0) } ?? .netscape
    if NamedFile.isStandardOutput(target) {
      return try StandardOutput.write(text: jar.data(format, includingSession: true, at: Date()))
    }
    try CommandExit.failing(with: CommandExit.unfinished) {
      try jar.save(to: URL(fileURLWithPath: target), as: format, includingSession: true, at: Date())
    }
  }
}
