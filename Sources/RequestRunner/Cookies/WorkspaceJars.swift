package import Foundation
internal import Synchronization

/// The cookies of a workspace, separate for each environment. Their sessions share connections.
package final class WorkspaceJars: Sendable {
  private let root: String
  private let folders: UserFolders
  private let transport = CurlTransport(connectionsPerHost: nil)
  private let state = Mutex(State())

  private struct State {
    var jars: [String?: Jar] = [:]
    /// `nil` uses the settings.
    var session: WorkspaceCookies.SessionCookies?
  }

  struct Jar {
    let cookies: WorkspaceCookies
    let session: Session
  }

  package init(root: String, _ folders: UserFolders) { (self.root, self.folders) = (root, folders) }

  /// - Parameter environment: `nil` for requests without one.
  package func cookies(of environment: String?) -> WorkspaceCookies { jar(environment).cookies }

  func jar(_ environment: String?) -> Jar {
    state.withLock { state in
      if let jar = state.jars[environment] { return jar }
      let (session, problem) = sessionCookies(state.session)
      let cookies = WorkspaceCookies(
        root: root, environment: environment, folders, session: session, problem: problem)
      let jar = Jar(cookies: cookies, session: WorkspaceCookies.session(with: cookies.jar, transport: transport))
      state.jars[environment] = jar
      return jar
    }
  }

  // MARK: Session cookies

  /// Neither uses stored session cookies nor stores new ones. Call it before the first request.
  package func leaveOutSessionCookies() { state.withLock { $0.session = .leftOut } }

  /// Stores new session cookies in `saveSessionCookies`. Call it before the first request.
  package func keepSessionCookiesAtEnd() { state.withLock { $0.session = $0.session ?? .keptAtEnd } }

  /// - Returns: A warning for each file that cannot be used.
  package func saveSessionCookies(at date: Date) -> [String] {
    state.withLock { Array($0.jars.values) }.compactMap { $0.cookies.save(at: date) }
  }

  /// The treatment of session cookies, and why it may differ from the settings.
  private func sessionCookies(
    _ chosen: WorkspaceCookies.SessionCookies?
  ) -> (WorkspaceCookies.SessionCookies, problem: String?) {
    if chosen == .leftOut { return (.leftOut, nil) }
    func kept(_ problem: some CustomStringConvertible) -> (WorkspaceCookies.SessionCookies, problem: String?) {
      (chosen ?? .kept, "Session cookies are kept, whatever the settings say: \(problem)")
    }
    let file = SettingsFile(folders)
    do {
      let settings = try file.load()
      if settings["cookies", "session"]?.bool == false { return (.leftOut, nil) }
      let wrong = settings.findings.first { $0 == settings.syntaxError || $0.names("session") || $0.names("cookies") }
      return wrong.map { kept("\(file.path):\($0)") } ?? (chosen ?? .kept, nil)
    } catch {
      return kept(error)
    }
  }
}
