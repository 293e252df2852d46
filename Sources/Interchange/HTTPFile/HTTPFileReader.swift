/// Reads an HTTP file into a folder.
struct HTTPFileReader {
  private let sources: HTTPFileSources
  private var templates = HTTPFileTemplates()
  private var variables: [JSONValue] = []
  private var values: [String: String] = [:]
  /// The settings of folders and their items, by the names of the folders.
  private var tree = FilledFolders()
  private var settings = JSONObject()
  /// Of all requests: metadata, and the lines of scripts by when they run.
  private var metadata: [JSONValue] = []
  private var scripts: [String: [JSONValue]] = [:]
  private var kept: KeptMembers?
  /// The name that the file gives its collection.
  private(set) var collectionName: String?
  var notes: [InterchangeNote] { templates.context.notes }
  /// The path of the `.env` file, and the names of variables of environments whose values are keys in it.
  var dotenvKeys: (path: String, names: [String]) {
    (templates.dotenv, templates.dotenvNames.filter { values[$0] == nil }.sorted())
  }

  init(sources: HTTPFileSources = HTTPFileSources(), context: InterchangeContext = InterchangeContext()) {
    self.sources = sources
    templates.context = context
    if !sources.folder.isEmpty { templates.dotenv = sources.folder + "/.env" }
  }

  /// - Parameter prefix: The path of the result in its collection, with a slash at its end.
  /// - Parameter requests: The paths of requests in other files, by the names that refer to them.
  mutating func read(
    _ text: String, name: String, prefix: String = "", requests: [String: String] = [:]
  ) -> PortableFolder {
    templates.requests = requests
    var entries = HTTPFileRegions(text).regions.map { HTTPFileEntryReader($0).entry }
    let dialect = HTTPFileDialect(text)
    for index in entries.indices { readEscapes(in: &entries[index].variables, of: dialect) }
    collect(entries, prefix: prefix)
    if dialect != .other { declareVariablesInBodies(of: entries, text, dialect) }
    for entry in entries { addRequest(entry) }
    var result = tree.folder
    result.name = collectionName ?? name
    result.settings = finalSettings()
    return result
  }

  /// REST Client reads escapes in the values of variables, which others send as they are written.
  private mutating func readEscapes(in variables: inout [HTTPFileVariable], of dialect: HTTPFileDialect) {
    for index in variables.indices where dialect != .other && variables[index].hasEscapes {
      if dialect == .restClient {
        variables[index].unescape()
      } else {
        templates.context.note(
          .changed,
          "@\(variables[index].name): its backslashes are kept, as in JetBrains; REST Client reads \\n as a line end "
            + "and leaves out others")
      }
    }
  }

  /// Requests and variables may be used before they are defined.
  private mutating func collect(_ entries: [HTTPFileEntry], prefix: String) {
    var path: [String] = []
    for entry in entries {
      if let folder = Self.folder(of: entry) { path = folder }
      if let name = entry.identifier, templates.requests[name] == nil {
        let final = Self.keptMembers(of: entry)?.document.text("name") ?? name
        templates.requests[name] = prefix + (path + [final]).joined(separator: "/")
      }
      for variable in entry.variables where values[variable.name] == nil { declare(variable) }
    }
  }

  /// REST Client reads the variables of all lines, and sends those below a request with its body.
  private mutating func declareVariablesInBodies(
    of entries: [HTTPFileEntry], _ text: String, _ dialect: HTTPFileDialect
  ) {
    let variables = entries.flatMap(\.bodyVariables)
    let used = variables.isEmpty ? [] : HTTPFileText.names(in: text)
    for var variable in variables where values[variable.name] == nil {
      guard used.contains(variable.name) else { continue }
      if dialect == .restClient { variable.unescape() }
      declare(variable)
      templates.context.note(
        .changed, "@\(variable.name) is in a body, which is sent with that line, as REST Client does: put ### above it")
    }
  }

  private mutating func declare(_ variable: HTTPFileVariable) {
    values[variable.name] = variable.value
    templates.declared.insert(variable.name)
    variables.append(
      .object(source(of: variable) ?? ["name": .string(variable.name), "value": .string(variable.value)]))
  }

