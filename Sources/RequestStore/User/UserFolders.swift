internal import Foundation

/// The paths of the user's files: history, secrets, drafts, trash.
package struct UserFolders: Equatable, Sendable {
  package let data: String

  package init(data: String) { self.data = data }

  /// `$WORKBENCH_HOME`, else `workbench` in `$XDG_DATA_HOME`, else `~/.local/share/workbench`.
  ///
  /// - Parameter environment: The process environment.
  /// - Throws: `StoreError.noHome`.
  package init(environment: [String: String]) throws(StoreError) {
    if let own = environment["WORKBENCH_HOME"], !own.isEmpty {
      data = own.hasPrefix("/") ? own : FileManager.default.currentDirectoryPath + "/" + own
    } else if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") {
      data = base + "/workbench"
    } else if let home = HomeFolder.path(environment) {
      data = home + "/.local/share/workbench"
    } else {
      throw .noHome
    }
  }

  package var history: String { data + "/history.sqlite" }
  package var secrets: String { data + "/secrets.json" }
  package var tokenLocks: String { data + "/tokens.lock" }
  package var consents: String { data + "/consents.json" }
  package var prompts: String { data + "/prompts.json" }
  package var drafts: String { data + "/drafts" }
  package var trash: String { data + "/trash" }
  package var cookies: String { data + "/cookies" }
  package var settings: String { data + "/settings.json" }
  package var state: String { data + "/state.json" }
}
