/// Makes a request of the parts of a region.
struct HTTPFileRequest {
  var entry: HTTPFileEntry
  let sources: HTTPFileSources

  /// The name: the request's identifier, its title, or its method and URL.
  static func name(_ entry: HTTPFileEntry) -> String {
    if let name = entry.identifier ?? entry.value("title") { return name }
    if !entry.title.isEmpty { return entry.title }
    guard let request = entry.request else { return "Request" }
    let address = String(request.target.prefix { $0 != "?" && $0 != "#" })
    let start = address.schemeMark?.upperBound ?? address.startIndex
    let path = address[start...].split(separator: "/").dropFirst(start == address.startIndex ? 0 : 1)
    let rest = path.isEmpty ? String(address[start...]) : "/" + path.joined(separator: "/")
    return request.method + " " + (rest.isEmpty ? "/" : rest)
  }

  mutating func document(_ templates: inout HTTPFileTemplates) -> JSONObject {
    guard let request = entry.request else { return JSONObject() }
    var document = JSONObject()
    document["method"] = .string(request.method == "GRAPHQL" ? "POST" : request.method)
    let (rows, query) = HTTPFileQuery.decoded(entry.query)
    var options = HTTPFileMetadata.options(entry, &templates.context)
    document["url"] = .string(templates.translate(url(request.target, query, &options)))
    document["query"] = rows.map { translatedRow($0, &templates) }.asMember
    let auth = takeAuth(&templates)
    takeCertificate(&options, &templates)
    var reader = HTTPFileBody(entry: entry, sources: sources)
    let body = reader.read(&templates)
    entry = reader.entry
    if let problem = reader.problems.first { document[PortableRequest.unreadableMember] = .string(problem) }
    document["headers"] = entry.headers.map { translatedRow($0, &templates) }.asMember
    if let body { document["body"] = body }
    if let auth { document["auth"] = auth }
    if !options.members.isEmpty { document["options"] = .object(options) }
    addRest(to: &document, &templates.context)
    return document
  }

  private func translatedRow(_ value: JSONValue, _ templates: inout HTTPFileTemplates) -> JSONValue {
    guard var row = value.object else { return value }
    for key in ["name", "value"] {
      if let text = row.text(key) { row[key] = .string(templates.translate(text)) }
    }
    return .object(row)
  }

  // MARK: URL

  /// Returns the URL. A path alone is resolved against the host of the header `Host`, or the variable `host`.
  private mutating func url(_ target: String, _ query: String, _ options: inout JSONObject) -> String {
    var url = target
    if let rest = url.removingExactly(prefix: "unix:"), let colon = rest.lastIndex(of: ":") {
      options["unixSocket"] = .string(String(rest[..<colon]))
      url = "http://localhost" + rest[rest.index(after: colon)...]
    } else if url.hasPrefix("/") || url == "*" {
      let path = url == "*" ? "" : url
      let host = entry.takeHeader("host")
      url = host.map { Self.withScheme($0) + path } ?? "{{host}}" + path
    } else if !url.hasPrefix("{{") {
      url = Self.withScheme(url)
    }
    guard !query.isEmpty else { return url }
    return url + (url.contains("?") ? "&" : "?") + query
  }

  private static func withScheme(_ address: String) -> String {
    if address.schemeMark != nil || address.hasPrefix("{{") { return address }
    let port = address.prefix { $0 != "/" }.split(separator: ":").dropFirst().last
    return (port == "443" || port == "8443" ? "https://" : "http://") + address
  }

  // MARK: Auth

  private mutating func takeAuth(_ templates: inout HTTPFileTemplates) -> JSONValue? {
    guard let header = entry.header("authorization") else { return nil }
    if header.contains("$auth.") || header.contains("$aadToken") || header.contains("$aadV2Token") {
      templates.context.note(
        .dropped, "Authorization: \(header.prefix(60)): set up OAuth 2.0 in the auth of the request")
    }
    guard let auth = HTTPFileAuth.read(header) else { return nil }
    _ = entry.takeHeader("authorization")
    return auth.mappingTexts { templates.translate($0) }
  }

