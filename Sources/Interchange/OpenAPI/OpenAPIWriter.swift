import Foundation

extension ExportFormat {
  /// OpenAPI: the document that the collection came from with its changes, in its notation, else one of version 3.1 as
  /// YAML, whose types come from the values of the requests, and of saved and past responses.
  static let openapi = ExportFormat("openapi", "OpenAPI 3.1 document", fileExtension: "yaml", needs: .history) {
    source throws(ExportError) in
    if var merge = OpenAPIMerge(source) { return merge.result() }
    var writer = OpenAPIWriter(source)
    let document = writer.document()
    var notes = writer.notes
    if KeptDocument.isElsewhere(source.collection.settings) {
      notes.append(
        InterchangeNote(.dropped, [], "The imported document: .import.json of the collection, which has it, is missing")
      )
    }
    return ExportResult(document, OpenAPINotation(fileName: source.fileName, nil), notes: notes)
  }
}

extension ExportResult {
  /// A document in one file.
  init(_ document: JSONValue, _ notation: OpenAPINotation, notes: [InterchangeNote]) {
    self.init(files: [File("", notation.bytes(of: document))], notes: notes)
    if case .json = notation { fileExtension = notation.fileExtension }
  }
}

/// Writes a collection as an OpenAPI 3.1 document.
struct OpenAPIWriter {
  private let source: ExportSource
  private var context = InterchangeContext()
  private var paths = JSONObject()
  private var tags: [JSONValue] = []
  /// The security schemes by their names.
  var schemes = JSONObject()
  var operationIDs = FreeNames()
  /// The server of most requests; operations on another one have their own.
  private var server = ""
  let values: [String: String]
  var notes: [InterchangeNote] { context.notes }

  init(_ source: ExportSource) {
    self.source = source
    let rows = source.globals + (source.collection.settings["variables"]?.array ?? [])
    values = Dictionary(rows.compactMap { row in row.object.flatMap(Self.value) }) { $1 }
  }

  private static func value(_ row: JSONObject) -> (String, String)? {
    guard let name = row.text("name"), let value = row["value"]?.scalarText else { return nil }
    return (name, value)
  }

  mutating func document() -> JSONValue {
    let collection = source.collection
    server = Self.mostUsedServer(in: collection)
    addFolder(collection, InheritedSettings(), tag: nil)
    let kept = collection.settings["x-openapi"]?.object
    var info: JSONObject = ["title": .string(collection.name), "version": kept?["info"]?.object?["version"] ?? "1.0.0"]
    if let docs = Self.text(collection.settings["docs"]) { info["description"] = .string(docs) }
    var document: JSONObject = ["openapi": "3.1.0", "info": .object(info)]
    if !server.isEmpty { document["servers"] = .array(entries(for: server)) }
    if !tags.isEmpty { document["tags"] = .array(tags) }
    document["paths"] = .object(paths)
    if !schemes.members.isEmpty { document["components"] = ["securitySchemes": .object(schemes)] }
    return .object(document)
  }

