internal import Foundation

/// The paths of the user's files: history, secrets, drafts, trash.
package struct UserFolders: Equatable, Sendable {
  package let data: String
  /// Where the settings are.
  package let config: String

  /// - Parameter config: The folder of the settings; `nil` for that of the data.
  package init(data: String, config: String? = nil) {
    self.data = data
    self.config = config ?? data
  }

  /// `$WORKBENCH_HOME`, else `workbench` in `$XDG_DATA_HOME`, else `~/.local/share/workbench`. The settings are in
  /// `$WORKBENCH_HOME`, else in `$XDG_CONFIG_HOME`, else in `~/.config/workbench`.
  ///
  /// - Parameter environment: The process environment.
  /// - Throws: `StoreError.noHome`.
  package init(environment: [String: String]) throws(StoreError) {
    let home = HomeFolder.path(environment)
    if let own = environment["WORKBENCH_HOME"], !own.isEmpty {
      data = own.hasPrefix("/") ? own : FileManager.default.currentDirectoryPath + "/" + own
      config = data
      return
    }
    if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") {
      data = base + "/workbench"
    } else if let home {
      data = home + "/.local/share/workbench"
    } else {
      throw .noHome
    }
    if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") {
      config = base + "/workbench"
    } else {
      config = home.map { $0 + "/.config/workbench" } ?? data
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
  /// An earlier version had the settings among the data: they stay there.
  package var settings: String {
    let earlier = data + "/settings.json"
    return config != data && Disk.exists(earlier) ? earlier : config + "/settings.json"
  }
  package var state: String { data + "/state.json" }
}
