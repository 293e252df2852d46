import Foundation

/// A line of standard input: a message, or a command of `--interactive`.
enum InputLine: Equatable {
  case send(ChannelMessage)
  case close(CloseReason?)
  /// A line that sends nothing.
  case nothing
  case mistake(String)

  /// - Parameter saved: The request, whose saved messages have names.
  static func command(_ line: String, of saved: SavedRequest) -> InputLine {
    guard line.utf8.first == UInt8(ascii: "/") else { return line.isEmpty ? .nothing : .send(message(line)) }
    let (name, rest) = line.cut(at: " ").map { (String($0.before), String($0.after)) } ?? (line, "")
    switch name {
    case "/ping": return .send(ChannelMessage("ping", Data(rest.utf8)))
    case "/close": return close(rest)
    case "/send":
      guard let message = saved.message(named: rest) else { return .mistake("No saved message \"\(rest)\"") }
      return .send(message.outgoing)
    case "/file": return file(rest)
    case "/binary": return binary(rest)
    case "/text": return .send(message(rest))
    default:
      return .mistake(
        "There is no \(name) — use /ping, /close, /send, /file or /binary, or /text before a text that begins with a slash"
      )
    }
  }

  /// A text message. Its variables are replaced.
  static func message(_ text: String) -> ChannelMessage {
    TextKind.mayHoldVariables(Data(text.utf8)) ? .template(text) : .text(text)
  }

  /// A binary message as base64.
  static func binary(_ text: String) -> InputLine {
    guard let bytes = Data(base64Encoded: text) else {
      return .mistake("Not sent: \"\(text)\" is not base64")
    }
    return .send(ChannelMessage("binary", bytes))
  }

  private static func close(_ text: String) -> InputLine {
    if text.trimmingWhitespace.isEmpty { return .close(nil) }
    guard let reason = CloseReason(typed: text) else {
      return .mistake("/close takes a code and a reason, such as /close 1000 bye")
    }
    return reason.problem.map { .mistake($0) } ?? .close(reason)
  }

  /// The most bytes of a file that is a message.
  private static let fileLimit = 64 << 20

  /// A file of the user, who named it.
  private static func file(_ path: String) -> InputLine {
    let url = URL(fileURLWithPath: path)
    do {
      let values = try url.resourceValues(forKeys: [.isDirectoryKey, .fileSizeKey])
      if values.isDirectory == true { return .mistake("Cannot read the file \(path): it is a folder") }
      guard values.fileSize ?? 0 <= fileLimit else {
        return .mistake("Cannot send the file \(path): it has more than \(fileLimit >> 20) MB")
      }
      let bytes = try Data(contentsOf: url)
      return .send(ChannelMessage(String(validating: bytes, as: UTF8.self) == nil ? "binary" : "text", bytes))
    } catch {
      return .mistake("Cannot read the file \(path): \(SystemText.reason(of: error))")
    }
  }
}
