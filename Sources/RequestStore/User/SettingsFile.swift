/// The user's `settings.json`. Comments and layout stay when one setting is changed.
package struct SettingsFile: Sendable {
  package let path: String
  private let file: UserFile

  package init(_ folders: UserFolders) {
    path = folders.settings
    file = UserFile(path: path, allowsComments: true)
  }

  /// The initial content of a new file.
  package static let beginning = """
    {
      // Settings of workbench: docs/settings.md explains them.
      // Keys by the names of commands, which `workbench keys` lists; an empty list takes the keys away:
      // "keys": { "request.send": ["Ctrl+R", "F5"], "history.toggle": [] },
      // A theme of your own:
      // "themes": { "mine": { "base": "dark", "colours": { "error": "#ff8800" } } }
    }

    """

  /// Reads the settings. A missing file is empty.
  ///
  /// - Throws: `StoreError` for an unreadable or newer file. Mistakes in it are findings.
  package func load() throws(StoreError) -> Settings {
    guard let bytes = try file.bytes() else { return Settings() }
    if let text = try? JSONText(commented: bytes) { try FileFormat.check(text, path) }
    return Settings(bytes)
  }

  /// The whole document, including unknown settings; `nil` without a file.
  ///
  /// - Throws: `StoreError` for a file that is not an object of JSON with comments.
  func text() throws(StoreError) -> JSONText? { try file.read().text }

  /// The path, and the path of the file it links to.
  package var paths: Set<String> { [path, Disk.resolved(path)] }

  /// Creates the file if it is missing, for the editor. Does not repair a broken one.
  package func create() throws(StoreError) {
    if !Disk.exists(path) { try set([]) }
  }

  /// Sets or removes settings by their paths from the root. Leaves the rest of the file unchanged.
  ///
  /// - Throws: `StoreError`; the file is then unchanged.
  package func set(_ changes: [(path: [String], value: JSONValue?)]) throws(StoreError) {
    try file.change { (kept) throws(StoreError) in
      var bytes = kept.text?.bytes ?? Array(Self.beginning.utf8)
      for (names, value) in changes {
        guard let changed = (try? JSONText(commented: bytes))?.setting(names, to: value),
          (try? JSONText(commented: changed)) != nil
        else {
          throw .notUnderstood(
            path: path, TextPosition(line: 1, column: 1),
            problem: "\(names.joined(separator: ".")) cannot be set here: edit the file")
        }
        bytes = changed
      }
      return bytes
    }
  }
}
