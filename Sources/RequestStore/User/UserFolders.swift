/// Where the user's own files stand: history, secrets, drafts, trash.
package struct UserFolders: Equatable, Sendable {
  package let data: String

  package init(data: String) { self.data = data }

  /// `$WORKBENCH_HOME`, else `workbench` in `$XDG_DATA_HOME`, else `~/.local/share/workbench`.
  ///
  /// - Parameter environment: The process's environment variables.
  package init(environment: [String: String]) {
    if let home = environment["WORKBENCH_HOME"], !home.isEmpty {
      data = home
    } else if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") {
      data = base + "/workbench"
    } else {
      data = (environment["HOME"] ?? "") + "/.local/share/workbench"
    }
  }

  package var history: String { data + "/history.sqlite" }
  package var secrets: String { data + "/secrets.json" }
  package var drafts: String { data + "/drafts" }
  package var trash: String { data + "/trash" }
  package var state: String { data + "/state.json" }
}
