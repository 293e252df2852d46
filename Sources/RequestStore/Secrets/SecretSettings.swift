/// The user's choices for secrets, in the user's `settings.json`:
///
///     { "secrets": { "place": "file", "command": ["pass", "show", "workbench/{collection}/{name}"] } }
struct SecretSettings: Sendable {
  /// Where values are kept; `nil` for the Secret Service where there is one.
  private(set) var place: SecretStore.Place?
  private(set) var command: SecretLookupCommand?

  init(_ folders: UserFolders) throws(StoreError) {
    guard let text = try SettingsFile(folders).text(), let secrets = text.value.object?["secrets"]?.object else {
      return
    }
    if let name = secrets["place"], name != .null {
      place = name.string.flatMap(SecretStore.Place.init(rawValue:))
      if place == nil {
        let known = SecretStore.Place.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        throw .notUnderstood(
          path: folders.settings, text.position(of: [.key("secrets"), .key("place")]), problem: "expected \(known)")
      }
    }
    guard let words = secrets["command"], words != .null else { return }
    let arguments = words.array?.compactMap(\.string) ?? []
    guard !arguments.isEmpty, arguments.count == words.array?.count else {
      throw .notUnderstood(
        path: folders.settings, text.position(of: [.key("secrets"), .key("command")]),
        problem: "expected the words of a command, such as [\"pass\", \"show\", \"{name}\"]")
    }
    command = SecretLookupCommand(arguments: arguments)
  }
}
