internal import RequestClient
package import RequestStore
internal import Synchronization

/// The cookies of a workspace, apart for each of its environments. Their sessions share connections.
package final class WorkspaceJars: Sendable {
  private let root: String
  private let folders: UserFolders
  private let transport = CurlTransport(connectionsPerHost: nil)
  private let jars = Mutex<[String?: Jar]>([:])

  struct Jar {
    let cookies: WorkspaceCookies
    let session: Session
  }

  package init(root: String, _ folders: UserFolders) { (self.root, self.folders) = (root, folders) }

  /// - Parameter environment: `nil` for requests without one.
  package func cookies(of environment: String?) -> WorkspaceCookies { jar(environment).cookies }

  func jar(_ environment: String?) -> Jar {
    jars.withLock { jars in
      if let jar = jars[environment] { return jar }
      let cookies = WorkspaceCookies(root: root, environment: environment, folders)
      let jar = Jar(cookies: cookies, session: WorkspaceCookies.session(with: cookies.jar, transport: transport))
      jars[environment] = jar
      return jar
    }
  }
}