  /// `X-ClientCert: pfx: a.p12 passphrase: x` of httpyac.
  private mutating func takeCertificate(_ options: inout JSONObject, _ templates: inout HTTPFileTemplates) {
    guard let header = entry.takeHeader("x-clientcert") ?? entry.takeHeader("clientcert") else { return }
    let names = [
      "pfx": "clientCertificate", "cert": "clientCertificate", "key": "clientKey", "passphrase": "clientPassphrase",
    ]
    var name: String?
    for word in header.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if parts.count == 2, let member = names[parts[0]] {
        name = member
        if !parts[1].isEmpty { options[member] = .string(templates.translate(parts[1])) }
      } else if let member = name {
        options[member] = .string(templates.translate(String(word)))
      }
    }
  }

  // MARK: The rest

  private mutating func addRest(to document: inout JSONObject, _ context: inout InterchangeContext) {
    if let docs { document["docs"] = .textLines(docs) }
    document["tags"] = HTTPFileMetadata.tags(entry).asMember
    var reader = HTTPFileScripts(sources: sources)
    if let scripts = reader.read(entry.scripts.filter { !$0.isGlobal }, &context) { document["scripts"] = scripts }
    if let problem = reader.problems.first { document[PortableRequest.unreadableMember] = .string(problem) }
    var extras = JSONObject()
    let checks = entry.asserts.map { text -> JSONValue in
      if let check = HTTPFileChecks.read(text) { return check }
      context.note(.dropped, "?? \(text): there is no such check, so it fails")
      return HTTPFileChecks.unsupported(text)
    }
    document["checks"] = checks.asMember
    let examples = (HTTPFileExample.read(entry.inlineResponse).map { [$0] } ?? []) + responses(&context)
    if !examples.isEmpty { document["examples"] = .array(examples) }
    extras["metadata"] = HTTPFileMetadata.kept(entry, &context).asMember
    if entry.scripts.contains(where: \.isBlock) || !entry.asserts.isEmpty { extras["scripts"] = "httpyac" }
    if !extras.members.isEmpty { document["x-http"] = .object(extras) }
    for problem in entry.problems { context.note(.dropped, problem) }
  }

  private var docs: String? {
    var lines: [String] = []
    if !entry.title.isEmpty, entry.title != Self.name(entry) { lines.append(entry.title) }
    if let description = entry.value("description") { lines.append(description) }
    lines += entry.comments
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Saved responses that are among the files of the source, as examples.
  private func responses(_ context: inout InterchangeContext) -> [JSONValue] {
    entry.responses.compactMap { name in
      guard let path = SourcePath.resolved(name, in: sources.folder), let files = sources.files, files.contains(path),
        let data = try? files.read(path)
      else {
        context.note(.dropped, "<> \(name): the saved response is not there")
        return nil
      }
      var example: JSONObject = ["name": .string(name)]
      // JetBrains names them after time and status: 2021-05-01T120000.200.json.
      let status = name.split(separator: ".").compactMap { Int($0) }.last { (100...599).contains($0) }
      if let status { example["status"] = .number(status) }
      example["body"] = .textLines(String(decoding: data, as: UTF8.self))
      return .object(example)
    }
  }
}

/// The scripts of a request or of a file.
struct HTTPFileScripts {
  let sources: HTTPFileSources
  /// Why scripts cannot be read, if the requests are sent at once: without them, checks would be missing.
  private(set) var problems: [String] = []

  mutating func read(_ scripts: [HTTPFileEntry.Script], _ context: inout InterchangeContext) -> JSONValue? {
    var result = JSONObject()
    for (member, place) in [("preRequest", HTTPFileEntry.Script.Place.before), ("postResponse", .after)] {
      var lines: [String] = []
      for script in scripts where script.place == place { lines += text(of: script, &context) }
      if lines.count == 1 { result[member] = .string(lines[0]) }
      if lines.count > 1 { result[member] = .array(lines.map(JSONValue.string)) }
    }
    return result.members.isEmpty ? nil : .object(result)
  }

  private mutating func text(of script: HTTPFileEntry.Script, _ context: inout InterchangeContext) -> [String] {
    if script.isLua {
      context.note(.dropped, "A script in Lua: only JavaScript is run")
      return []
    }
    guard let file = script.file else { return HTTPFileEntry.withoutEmptyEnds(script.text) }
    guard case .bytes(let bytes) = sources.content(of: file) else {
      refuse("Script \(file): \(sources.problem(of: file, context))", &context)
      return []
    }
    guard context.mayRepeat(bytes.count) else { return [] }
    return String(decoding: bytes, as: UTF8.self).trimmed.split(omittingEmptySubsequences: false) { $0.isNewline }
      .map(String.init)
  }

  private mutating func refuse(_ problem: String, _ context: inout InterchangeContext) {
    if context.isSentAsIs { problems.append(problem) } else { context.note(.dropped, problem) }
  }
}
