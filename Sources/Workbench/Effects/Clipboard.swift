import Foundation
import Subprocess
import WorkbenchCore

/// Copies text by the first way that works, and always says which one it was.
enum Clipboard {
  /// Terminals cut or refuse longer ones.
  private static let terminalLimit = 74_994

  /// - Parameter write: Sends a sequence to the terminal.
  static func copy(_ text: String, what: String, write: @escaping @MainActor (String) -> Void) async -> Notice {
    let environment = ProcessInfo.processInfo.environment
    for tool in tools(environment) where await run(tool, text) {
      return Notice(.success, "Copied \(what) with \(tool[0])")
    }
    let encoded = Data(text.utf8).base64EncodedString()
    if encoded.count <= terminalLimit, environment["TERM"] != "linux" {
      await write(sequence(encoded, isInTmux: environment["TMUX"] != nil))
      return Notice(
        .success, "Copied \(what) through the terminal (OSC 52); if it is not there, your terminal does not allow it")
    }
    return save(text, what)
  }

  private static func tools(_ environment: [String: String]) -> [[String]] {
    if environment["WAYLAND_DISPLAY"] != nil { return [["wl-copy"]] }
    if environment["DISPLAY"] != nil { return [["xclip", "-selection", "clipboard"], ["xsel", "-ib"]] }
    return []
  }

  private static func run(_ tool: [String], _ text: String) async -> Bool {
    let result = try? await Subprocess.run(  // A tool that is not there is no news: the next way is tried.
      .name(tool[0]), arguments: Arguments(Array(tool.dropFirst())), input: .string(text), output: .discarded,
      error: .discarded)
    return result?.terminationStatus.isSuccess ?? false
  }

  /// OSC 52; tmux passes it on when it is wrapped, with every escape doubled.
  private static func sequence(_ encoded: String, isInTmux: Bool) -> String {
    let plain = "\u{1B}]52;c;\(encoded)\u{07}"
    return isInTmux ? "\u{1B}Ptmux;" + plain.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\" + plain : plain
  }

  private static func save(_ text: String, _ what: String) -> Notice {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "workbench-copy-\(UUID().uuidString.prefix(8)).txt")
    let isWritten = FileManager.default.createFile(
      atPath: file.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    return isWritten
      ? Notice(.information, "No clipboard could take \(what); it is in \(file.path)")
      : Notice(.failure, "No clipboard could take \(what), and \(file.path) cannot be written")
  }
}
