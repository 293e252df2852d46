internal import Foundation

/// `websocat` 1: each line of standard input is a message, or each text up to a NUL.
struct Websocat {
  let request: CodeRequest
  private let socket: CodeSocket
  private var options: [String] = []
  private var notes: [String] = []

  init(_ request: CodeRequest) {
    (self.request, socket) = (request, request.socket ?? CodeSocket())
    for header in request.headers { options.append("-H=" + ShellText.quoted(header.name + ": " + header.value)) }
    if !socket.subprotocols.isEmpty {
      options.append("--protocol=" + ShellText.quoted(socket.subprotocols.joined(separator: ", ")))
    }
    for setting in request.settings {
      switch setting {
      case .redirects, .noRedirects, .version(.http1): break
      case .unverified: options.append("--insecure")
      default: notes.append(setting.missing("websocat"))
      }
    }
    if socket.messages.contains(where: Self.isBinary) { notes.append("Binary messages are left out.") }
  }

  private static func isBinary(_ message: CodeSocket.Message) -> Bool {
    switch message {
    case .text: false
    case .binary: true
    case .file(_, let isBinary): isBinary
    }
  }

  var program: CodeProgram {
    let messages = socket.messages.filter { !Self.isBinary($0) }
    let needsNUL = messages.contains { message in
      if case .text(let text) = message { text.containsExactly("\n") } else { true }
    }
    let end = needsNUL ? #"\0"# : #"\n"#
    let commands = messages.map { message in
      switch message {
      case .file(let path, _): "cat -- \(ShellText.quoted(path)); printf '\(end)'"
      case .text(let text): "printf '%s\(end)' " + ShellText.quoted(text)
      case .binary: ":"
      }
    }
    // Without --no-close, the end of the input closes before the server has answered.
    let own = commands.isEmpty ? [] : ["--no-close"] + (needsNUL ? ["--null-terminated"] : [])
    let call = (["websocat"] + own + options + [ShellText.quoted(request.url)]).joined(separator: " \\\n  ")
    guard commands.count > 1 else {
      return CodeProgram(text: (commands + [call]).joined(separator: " | "), notes: notes)
    }
    return CodeProgram(text: "{\n" + commands.map { "  \($0)\n" }.joined() + "} | " + call, notes: notes)
  }
}