  /// The variable's source, if its value is exactly a process environment variable, a key of `.env` or a prompt.
  private func source(of variable: HTTPFileVariable) -> JSONObject? {
    guard variable.value.hasPrefix("{{$"), variable.value.hasSuffix("}}") else { return nil }
    let inner = String(variable.value.dropFirst(2).dropLast(2)).trimmed
    let words = inner.split(separator: " ").map(String.init)
    guard words.count == 2, !words[1].hasPrefix("%") else { return nil }
    let name = JSONValue.string(variable.name)
    switch words[0] {
    case "$processEnv": return ["name": name, "fromEnvironment": .string(words[1])]
    case "$dotenv":
      return words[1] == variable.name
        ? ["name": name, "fromDotenv": .string(templates.dotenv)]
        : ["name": name, "fromDotenv": .string(templates.dotenv), "key": .string(words[1])]
    default: return nil
    }
  }

  private static func keptMembers(of entry: HTTPFileEntry) -> KeptMembers? {
    let item = entry.metadata.first { $0.key == "workbench" }
    return item.flatMap { KeptMembers(comment: KeptMembers.mark + $0.value) }
  }

  private static func folder(of entry: HTTPFileEntry) -> [String]? {
    keptMembers(of: entry)?.document["folder"]?.array?.prefix(64).compactMap(\.string)
  }

  // MARK: Regions

  private mutating func addRequest(_ entry: HTTPFileEntry) {
    for item in entry.metadata where item.key == "prompt" {
      let words = item.value.split(separator: " ", maxSplits: 1).map(String.init)
      let isSecret = ["password", "passwd", "pwd", "secret", "token"].contains { item.value.lowercased().contains($0) }
      if let name = words.first { templates.ask(name, words.count > 1 ? words[1] : "", isSecret: isSecret) }
    }
    if entry.curl != nil { return addCurl(entry) }
    guard let request = entry.request else { return addGlobals(entry) }
    let kept = Self.keptMembers(of: entry)
    let name = kept?.document.text("name") ?? HTTPFileRequest.name(entry)
    templates.context.enter(name)
    defer { templates.context.leave() }
    if HTTPFileSocket.otherMethods.contains(request.method) || Self.isOtherScheme(request.target) {
      return fail("\(request.method) requests: only HTTP and WebSockets are imported", name)
    }
    if HTTPFileSocket.isSubscription(request) {
      return fail("GRAPHQL requests to WebSockets: subscriptions of GraphQL are not imported", name)
    }
    // A line that cannot be read is above the request.
    if templates.context.isSentAsIs { for failure in entry.failures { fail(failure, name) } }
    setOwnVariables(entry)
    var document = document(of: entry, request)
    if !templates.context.isSentAsIs { for failure in entry.failures { fail(failure, name) } }
    if let kept {
      document = kept.applied(to: document, invisible: Self.invisible, order: JSONObject.requestOrder)
    }
    templates.own = [:]
    var portable = PortableRequest(name: name, document: document)
    portable.sourceID = entry.identifier ?? "\(request.method) \(request.target)"
    tree.add(.request(portable))
  }

  private mutating func document(of entry: HTTPFileEntry, _ request: HTTPFileRequestLine) -> JSONObject {
    var entry = entry
    HTTPFileSocket.adapt(&entry)
    let isSocket = HTTPFileSocket.isSocket(request)
    let (messages, steps) = isSocket ? HTTPFileSocket.takeMessages(from: &entry, &templates) : ([], [])
    var builder = HTTPFileRequest(entry: entry, sources: sources)
    let document = builder.document(&templates)
    return isSocket ? SocketDocument.made(of: document, messages: messages, steps: steps, &templates.context) : document
  }

  /// Members that HTTP files never show.
  static let invisible: Set = ["captures", "examples", "options", "checks", "path"]

  private static func isOtherScheme(_ target: String) -> Bool {
    ["mqtt://", "amqp://", "grpc://"].contains { target.lowercased().hasPrefix($0) }
  }

  /// A variable that is defined again has another value from there on; in the request it is replaced by that value.
  private mutating func setOwnVariables(_ entry: HTTPFileEntry) {
    for variable in entry.variables where values[variable.name] != variable.value {
      templates.own[variable.name] = variable.value
      templates.context.note(.changed, "@\(variable.name) is defined again: its value is written into the request")
    }
  }

