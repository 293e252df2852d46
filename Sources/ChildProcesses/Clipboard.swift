internal import Foundation
internal import RequestBasics

/// Copies text with the first method that works.
package enum Clipboard {
  /// The result, with a message for the user.
  package enum Outcome: Sendable {
    case copied(String)
    /// The terminal was asked to copy it, and does not report whether it did.
    case sent(String)
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
    let copied = "\(what), \(length(of: text)),"
    var complaint = ""
    for tool in tools(environment) {
      switch await tool.copy(text, environment) {
      case .copied: return .copied("Copied \(copied) \(tool.destination)")
      case .missing: break
      case .failed(let reason): complaint += "\(tool.command[0]) failed: \(reason). "
      }
    }
    let encoded = Data(text.utf8).base64EncodedString()
    if encoded.count <= terminalLimit, environment["TERM"] != "linux" {
      await write(sequence(encoded, isInTmux: environment["TMUX"] != nil))
      return .sent(complaint + "Sent \(copied) to your terminal (OSC 52, if allowed)")
    }
    return save(text, copied, complaint)
  }

  /// The number of characters; of a long text the size.
  private static func length(of text: String) -> String {
    let size = text.utf8.count
    return size > 100_000 ? Formatting.bytes(size) : Formatting.count(text.count, "character")
  }

  private static func tools(_ environment: [String: String]) -> [ClipboardTool] {
    var tools: [ClipboardTool] = []
    if environment["WAYLAND_DISPLAY"] != nil {
      tools = [ClipboardTool(command: ["wl-copy"])]
    } else if environment["DISPLAY"] != nil {
      tools = [["xclip", "-selection", "clipboard"], ["xsel", "-ib"]].map { ClipboardTool(command: $0) }
    }
    return environment["TMUX"] == nil ? tools : tools + [.tmux]
  }

  /// Returns the OSC 52 sequence. tmux requires it wrapped, with every escape doubled.
  private static func sequence(_ encoded: String, isInTmux: Bool) -> String {
    let plain = "\u{1B}]52;c;\(encoded)\u{07}"
    return isInTmux ? "\u{1B}Ptmux;" + plain.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\" + plain : plain
  }

  private static func save(_ text: String, _ copied: String, _ complaint: String) -> Outcome {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "workbench-copy-\(UUID().uuidString.prefix(8)).txt")
    let isWritten = FileManager.default.createFile(
      atPath: file.path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    return isWritten
      ? .saved(complaint + "No clipboard found; saved \(copied) to \(file.path)")
      : .failed(complaint + "No clipboard found for \(copied) and cannot write \(file.path)")
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
