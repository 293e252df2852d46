extension RequestKind {
  package static let program = RequestKind(
    "stdio", "stdio program",
    "One call of JSON-RPC to a program, such as an MCP server, on its standard input and output.",
    fields: [.id, .name, .url, .body, .options, .docs, .tags, .requestVariables, .scripts, .checks, .captures],
    formTabs: [.body, .options, .scripts, .checks, .docs],
    responseTabs: ["messages", "body", "timeline", "checks", "sent"], carrier: .program)

  private static let programScheme = "stdio:"

  /// The kind of a request whose file names none.
  package static func implied(by url: String) -> RequestKind {
    if hasWebSocketScheme(url) { return .webSocket }
    return hasProgramScheme(url) ? .program : .standard
  }

  private static func hasProgramScheme(_ url: String) -> Bool {
    guard let first = url.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }), first | 0x20 == UInt8(ascii: "s") else {
      return false
    }
    return url.trimmingWhitespace.prefix(programScheme.utf8.count).lowercased().isExactly(programScheme)
  }

  /// The command line that the URL of a program has behind its scheme; `nil` for another URL.
  package static func commandLine(in url: String) -> String? {
    guard hasProgramScheme(url) else { return nil }
    return String(url.trimmingWhitespace.unicodeScalars.dropFirst(programScheme.utf8.count)).trimmingWhitespace
  }
}

extension SavedRequest {
  /// Why the command line of a program cannot be run, or `nil`. Values of variables are not part of it: they may come from
  /// a server, and the shell would run what they say.
  package var commandLineMistake: String? { Self.commandLineMistake(in: url) }

  static func commandLineMistake(in url: String) -> String? {
    guard let line = RequestKind.commandLine(in: url) else {
      return "the URL of a program is stdio: and a command line, such as stdio:uvx mcp-server-time"
    }
    if line.isEmpty { return "the command line is empty: type one behind stdio:" }
    if line.utf8.contains(0) { return "the command line has a NUL character" }
    guard let name = Template(line).variables.first else { return nil }
    return "a command line has no variables, and {{\(name)}} is one: use a variable of the shell, such as \"$NAME\" — "
      + "\(Template.escapedBraces) stands for two braces"
  }

  /// The command line of a program as the shell takes it.
  package var commandLine: String { Template.unescaping(RequestKind.commandLine(in: url) ?? "") }
}
