extension ImportFormat {
  /// Hurl files, or a folder of them.
  static let hurl = ImportFormat("hurl", "Hurl file") { source in
    if source.isFolder { return HTTPFiles.isFolder(source) { $0.hasSuffix(".hurl") } }
    if let name = source.fileName { if name.lowercased().hasSuffix(".hurl") { return true } }
    return source.json == nil && HurlReader.looksLikeOne(source.text)
  } read: { source throws(ImportError) in
    source.isFolder ? try HurlReader.readFolder(source) : try HurlReader.readFile(source)
  }
}

/// Reads a Hurl file into a folder.
struct HurlReader {
  private var context = InterchangeContext()
  private var tree = FilledFolders()
  private var variables: [JSONValue] = []
  /// The first row of each name.
  private var rowsByName: [String: JSONValue] = [:]
  private var kept: KeptMembers?
  private var name: String?
  var notes: [InterchangeNote] { context.notes }

  /// Whether text of any name has requests with responses or sections as Hurl writes them.
  static func looksLikeOne(_ text: String) -> Bool {
    guard HTTPFiles.looksLikeOne(text) else { return false }
    return text.prefix(20_000).split(whereSeparator: \.isNewline).contains { line in
      let line = String(line)
      if line.hasPrefix("HTTP ") || line.hasPrefix("HTTP/") {
        let words = line.split(separator: " ").dropFirst()
        let isStatus = words.first.map { $0 == "*" || Int($0) != nil } ?? false
        return isStatus && words.dropFirst().first.map { $0.hasPrefix("#") } ?? true
      }
      return ["[Asserts]", "[Captures]", "[Options]", "[QueryStringParams]", "[FormParams]", "[BasicAuth]"].contains {
        line.hasPrefix($0)
      }
    }
  }

  static func readFile(_ source: ImportSource) throws(ImportError) -> ImportResult {
    var reader = HurlReader()
    reader.context.isSentAsIs = source.isSentAsIs
    let collection = reader.read(source.text, name: source.stem ?? "Hurl")
    let failures = reader.notes.filter { $0.kind == .failed }
    // A run reports each broken entry.
    if collection.items.isEmpty, !source.isSentAsIs || failures.isEmpty {
      throw ImportError(failures.first?.text ?? "There is no request in it")
    }
    return ImportResult([collection], notes: reader.notes)
  }

  /// Each file becomes a folder.
  static func readFolder(_ source: ImportSource) throws(ImportError) -> ImportResult {
    guard let files = source.files else { throw ImportError("There are no files in it") }
    var result = ImportResult()
    let tree = FilledFolders(PortableFolder(name: source.stem ?? "Hurl"))
    for path in files.paths where path.hasSuffix(".hurl") {
      var folders = path.split(separator: "/").map(String.init)
      let name = HTTPFiles.stem(folders.removeLast())
      do {
        var reader = HurlReader()
        reader.context.isSentAsIs = source.isSentAsIs
        let folder = reader.read(ImportSource(try files.read(path), fileName: path).text, name: name)
          .withFiles(below: folders.joined(separator: "/"))
        result.notes += reader.notes.map { InterchangeNote($0.kind, folders + [name] + $0.path, $0.text) }
        tree.insert(folder, at: folders)
      } catch {
        result.notes.append(InterchangeNote(.failed, folders + [name], error.description))
      }
    }
    result.collections = [tree.folder]
    return result
  }

  /// - Parameter followsNone: Whether no request follows redirects, of which `text` may be a part.
  mutating func read(_ text: String, name: String, followsNone: Bool? = nil) -> PortableFolder {
    let parser = HurlParser(text)
    var failures = parser.failures[...]
    if !context.isSentAsIs { fail(&failures, before: nil) }
    let followsNone = followsNone ?? !parser.entries.contains(where: \.followsRedirects)
    var marks = parser.marks[...]
    for (index, entry) in parser.entries.enumerated() {
      var own: KeptMembers?
      while let mark = marks.first, mark.entry <= index {
        marks = marks.dropFirst()
        own = apply(mark.comment) ?? own
      }
      fail(&failures, before: index)
      addRequest(entry, own, followsNone: followsNone)
    }
    fail(&failures, before: nil)
    for mark in marks { _ = apply(mark.comment) }
    var result = tree.folder
    result.name = self.name ?? name
    result.settings = settings(parser, followsNone: followsNone && !parser.entries.isEmpty)
    return result
  }

