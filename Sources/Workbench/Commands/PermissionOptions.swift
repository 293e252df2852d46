/// The permissions of a collection that are not asked for.
struct PermissionOptions: ParsableArguments {
  @Flag(help: "Lets a collection read files outside its folder, and environment variables.")
  var allowFiles = false

  @Flag(help: "Lets a collection run commands for variables, programs for requests, and your command for secrets.")
  var allowCommands = false

  @Flag(help: "Lets a collection run its scripts.")
  var allowScripts = false

  func apply(to services: inout Services) {
    services.workspace.allowsOutsideFiles = allowFiles
    services.workspace.allowsCommands = allowCommands
    services.workspace.allowsScripts = allowScripts
  }
}

/// The permissions of the scripts of a collection, in addition to those of the collection.
struct ScriptPermissionOptions: ParsableArguments {
  @Flag(help: "Lets scripts read and set secrets by pm.vault.")
  var allowVault = false

  @Option(
    help: ArgumentHelp("Lets scripts use the cookies of a host by pm.cookies.jar(). (repeatable)", valueName: "host"))
  var allowCookies: [String] = []

  /// The outside resources that scripts may use.
  func sources() throws -> Set<OutsideSource> {
    Set(try allowCookies.map { OutsideSource.cookies(try Self.host($0)) } + (allowVault ? [.vault] : []))
  }

  private static func host(_ text: String) throws -> String {
    guard let url = try? RequestURL("http://" + text), url.host.utf8.count == text.utf8.count else {
      throw CommandExit.usageError("--allow-cookies takes a host such as api.example.com, not \"\(text)\"")
    }
    return url.host.lowercased()
  }
}
