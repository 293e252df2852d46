internal import Foundation

/// The paths of the user's files: history, secrets, drafts, trash.
package struct UserFolders: Equatable, Sendable {
  package let data: String
  /// Where the settings are.
  package let config: String
  /// Files that can be fetched again.
  package let cache: String

  private static let historyName = "history.sqlite"

  /// All in one folder.
  package init(data: String) { self.init(data: data, config: data, cache: data + "/cache") }

  private init(data: String, config: String, cache: String) {
    (self.data, self.config, self.cache) = (data, config, cache)
  }

  /// `$WORKBENCH_HOME`, else `workbench` in `$XDG_DATA_HOME` or `~/.local/share`. Outside of `$WORKBENCH_HOME`,
  /// settings are in `$XDG_CONFIG_HOME` or `~/.config`, and files that can be fetched again in `$XDG_CACHE_HOME` or
  /// `~/.cache`.
  ///
  /// - Parameter environment: The process environment.
  /// - Throws: `StoreError.noHome`.
  package init(environment: [String: String]) throws(StoreError) {
    if let own = environment["WORKBENCH_HOME"], !own.isEmpty {
      self.init(data: own.hasPrefix("/") ? own : FileManager.default.currentDirectoryPath + "/" + own)
      return
    }
    func folder(_ variable: String, _ inHome: String) -> String? {
      if let path = environment[variable], path.hasPrefix("/") { return path + "/workbench" }
      return HomeFolder.path(environment).map { $0 + inHome + "/workbench" }
    }
    guard let data = folder("XDG_DATA_HOME", "/.local/share") else { throw .noHome }
    self.init(
      data: data, config: folder("XDG_CONFIG_HOME", "/.config") ?? data,
      cache: folder("XDG_CACHE_HOME", "/.cache") ?? data + "/cache")
  }

  package var history: String { data + "/" + Self.historyName }
  package var secrets: String { data + "/secrets.json" }
  package var tokenLocks: String { data + "/tokens.lock" }
  package var consents: String { data + "/consents.json" }
  package var prompts: String { data + "/prompts.json" }
  package var drafts: String { data + "/drafts" }
  package var trash: String { data + "/trash" }
  package var cookies: String { data + "/cookies" }
  package var settings: String { config + "/settings.json" }
  /// Fetched bases of collections.
  package var bases: String { cache + "/bases" }
  package var recents: String { data + "/recents.json" }
  package var state: String { data + "/state.json" }
  package var navigation: String { data + "/navigation.json" }

  /// Whether a file has the name of the history in use, unlike one that was set aside or copied.
  static func isHistory(_ path: String) -> Bool { path == historyName || path.hasSuffix("/" + historyName) }
}
