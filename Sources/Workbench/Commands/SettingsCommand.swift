import Foundation

struct SettingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Checks your settings, and prints where they are.",
    discussion: CommandHelp.text(
      "Problems are printed with line and column. The exit code is 3 if there are any.",
      examples: ["workbench settings"], exits: "0 no problem, 3 a setting is wrong."))

  func run() async throws {
    let file = SettingsFile(try UserFolders(environment: ProcessInfo.processInfo.environment))
    let settings = try KeysCommand.settings(in: file).settings
    try StandardOutput.write(Data((file.path + "\n").utf8))
    for finding in settings.findings { StandardError.write("\(file.path):\(finding)") }
    if !settings.findings.isEmpty { throw CommandExit.broken }
  }
}

struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "Lists the commands of the screen with their keys.",
    discussion: CommandHelp.text(
      "Columns: name, for the settings; keys; title; where it works. Your settings apply.",
      examples: ["workbench keys", "workbench keys | grep request.send"]))

  func run() async throws {
    let folders = try UserFolders(environment: ProcessInfo.processInfo.environment)
    let (settings, keys) = try Self.settings(in: SettingsFile(folders))
    if let first = settings.findings.first { StandardError.write("settings.json:\(first)") }
    try StandardOutput.write(
      rows: Command.all.map { command in
        let names = keys.keys(of: command).map(\.description).joined(separator: " ")
        return [command.name, names.isEmpty ? "-" : names, command.title, command.scope.rawValue]
      })
  }

  /// The settings with all problems, including those of keys and themes.
  static func settings(in file: SettingsFile) throws -> (settings: Settings, keys: KeyMap) {
    var settings = try file.load()
    let keys = KeyMap(&settings)
    _ = ThemeChoice(&settings)
    return (settings, keys)
  }
}