  private mutating func addCurl(_ entry: HTTPFileEntry) {
    noteFailures(entry)
    let script = CommandScript((entry.curl ?? "").trimmed)
    var reader = CurlReader(script, readsTemplates: true)
    for command in script.commands { reader.read(command) }
    for item in reader.items {
      guard case .request(var request) = item else { continue }
      let name = entry.identifier ?? entry.value("title") ?? entry.title
      if !name.isEmpty { request.name = name }
      tree.add(.request(request))
    }
    let name = Self.shownName(entry)
    for note in reader.notes where note.kind != .failed { templates.context.note(note.kind, note.text) }
    let failures = reader.notes.filter { $0.kind == .failed }.map(\.text)
    for failure in failures { fail("Line \(entry.line): \(failure)", name) }
    if reader.items.isEmpty, failures.isEmpty { fail("Line \(entry.line): a curl command without a URL", name) }
  }

  /// Notes an entry that cannot be read. Where requests are sent at once, it has its place among them.
  private mutating func fail(_ text: String, _ name: String) {
    guard templates.context.isSentAsIs else { return templates.context.note(.failed, text) }
    tree.add(.request(PortableRequest(name: name, unreadable: text)))
  }

  /// The name of an entry that may have no request.
  private static func shownName(_ entry: HTTPFileEntry) -> String {
    let name = entry.identifier ?? entry.title
    return name.isEmpty ? "Line \(entry.line)" : name
  }

  /// A region without a request has scripts for all requests, and variables.
  private mutating func addGlobals(_ entry: HTTPFileEntry) {
    for problem in entry.problems { templates.context.note(.dropped, problem) }
    noteFailures(entry)
    if let kept = Self.keptMembers(of: entry) {
      if let name = kept.document.text("collection") { collectionName = name }
      if let folder = Self.folder(of: entry) {
        return tree.enter(folder, settings: kept.document["settings"]?.object)
      }
      self.kept = kept
    }
    var reader = HTTPFileScripts(sources: sources)
    for member in reader.read(entry.scripts, &templates.context)?.object?.members ?? [] {
      scripts[member.key.value, default: []] += member.value.array ?? [member.value]
    }
    for problem in reader.problems { fail(problem, Self.shownName(entry)) }
    if !entry.comments.isEmpty, settings["docs"] == nil, tree.isEmpty {
      settings["docs"] = .textLines(entry.comments.joined(separator: "\n"))
    }
    metadata += HTTPFileMetadata.kept(entry, &templates.context)
  }

  private mutating func noteFailures(_ entry: HTTPFileEntry) {
    guard !entry.failures.isEmpty else { return }
    let name = entry.identifier ?? entry.title
    if !name.isEmpty { templates.context.enter(name) }
    for failure in entry.failures { fail(failure, Self.shownName(entry)) }
    if !name.isEmpty { templates.context.leave() }
  }

  private var joinedScripts: JSONObject {
    var joined = JSONObject()
    for (name, lines) in scripts.sorted(by: { $0.key > $1.key }) {
      joined[name] = lines.count == 1 ? lines[0] : .array(lines)
    }
    return joined
  }

  private mutating func finalSettings() -> JSONObject {
    let rows = variables.map { row -> JSONValue in
      guard var object = row.object, let value = object.text("value") else { return row }
      object["value"] = .string(templates.translate(value))
      return .object(object)
    }
    if !metadata.isEmpty { settings["x-http"] = ["metadata": .array(metadata)] }
    if !scripts.isEmpty { settings["scripts"] = .object(joinedScripts) }
    let named = templates.dotenvNames.sorted().compactMap { name in
      values[name].map { HTTPFileTemplates.dotenvRow(name, key: $0, path: templates.dotenv) }
    }
    let all = rows + templates.needed + named
    if !all.isEmpty { settings["variables"] = .array(all) }
    let usesDotenv = !templates.dotenvNames.isEmpty || all.contains { $0.object?["fromDotenv"] != nil }
    if usesDotenv, !templates.context.isSentAsIs {
      let path = templates.dotenv
      templates.context.note(.dropped, "The file \(path) is not copied: put it into the collection's folder")
    }
    let shown = settings.ordered(by: JSONObject.settingsOrder)
    return kept?.applied(
      to: shown, invisible: ["headers", "auth", "options", "checks"], order: JSONObject.settingsOrder)
      ?? shown
  }
}
