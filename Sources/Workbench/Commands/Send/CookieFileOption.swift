import ArgumentParser
import Foundation
import Glibc
import RequestClient
import RequestModel

/// The files of `-b` and `-c`: cookies of one command, beside those that the workspace keeps.
struct CookieFileOption {
  private let source: String?
  private let target: String?
  private let noSessionCookies: Bool
  /// The form of the written file; `nil` for that of the file that is there, or Netscape's.
  private let format: CookieFileFormat?

  /// `nil` where neither option names a file.
  init?(_ options: RouteOptions) {
    self.init(
      from: options.cookieFiles.first, to: options.cookieJar, noSessionCookies: options.noSessionCookies)
  }

  /// `nil` where neither is named.
  init?(from source: String?, to target: String?, noSessionCookies: Bool, as format: CookieFileFormat? = nil) {
    (self.source, self.target, self.noSessionCookies, self.format) = (source, target, noSessionCookies, format)
    if source == nil, target == nil { return nil }
  }

  /// A jar with the cookies of the file; an empty name is no file, as in curl.
  ///
  /// The file of `-c` is replaced at the end, as curl does. One in JSON is a jar of newman or of this program, whose
  /// option also reads it: its cookies are in the jar, too.
  ///
  /// - Throws: A usage error also for a file of `-c` that would be replaced and is no file of cookies.
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
    guard access(source, R_OK) == 0 else { throw Self.unreadable(source, String(cString: strerror(errno))) }
    try load(Self.contents(of: source), from: source, into: jar)
    return jar
  }

  private func load(_ data: Data, from path: String, into jar: CookieJar) throws {
    do { try jar.load(data, at: Date()) } catch { throw Self.unreadable(path, "\(error)") }
    if noSessionCookies { jar.removeSessionCookies() }
  }

  /// The content of the file that is to be replaced; `nil` if there is none, or it is a device or a pipe.
  private func former() throws -> Data? {
    guard let target, target != "-", VariablesFile.isFile(target) else { return nil }
    var facts = stat()
    guard stat(target, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return try Self.contents(of: target)
  }

  private static func contents(of path: String) throws -> Data {
    do { return try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw unreadable(path, FileProblem.reason(error))
    }
  }

  /// Refuses to replace a file that has no cookies in it.
  private func checkReplaced(_ former: Data) throws {
    guard let target else { return }
    let isUnderstood = (try? CookieJar().load(former, at: Date())) != nil
    if isUnderstood, !Self.isCommentsOnly(former) { return }
    throw CommandExit.fail(
      "\(target) is no file of cookies, and cookies would replace it — name another file", CommandExit.usage)
  }

  /// Whether a file has comments and no cookies, and its first lines are not those that programs write.
  private static func isCommentsOnly(_ data: Data) -> Bool {
    let lines = String(decoding: data, as: UTF8.self).parts(separatedBy: "\n").filter { !$0.trimmingWhitespace.isEmpty }
    let hasCookies = lines.contains { !$0.startsExactly(with: "#") || $0.startsExactly(with: "#HttpOnly_") }
    return !lines.isEmpty && !hasCookies && !lines.contains { $0.lowercased().containsExactly("cookie file") }
  }

  private static func unreadable(_ source: String, _ reason: String) -> ExitCode {
    CommandExit.fail("Cannot read the cookies in \(source): \(reason)", CommandExit.usage)
  }

  /// Writes what the jar has by now, in the form of the file that it replaces: without one, Netscape's `cookies.txt`.
  func save(_ jar: CookieJar) throws {
    guard let target else { return }
    let format = try self.format ?? former().flatMap { $0.isEmpty ? nil : CookieFileFormat(of: $0) } ?? .netscape
    if target == "-" {
      return try StandardOutput.write(jar.data(format, includingSession: true, at: Date()))
    }
    do {
      try jar.save(to: URL(fileURLWithPath: target), as: format, includingSession: true, at: Date())
    } catch {
      throw CommandExit.fail("\(error)", CommandExit.unfinished)
    }
  }
}
