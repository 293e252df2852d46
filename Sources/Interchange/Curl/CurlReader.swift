extension ImportFormat {
  /// Command lines of curl, as copied from documents, terminals and browsers.
  static let curl = ImportFormat("curl", "curl commands") { source in
    // Any text could be a shell script. JSON is not searched for commands.
    guard source.json == nil, let first = source.text.first(where: { !$0.isWhitespace }), !"{[<".contains(first) else {
      return false
    }
    let text = source.text.prefix(200_000).lowercased()
    guard text.contains("curl") || PowerShellScript.cmdlets.contains(where: { text.contains($0 + " ") }) else {
      return false
    }
    return CommandScript(source.text).commands.contains { CurlReader.arguments(of: $0) != nil }
  } read: { source throws(ImportError) in
    let script = CommandScript(source.text, files: CurlFiles(files: source.files))
    var reader = CurlReader(script, files: source.files)
    for command in script.commands { reader.read(command) }
    guard !reader.items.isEmpty else {
      // Options of a file, which may have the URL, are dropped before.
      let unread = reader.notes.first { $0.kind == .dropped && $0.text.startsExactly(with: "-K ") }
      let reasons = [reader.notes.first { $0.kind == .failed }, unread].compactMap { $0?.text }
      let reason = reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; ")
      throw ImportError("There is no curl command with a URL in it" + reason)
    }
    var collection = PortableFolder(name: source.stem ?? "curl", items: reader.items)
    reader.declareVariables(in: &collection)
    let problems = script.problems.map { InterchangeNote(.changed, [], $0) }
    return ImportResult([collection], notes: problems + reader.notes)
  }
}

/// Turns curl commands into requests that send the same bytes.
struct CurlReader {
  private(set) var items: [PortableItem] = []
  private var context = InterchangeContext()
  private let variables: ShellVariables
  private let files: SourceFiles?
  private var uses = CommandVariables()
  private var isCmdlet = false
  /// How many more bytes the options of a command may take in its further requests.
  private var repeatable: Int

  var notes: [InterchangeNote] { context.notes }

  /// Whether `{{name}}` is a variable in all commands, as in files of other tools. In a plain script it is text, unless a
  /// URL has one.
  private let readsTemplates: Bool

  init(
    _ script: CommandScript, files: SourceFiles? = nil, readsTemplates: Bool = false, repeatable: Int = 64 << 20
  ) {
    variables = script.variables
    self.repeatable = repeatable
    self.readsTemplates = readsTemplates
    self.files = files
  }

  /// The arguments of curl; `nil` for another command.
  static func arguments(of command: ShellCommand) -> ArraySlice<String>? { arguments(of: command, to: isCurl) }

  /// The arguments of a program; `nil` for another one. Words of the shell, settings and programs that run it may precede.
  static func arguments(of command: ShellCommand, to isProgram: (String) -> Bool) -> ArraySlice<String>? {
    var rest = command.words[...]
    while let word = rest.first {
      if isProgram(word) { return rest.dropFirst() }
      if runners.contains(word) {
        // Their own options and arguments come before the name of the program.
        return rest.firstIndex(where: isProgram).map { rest[($0 + 1)...] }
      }
      guard ignored.contains(word) || (word.contains("=") && !word.hasPrefix("-")) else { return nil }
      rest = rest.dropFirst()
    }
    return nil
  }

  private static func isCurl(_ word: String) -> Bool {
    let name = word.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map { $0.prefix { $0 != ":" } } ?? ""
    return name == "curl" || name == "curl.exe"
  }

  /// Prompts and words of the shell.
  private static let ignored: Set = [
    "$", "%", ">", "!", "exec", "command", "builtin", "export", "if", "then", "else", "elif", "while", "until", "do",
    "{", "run", "RUN", "CMD", "@", "&",
  ]
  private static let runners: Set = [
    "sudo", "time", "env", "nohup", "timeout", "watch", "xargs", "docker", "podman", "kubectl", "oc", "ssh", "strace",
    "nice", "eval", "proxychains", "doas",
  ]

  mutating func read(_ command: ShellCommand) {
    guard let arguments = Self.arguments(of: command) else { return noteUnread(command.words) }
    isCmdlet = command.isCmdlet
    let files = CurlFiles(input: command.input, inputFile: command.inputFile, files: files)
    let parsed = CurlArguments(arguments, files: files)
    for problem in parsed.problems { context.note(.dropped, VariableMarks.plain(problem)) }
    for remark in parsed.remarks { context.note(.changed, VariableMarks.plain(remark)) }
    for group in parsed.groups { read(group, files) }
    if parsed.groups.isEmpty { context.note(.failed, "a curl command without a URL") }
  }