  /// - Returns: The members kept for the next request.
  private mutating func apply(_ comment: String) -> KeptMembers? {
    guard let members = KeptMembers(comment: comment) else { return nil }
    if let folder = members.document["folder"]?.array?.compactMap(\.string) {
      tree.enter(folder, settings: members.document["settings"]?.object)
      return nil
    }
    if let collection = members.document.text("collection") {
      name = collection
      kept = members
      return nil
    }
    return members
  }

  /// Adds what could not be read before an entry; `nil` is the end.
  private mutating func fail(
    _ failures: inout ArraySlice<(entry: Int, item: String?, text: String)>, before entry: Int?
  ) {
    while let failure = failures.first, entry.map({ failure.entry <= $0 }) ?? true {
      failures = failures.dropFirst()
      if let item = failure.item { context.enter(item) }
      fail(failure.text, failure.item)
      if failure.item != nil { context.leave() }
    }
  }

  /// Notes an entry that cannot be read. Where requests are sent at once, it has its place among them if it has a name.
  private mutating func fail(_ text: String, _ name: String?) {
    guard context.isSentAsIs, let name else { return context.note(.failed, text) }
    tree.add(.request(PortableRequest(name: name, unreadable: text)))
  }

  private mutating func addRequest(_ entry: HurlEntry, _ kept: KeptMembers?, followsNone: Bool) {
    let (name, docs) = Self.title(entry)
    context.enter(name)
    defer { context.leave() }
    let repetitions = context.isSentAsIs ? entry.repetitions : 1
    if repetitions == 0 { return context.note(.dropped, "It is skipped") }
    var builder = HurlRequest(entry)
    var document = builder.document(&context)
    if let problem = builder.problem { return fail(problem, name) }
    // The collection has the setting that all requests share.
    if followsNone, var options = document["options"]?.object {
      options["followRedirects"] = nil
      document["options"] = options.members.isEmpty ? nil : .object(options)
    }
    if !docs.isEmpty { document["docs"] = .textLines(docs.joined(separator: "\n")) }
    for problem in entry.problems { context.note(.dropped, problem) }
    for comment in entry.comments where comment.hasPrefix("@cookie_storage_") { context.note(.dropped, comment) }
    document = document.ordered(by: JSONObject.requestOrder)
    for row in builder.variables { add(variable: row) }
    if let kept {
      document = kept.applied(to: document, invisible: Self.invisible, order: JSONObject.requestOrder)
    }
    var request = PortableRequest(name: kept?.document.text("name") ?? name, document: document)
    request.sourceID = "\(entry.method) \(entry.url)"
    for _ in 0..<repetitions { tree.add(.request(request)) }
  }

  private mutating func add(variable row: JSONValue) {
    let name = row.object?.text("name") ?? ""
    if let known = rowsByName[name] {
      if known != row { context.note(.changed, "variable: \(name) is set again: the first value counts") }
      return
    }
    rowsByName[name] = row
    variables.append(row)
  }

  /// Members that Hurl files never show.
  static let invisible: Set = ["tags", "scripts", "examples", "path"]

  /// The first comment above a request is its name.
  private static func title(_ entry: HurlEntry) -> (name: String, docs: [String]) {
    let comments = entry.comments.filter { !$0.trimmed.allSatisfy { "-=#*".contains($0) } || $0.isEmpty }
    guard let first = comments.first?.trimmed, !first.isEmpty, first.count <= 80 else {
      return (HurlRequest.name(entry), comments)
    }
    let name = first.hasSuffix(":") ? String(first.dropLast()).trimmed : first
    return (name.isEmpty ? HurlRequest.name(entry) : name, Array(comments.dropFirst()))
  }

  private mutating func settings(_ parser: HurlParser, followsNone: Bool) -> JSONObject {
    var settings = JSONObject()
    let heading = parser.heading.filter { !$0.trimmed.isEmpty }
    if !heading.isEmpty { settings["docs"] = .textLines(heading.joined(separator: "\n")) }
    if !variables.isEmpty { settings["variables"] = .array(variables) }
    if followsNone { settings["options"] = ["followRedirects": false] }
    return kept?.applied(
      to: settings, invisible: ["headers", "auth", "options", "scripts", "checks"], order: JSONObject.settingsOrder)
      ?? settings
  }
}
