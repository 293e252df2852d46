internal import Foundation

/// Copies text with the first method that works.
package enum Clipboard {
  /// The result, with a message for the user.
  package enum Outcome: Sendable {
    case copied(String)
    /// No clipboard works; the text is in a file.
    case saved(String)
    case failed(String)
  }

  /// Terminals truncate or reject longer sequences.
  private static let terminalLimit = 74_994

  /// - Parameter write: Writes a sequence to the terminal.
  package static func copy(
    _ text: String, what: String, write: @escaping @MainActor (String) -> Void
  ) async -> Outcome {
    let environment = ProcessInfo.processInfo.environment
    var complaint = ""
    for tool in tools(environment) {
      switch await tool.copy(text) {
      case .copied: return .copied("Copied \(what) with \(tool.command[0])")
      case .missing: break
      case .failed(let reason): complaint += "\(tool.command[0]) failed: \(reason). "
      }
    }
    let encoded = Data(text.utf8).base64EncodedString()
    if encoded.count <= terminalLimit, environment["TERM"] != "linux" {
      await write(sequence(encoded, isInTmux: environment["TMUX"] != nil))
      return .copied(
        complaint + "Copied \(what) through the terminal (OSC 52), if it supports that")
    }
    return save(text, what, complaint)
  }

  private static func tools(_ environment: [String: String]) -> [ClipboardTool] {
    if environment["WAYLAND_DISPLAY"] != nil { return [ClipboardTool(command: ["wl-copy"])] }
    guard environment["DISPLAY"] != nil else { return [] }
    return [["xclip", "-selection", "clipboard"], ["xsel", "-ib"]].map(ClipboardTool.init)
  }

  /// Returns the OSC 52 sequence. tmux requires it wrapped, with every escape doubled.
  private static func sequence(_ encoded: String, isInTmux: Bool) -> String {
    let plain = "\u{1B}]52;c;\(encoded)\u{07}"
    return isInTmux ? "\u{1B}Ptmux;" + plain.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\" + plain : plain
  }

  private static func save(_ text: String, _ what: String, _ complaint: String) -> Outcome {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "workbench-copy-\(UUID().uuidString.prefix(8)).txt")
    let isWritten = FileManager.default.createFile(
      atPath: file.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    return isWritten
      ? .saved(complaint + "No clipboard found; saved \(what) to \(file.path)")
      : .failed(complaint + "No clipboard found for \(what), and cannot write \(file.path)")
  }
}

extension Clipboard {
  /// The text in the clipboard; `nil` if no tool can read it.
  package static func text() async -> String? {
    let environment = ProcessInfo.processInfo.environment
    for command in readers(environment) {
      if let text = await ClipboardTool(command: command).text() { return text }
    }
    return nil
  }

  private static func readers(_ environment: [String: String]) -> [[String]] {
    if environment["WAYLAND_DISPLAY"] != nil { return [["wl-paste", "--no-newline"]] }
    guard environment["DISPLAY"] != nil else { return [] }
    return [["xclip", "-selection", "clipboard", "-o"], ["xsel", "-ob"]]
  }
}