  static func text(_ lines: JSONValue?) -> String? {
    lines?.joinedLines.flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: Items

  private mutating func addFolder(_ folder: PortableFolder, _ outer: InheritedSettings, tag: String?) {
    let inherited = outer.below(folder.settings)
    if let tag, folder.items.contains(where: { if case .request = $0 { true } else { false } }) {
      var entry: JSONObject = ["name": .string(tag)]
      if let docs = Self.text(folder.settings["docs"]) { entry["description"] = .string(docs) }
      tags.append(.object(entry))
    }
    for item in folder.items {
      context.enter(item.name)
      switch item {
      case .folder(let inner): addFolder(inner, inherited, tag: tag.map { $0 + " / " + inner.name } ?? inner.name)
      case .request(let request): addOperation(request, inherited, tag: tag)
      }
      context.leave()
    }
  }

  /// Notes a method whose case is lost, as the document has only those of capital letters.
  static func noteCase(of method: String, _ context: inout InterchangeContext) {
    let capitals = method.uppercased()
    if !method.isExactly(capitals) { context.note(.changed, "Method \(method): OpenAPI has only \(capitals)") }
  }

  private static let methods: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

  /// The member of a path that a request is written as; `nil` with a note if OpenAPI has none for its method.
  static func member(of request: PortableRequest, _ context: inout InterchangeContext) -> String? {
    let written = request.document.text("method") ?? "GET"
    let method = written.lowercased()
    guard methods.contains(method) else {
      context.note(.dropped, "OpenAPI has no place for the method \(written)")
      return nil
    }
    noteCase(of: written, &context)
    return method
  }

  private mutating func addOperation(_ request: PortableRequest, _ inherited: InheritedSettings, tag: String?) {
    let address = OpenAPIPlace(request.document.text("url") ?? "")
    guard let method = Self.member(of: request, &context) else { return }
    var item = paths[address.path]?.object ?? JSONObject()
    let first = item[method]?.object
    let own = operation(request, address, inherited, tag, isFirst: first == nil)
    var merged = first.map { OpenAPIOperationMerge.merged($0, own, name: request.name) } ?? own
    let known = first.map { $0["servers"]?.array ?? entries(for: server) } ?? []
    let servers = known + entries(for: address.server.isEmpty ? server : address.server).filter { !known.contains($0) }
    if servers != entries(for: server) { merged["servers"] = .array(servers) }
    item[method] = .object(merged)
    paths[address.path] = .object(item)
    if let title = first.map({ $0.text("summary") ?? "" }) {
      context.note(
        .changed,
        "\(method.uppercased()) \(address.path) has one place: its body and responses are examples of \"\(title)\"")
    }
  }

  mutating func operation(
    _ request: PortableRequest, _ address: OpenAPIPlace, _ inherited: InheritedSettings, _ tag: String?,
    isFirst: Bool = true
  ) -> JSONObject {
    let document = request.document
    var operation: JSONObject = ["summary": .string(request.name)]
    if isFirst { operation["operationId"] = .string(operationID(request.name)) }
    if let docs = Self.text(document["docs"]) { operation["description"] = .string(docs) }
    if let tag { operation["tags"] = [.string(tag)] }
    let headers = inherited.headers(with: document["headers"]?.array ?? [])
    let query = URLParts(document.text("url") ?? "").rows(keepsSpelling: false).map { JSONValue.object($0.document) }
    let parameters =
      address.parameters(document["path"]?.object) + Self.rows(query + (document["query"]?.array ?? []), in: "query")
      + Self.rows(headers.filter(Self.isParameter), in: "header")
    if !parameters.isEmpty { operation["parameters"] = .array(unique(parameters)) }
    noteEqualNames(of: document["body"]?.object)
    if let body = OpenAPIBodyWriter.content(document["body"]?.object, headers) {
      operation["requestBody"] = ["content": .object(body)]
    }
    operation["responses"] = .object(OpenAPIResponseWriter.responses(document, exchange(of: request)))
    if let security = security(inherited.auth(with: document["auth"]?.object)) { operation["security"] = security }
    if document["scripts"] != nil || document["checks"] != nil {
      context.note(.dropped, "OpenAPI has no place for scripts and checks")
    }
    return operation
  }

  /// The past exchange of a request.
  private func exchange(of request: PortableRequest) -> Exchange? {
    source.exchanges.first { exchange in
      if let id = request.sourceID, exchange.request.id?.text == id { return true }
      return exchange.request.url == request.document.text("url")
        && exchange.request.method == (request.document.text("method") ?? "GET")
    }
  }

  private mutating func operationID(_ name: String) -> String {
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
    let first = words.first?.lowercased() ?? "operation"
    let plain = first + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return operationIDs.claim(plain) { plain + String($0) }
  }

  // MARK: Parameters

  /// OpenAPI describes these elsewhere.
  static func isParameter(_ row: JSONValue) -> Bool {
    let name = row.object?.text("name")?.lowercased() ?? ""
    return !["", "content-type", "accept", "authorization", "cookie"].contains(name)
  }

  static func rows(_ rows: [JSONValue]?, in place: String) -> [JSONValue] {
    (rows ?? []).compactMap(\.object).compactMap { row in
      guard let name = row.filledText("name") else { return nil }
      var parameter: JSONObject = ["name": .string(name), "in": .string(place)]
      if let description = row.filledText("description") { parameter["description"] = .string(description) }
      if !row.flag("off") { parameter["required"] = true }
      let value = row.text("value") ?? ""
      parameter["schema"] = InferredSchema.of(text: value)
      // Without an example, an import makes one of the schema.
      if !value.contains("{{") { parameter["example"] = InferredSchema.example(text: value) }
      return .object(parameter)
    }
  }

  private mutating func unique(_ parameters: [JSONValue]) -> [JSONValue] {
    var known: Set<[String]> = []
    let unique = parameters.filter { parameter in
      known.insert([parameter.object?.text("in") ?? "", parameter.object?.text("name") ?? ""]).inserted
    }
    if unique.count < parameters.count {
      context.note(.dropped, "Parameters of the same name: OpenAPI has one place for them")
    }
    return unique
  }

  private mutating func noteEqualNames(of body: JSONObject?) {
    let names = ((body?["form"] ?? body?["multipart"])?.array ?? []).compactMap { $0.object?.text("name") }
    if Set(names).count < names.count {
      context.note(.dropped, "Fields of the same name: OpenAPI has one place for them")
    }
  }

  // MARK: Servers and auth

  /// The first of those that most operations are on; empty if no URL has a server.
  private static func mostUsedServer(in collection: PortableFolder) -> String {
    let servers = servers(in: collection)
    let uses = Dictionary(servers.map { ($0, 1) }, uniquingKeysWith: +)
    let most = uses.values.max()
    return servers.first { uses[$0] == most } ?? ""
  }

  private static func servers(in folder: PortableFolder) -> [String] {
    folder.items.flatMap { item -> [String] in
      switch item {
      case .folder(let inner): return servers(in: inner)
      case .request(let request):
        guard methods.contains((request.document.text("method") ?? "GET").lowercased()) else { return [] }
        return [OpenAPIPlace(request.document.text("url") ?? "").server].filter { !$0.isEmpty }
      }
    }
  }

  /// The server with the values of the collection, and one for each environment that has other values.
  private func entries(for url: String) -> [JSONValue] {
    let names = Template(url).variables
    var known: Set<String> = []
    var entries: [JSONValue] = []
    func addServer(_ values: [String: String], _ description: String?) {
      guard let address = Self.filled(url, names, values), known.insert(address).inserted else { return }
      var server: JSONObject = ["url": .string(address)]
      if let description { server["description"] = .string(description) }
      entries.append(.object(server))
    }
    addServer(values, nil)
    for environment in source.collection.environments {
      let own = (environment.document["variables"]?.array ?? []).compactMap { $0.object.flatMap(Self.value) }
      addServer(values.merging(own) { $1 }, environment.name)
    }
    guard entries.isEmpty else { return entries }
    let template = names.reduce(url) { $0.replacing("{{\($1)}}", with: "{\($1)}") }
    let variables = names.map { JSONMember(key: JSONString($0), value: ["default": .string(values[$0] ?? $0)]) }
    return [["url": .string(template), "variables": .object(JSONObject(members: variables))]]
  }

  /// - Returns: `nil` if a variable has no plain value.
  static func filled(_ url: String, _ names: [String], _ values: [String: String]) -> String? {
    var address = url
    for name in names {
      guard let value = values[name], !value.isEmpty, !value.contains("{{") else { return nil }
      address = address.replacing("{{\(name)}}", with: value)
    }
    return address
  }

  mutating func security(_ auth: JSONObject?) -> JSONValue? {
    guard let auth, let kind = AuthKind.all.first(where: { auth[$0.name] != nil }) else { return nil }
    let members = auth[kind.name]?.object ?? JSONObject()
    guard let scheme = OpenAPISecurityWriter.scheme(kind.name, members) else {
      context.note(.dropped, "OpenAPI has no place for the auth \(kind.shape.title)")
      return nil
    }
    var name = kind.name
    var number = 2
    while let other = schemes[name], other != scheme {
      name = kind.name + String(number)
      number += 1
    }
    schemes[name] = scheme
    let scopes = (members.text("scope") ?? "").split(separator: " ").map { JSONValue.string(String($0)) }
    return [.object([name: .array(kind.name == "oauth2" ? scopes : [])])]
  }
}

/// Puts requests with the same method and path into one operation.
enum OpenAPIOperationMerge {
  static func merged(_ first: JSONObject, _ other: JSONObject, name: String) -> JSONObject {
    var result = first
    let title = first.text("summary") ?? ""
    if let body = other["requestBody"]?.object {
      var content = first["requestBody"]?.object?["content"]?.object ?? JSONObject()
      addContent(body["content"]?.object ?? JSONObject(), to: &content, title, name)
      result["requestBody"] = ["content": .object(content)]
    }
    var responses = first["responses"]?.object ?? JSONObject()
    for member in other["responses"]?.object?.members ?? [] where member.key.value != "default" {
      guard var response = responses[member.key.value]?.object else {
        responses[member.key.value] = member.value
        continue
      }
      var content = response["content"]?.object ?? JSONObject()
      addContent(member.value.object?["content"]?.object ?? JSONObject(), to: &content, title, name)
      if !content.members.isEmpty { response["content"] = .object(content) }
      responses[member.key.value] = .object(response)
    }
    result["responses"] = .object(responses)
    return result
  }

