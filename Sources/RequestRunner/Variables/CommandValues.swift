/// Values of commands, kept until the program ends, so that a password manager prompts only once.
final class CommandValues: Sendable {
  private struct Key: Hashable {
    let command: ValueCommand
    let folder: String
  }

  private let run: SendEngine.Command
  private let shared = SharedFetches<Key, String>()

  init(run: @escaping SendEngine.Command) { self.run = run }

  /// The output of the command, without the line end after it.
  func value(of command: ValueCommand, in folder: String) async throws -> String {
    let key = Key(command: command, folder: folder)
    if let kept = shared.kept(key) { return kept }
    return try await shared.fetch(key) { [run] in
      var output = try await run(command.text, folder, .seconds(command.timeout))
      if output.utf8.last == UInt8(ascii: "\n") { output.unicodeScalars.removeLast() }
      if output.utf8.last == UInt8(ascii: "\r") { output.unicodeScalars.removeLast() }
      return output
    }
  }
}
