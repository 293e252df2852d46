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

  /// `nil` where neither option names a file.
  init?(_ options: RouteOptions) {
    self.init(
      from: options.cookie.flatMap { $0.containsExactly("=") ? nil : $0 }, to: options.cookieJar,
      noSessionCookies: options.noSessionCookies)
  }

  /// `nil` where neither is named.
  init?(from source: String?, to target: String?, noSessionCookies: Bool) {
    (self.source, self.target, self.noSessionCookies) = (source, target, noSessionCookies)
    if source == nil, target == nil { return nil }
  }

  /// A jar with the cookies of the file; an empty name is no file, as in curl.
  func jar() throws -> CookieJar {
    let jar = CookieJar()
    guard let source, !source.isEmpty else { return jar }
    guard access(source, R_OK) == 0 else { throw Self.unreadable(source, String(cString: strerror(errno))) }
    do {
      try jar.load(from: URL(fileURLWithPath: source), at: Date())
    } catch {
      throw Self.unreadable(source, error is any CustomNSError ? FileProblem.reason(error) : "\(error)")
    }
    if noSessionCookies { jar.removeSessionCookies() }
    return jar
  }

  private static func unreadable(_ source: String, _ reason: String) -> ExitCode {
    CommandExit.fail("Cannot read the cookies in \(source): \(reason)", CommandExit.usage)
  }

  /// Writes what the jar has by now, in the form of Netscape's `cookies.txt`.
  func save(_ jar: CookieJar) throws {
    guard let target else { return }
    if target == "-" {
      return try StandardOutput.write(jar.data(.netscape, includingSession: true, at: Date()))
    }
    do {
      try jar.save(to: URL(fileURLWithPath: target), as: .netscape, includingSession: true, at: Date())
    } catch {
      throw CommandExit.fail("\(error)", CommandExit.unfinished)
    }
  }
}