  private static func addContent(_ other: JSONObject, to content: inout JSONObject, _ title: String, _ name: String) {
    for member in other.members {
      guard var media = content[member.key.value]?.object else {
        content[member.key.value] = member.value
        continue
      }
      guard let example = member.value.object?["example"] else { continue }
      var examples = media["examples"]?.object ?? JSONObject()
      if let first = media["example"] { examples[title] = ["value": first] }
      media["example"] = nil
      var key = name
      var number = 2
      while examples[key] != nil {
        key = "\(name) \(number)"
        number += 1
      }
      examples[key] = ["value": example]
      media["examples"] = .object(examples)
      content[member.key.value] = .object(media)
    }
  }
}

/// The URL of a request as a server and a path with parameters.
struct OpenAPIPlace {
  let server: String
  let path: String
  /// Those of the parameters in the path.
  let names: [String]

  init(_ url: String) {
    let address = String(url.prefix { $0 != "?" && $0 != "#" })
    // Skip the slashes of the scheme and inside a variable.
    let lead = address.schemeMark ?? (address.hasPrefix("{{") ? address.firstRange(of: "}}") : nil)
    let start = address[(lead?.upperBound ?? address.startIndex)...].firstIndex(of: "/") ?? address.endIndex
    server = String(address[..<start])
    var names: [String] = []
    let segments = address[start...].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    path = "/" + segments.map { Self.segment($0, &names) }.joined(separator: "/")
    self.names = names
  }

  private static func segment(_ segment: Substring, _ names: inout [String]) -> String {
    if segment.hasPrefix(":"), segment.count > 1 {
      let name = segment.dropFirst().prefix { $0 != "." }
      names.append(String(name))
      return "{\(name)}" + segment[name.endIndex...]
    }
    var text = String(segment)
    for name in Template(text).variables {
      names.append(name)
      text = text.replacing("{{\(name)}}", with: "{\(name)}")
    }
    return text
  }

  func parameters(_ values: JSONObject?) -> [JSONValue] {
    names.map { name in
      let value = values?.text(name) ?? ""
      var parameter: JSONObject = [
        "name": .string(name), "in": "path", "required": true, "schema": InferredSchema.of(text: value),
      ]
      // Without an example, an import makes one of the schema.
      if values?[name] != nil, !value.contains("{{") { parameter["example"] = InferredSchema.example(text: value) }
      return .object(parameter)
    }
  }
}