  /// Notes a command that is not one of curl, with the request that is lost with it.
  private mutating func noteUnread(_ words: [String]) {
    guard let name = words.first else { return }
    if ["sh", "bash"].contains(name), words.dropFirst().contains(where: { $0.contains("curl ") }) {
      return context.note(.failed, "not read: the curl command of `\(name)` — paste what is between its quotes")
    }
    guard !Self.silent.contains(name) else { return }
    let shown = VariableMarks.plain(name)
    let start = words.firstIndex { Self.isCurl($0) && !$0.contains("://") }
    let arguments = start.map { words[($0 + 1)...] } ?? []
    guard arguments.contains(where: { VariableMarks.contains($0) || $0.contains(where: { "./:".contains($0) }) }) else {
      return context.note(.dropped, "`\(shown)` is not a curl command")
    }
    // Other words than the URL may be credentials.
    let address = arguments.first { $0.contains("://") }.map { CurlAddress($0) }
    let url = address.map { " … " + VariableMarks.plain($0.authority + $0.path) } ?? ""
    context.note(.failed, "not read: `\(shown) … curl\(url)`")
  }

  /// Commands around those of curl that are of no interest.
  private static let silent: Set = [
    "echo", "printf", "cat", "export", "declare", "typeset", "local", "readonly", "set", "jq", "fi",
    "done", "then", "else", "do", "}", "{", "sleep", "true", "tr", "base64", "head", "tail", "grep", "tee", "less",
    "python", "python3", "cd", "#", "sed", "awk", "bash", "sh", "wc", ":",
  ]

  private mutating func read(_ group: CurlArguments.Group, _ input: CurlFiles) {
    if group.urls.isEmpty { return context.note(.failed, "a curl command without a URL") }
    if let options = CurlConflicts.refused(group.options) {
      return context.note(.failed, "\(options), which curl refuses together")
    }
    let isOff = group.options.last { $0.name == "globoff" }.map { !$0.isOff } ?? false
    var uploads = group.options.filter { $0.name == "upload-file" }.map { $0.value ?? "" }[...]
    let options = group.options.filter { $0.name != "upload-file" }
    let size = options.reduce(100) { $0 + 100 + ($1.value?.utf8.count ?? 0) }
    var (count, leftOut) = (0, 0)
    for url in group.urls {
      let upload = uploads.popFirst().flatMap { $0.isEmpty ? nil : $0 }
      // Other tools write variables with braces, of which curl can make nothing.
      let keepsBraces = readsTemplates || !isOff && !Template(url).isPlainText
      for one in urls(keepsBraces ? VariableMarks.marking(url) : url, isOff: isOff) {
        let files: [String?] = upload.map { isOff ? [$0] : CurlGlob($0).urls } ?? [nil]
        for file in files {
          // All have the options, of which there may be as many.
          if count > 0 { repeatable -= size }
          count += 1
          guard repeatable > 0 || count == 1 else {
            leftOut += 1
            continue
          }
          addRequest(one, options, upload: file, input, keepsBraces: keepsBraces)
        }
      }
    }
    if leftOut > 0 {
      context.note(.dropped, "\(leftOut) of \(count) requests of one command, whose options are too long to repeat")
    }
  }

  private mutating func urls(_ url: String, isOff: Bool) -> [String] {
    if isOff { return [url] }
    let glob = CurlGlob(url)
    if let problem = glob.problem {
      context.note(.changed, "\(problem) in a URL, which curl refuses without -g, is sent as it is")
    }
    if glob.count > glob.urls.count {
      context.note(.dropped, "of \(glob.count) URLs of one pattern, the first \(glob.urls.count) are requests")
    }
    return glob.urls
  }

  private mutating func addRequest(
    _ url: String, _ options: [CurlArguments.Option], upload: String?, _ files: CurlFiles, keepsBraces: Bool
  ) {
    let name = CurlAddress(url).suggestedName
    context.enter(name)
    defer { context.leave() }
    let variables = variables
    var request = CurlRequest(
      url, options, upload: upload, files: files, isCmdlet: isCmdlet, values: { variables.replacing($0) }, &context)
    guard request.isHTTP else { return context.note(.failed, "it is not an http, https, ws or wss URL") }
    let marked = request.document(&context)
    var document = uses.finished(marked, keepsBraces: keepsBraces, &context)
    // A browser copies the handshake of a WebSocket with all of its headers.
    if document.isSocket || SocketDocument.isUpgrade(document) {
      document = SocketDocument.made(of: document, &context)
    }
    if let question = request.passwordQuestion { uses.ask(question) }
    items.append(.request(PortableRequest(name: name, document: document)))
  }

  /// Declares the variables that the requests use.
  mutating func declareVariables(in collection: inout PortableFolder) {
    let (rows, secrets) = uses.declarations(variables)
    if !rows.isEmpty { collection.settings["variables"] = .array(rows) }
    collection.secrets += secrets
  }
}
