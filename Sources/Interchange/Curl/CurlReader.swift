internal import RequestModel

extension ImportFormat {
  /// Command lines of curl, as copied from documents, terminals and browsers.
  static let curl = ImportFormat("curl", "curl commands") { source in
    // Any text is shell text: that of JSON is not searched for commands.
    guard source.json == nil, let first = source.text.first(where: { !$0.isWhitespace }), !"{[<".contains(first) else {
      return false
    }
    return source.text.contains("curl")
      && ShellScript(source.text).commands.contains { CurlReader.arguments(of: $0) != nil }
  } read: { source throws(ImportError) in
    if ShellScript.isForWindows(source.text) {
      throw ImportError("It is a command for cmd.exe, with ^ before quotes — copy it as cURL (bash)")
    }
    let script = ShellScript(source.text)
    var reader = CurlReader()
    for command in script.commands { reader.read(command) }
    guard !reader.items.isEmpty else { throw ImportError("There is no curl command with a URL in it") }
    var result = ImportResult()
    result.collections = [PortableFolder(name: source.stem ?? "curl", items: reader.items)]
    result.notes = script.problems.map { InterchangeNote(.changed, [], $0) } + reader.notes
    return result
  }
}

/// Turns curl commands into requests that send the same bytes.
struct CurlReader {
  private(set) var items: [PortableItem] = []
  private var context = InterchangeContext()
  var notes: [InterchangeNote] { context.notes }

  /// The arguments of curl; `nil` for another command. A prompt, `sudo`, `time` and settings of variables may precede it.
  static func arguments(of command: ShellCommand) -> ArraySlice<String>? {
    let ignored: Set = ["$", "%", ">", "sudo", "time", "exec", "env", "command"]
    let rest = command.words.drop { ignored.contains($0) || ($0.contains("=") && !$0.hasPrefix("-")) }
    guard let name = rest.first?.split(separator: "/").last, name == "curl" || name == "curl.exe" else { return nil }
    return rest.dropFirst()
  }

  mutating func read(_ command: ShellCommand) {
    guard let arguments = Self.arguments(of: command) else {
      if let name = command.words.first, !["echo", "printf", "cat"].contains(name) {
        context.note(.dropped, "`\(name)` is not a curl command")
      }
      return
    }
    for part in arguments.split(whereSeparator: { $0 == "--next" || $0 == "-:" }) {
      let parsed = CurlArguments(part)
      for problem in parsed.problems { context.note(.dropped, problem) }
      if parsed.urls.isEmpty { context.note(.failed, "a curl command without a URL") }
      for url in parsed.urls { add(url, parsed, command) }
    }
  }

  private mutating func add(_ url: String, _ arguments: CurlArguments, _ command: ShellCommand) {
    var request = CurlRequest(url: url, input: command.input, inputFile: command.inputFile)
    let name = request.suggestedName
    context.enter(name)
    defer { context.leave() }
    for option in arguments.options { request.apply(option, &context) }
    let document = request.document(&context)
    items.append(.request(PortableRequest(name: name, document: document)))
  }
}
