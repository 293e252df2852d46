/// A part of the documentation of a collection, before it is written as Markdown or HTML.
enum DocumentBlock: Equatable {
  /// A level of 1 is the title.
  case heading(Int, String)
  case request(method: String, url: String)
  /// Notes in Markdown.
  case notes(String)
  case sentence(String)
  case table(title: String, columns: [String], rows: [[String]])
  case code(title: String, language: String, text: String)
}

/// The documentation of a collection: folders and requests in order, with their inherited settings.
struct CollectionDocument {
  private(set) var blocks: [DocumentBlock] = []
  private let exchanges: [Exchange]
  private let omitsFolders: Bool

  init(_ source: ExportSource) {
    exchanges = source.exchanges
    omitsFolders = source.omitsFolders
    let collection = source.collection
    guard !omitsFolders else {
      addFolder(collection, InheritedSettings(), level: 1)
      return
    }
    blocks.append(.heading(1, collection.name))
    notes(collection.settings["docs"])
    table("Variables", collection.settings["variables"]?.array, "value")
    for environment in collection.environments {
      table("Environment \(environment.name)", environment.document["variables"]?.array, "value")
    }
    addFolder(collection, InheritedSettings(), level: 2)
  }

  private mutating func addFolder(_ folder: PortableFolder, _ outer: InheritedSettings, level: Int) {
    let inherited = outer.below(folder.settings)
    for item in folder.items {
      switch item {
      case .folder(let inner) where omitsFolders: addFolder(inner, inherited, level: level)
      case .folder(let inner):
        blocks.append(.heading(min(level, 6), item.name))
        notes(inner.settings["docs"])
        addFolder(inner, inherited, level: level + 1)
      case .request(let request):
        blocks.append(.heading(min(level, 6), item.name))
        addRequest(request, inherited)
      }
    }
  }

  private mutating func addRequest(_ request: PortableRequest, _ inherited: InheritedSettings) {
    let document = request.document
    let kind = document.isSocket ? SavedRequest.webSocketMethod : document.isProgram ? SavedRequest.programMethod : nil
    let method = kind ?? document.text("method") ?? "GET"
    blocks.append(.request(method: method, url: document.text("url") ?? ""))
    notes(document["docs"])
    if let auth = inherited.auth(with: document["auth"]?.object),
      let kind = AuthKind.all.first(where: { auth[$0.name] != nil })
    {
      blocks.append(.sentence("Auth: \(kind.shape.title)"))
    }
    let path = document["path"]?.object?.members.map { member -> JSONValue in
      ["name": .string(member.key.value), "value": member.value]
    }
    table("Path", path, "value")
    table("Query", document["query"]?.array, "value")
    table("Headers", inherited.headers(with: document["headers"]?.array ?? []), "value")
    if document.isSocket { addMessages(document) }
    if let body = document["body"]?.object { add(body: body) }
    for example in document["examples"].objects { add(example: example) }
    if document["examples"] == nil { addPast(request) }
  }

  private mutating func addMessages(_ document: JSONObject) {
    if let offered = document.filledText("subprotocols") { blocks.append(.sentence("Subprotocols: \(offered)")) }
    if document.isSocketIO {
      blocks.append(.sentence("Protocol: Socket.IO"))
      code("Socket.IO auth", "json", document["socketAuth"])
    }
    for message in document["messages"].objects.map(SavedMessage.init(document:)) {
      let marks = [message.isOff ? "optional" : nil, message.kind == .binary ? "in base64" : nil].compactMap { $0 }
      let title = "Message " + message.name + (marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))")
      if let file = message.file {
        blocks.append(.sentence("Message \(message.name): the file \(file)"))
      } else {
        code(title, (try? JSONText(message.text)) == nil ? "" : "json", .string(message.text))
      }
    }
    addSteps(document)
  }

  private mutating func addSteps(_ document: JSONObject) {
    let steps = document["steps"].objects.map(ConversationStep.init(document:))
    let rows = steps.map { step in
      let marks = [
        step.isOff ? "optional" : nil, step.within.map { "within \($0)" }, step.document.text("description"),
      ].compactMap { $0 }
      return [step.verb?.rawValue ?? "", step.text, marks.joined(separator: ": ")]
    }
    if !rows.isEmpty { blocks.append(.table(title: "Steps", columns: ["Step", "Value", "Description"], rows: rows)) }
  }

  private mutating func add(body: JSONObject) {
    if let json = body["json"] { return blocks.append(.code(title: "Body", language: "json", text: json.rendered())) }
    if let rows = body["form"]?.array { return table("Form", rows, "value") }
    if let rows = body["multipart"]?.array { return table("Multipart form", rows, "value", or: "file") }
    if let file = body.text("file") { return blocks.append(.sentence("Body: the file \(file)")) }
    if let graphql = body["graphql"]?.object {
      code("GraphQL query", "graphql", graphql["query"])
      if let operation = graphql.filledText("operationName") { blocks.append(.sentence("Operation: \(operation)")) }
      if let variables = graphql["variables"], !variables.isEmpty {
        blocks.append(.code(title: "Variables", language: "json", text: variables.rendered()))
      }
      return
    }
    code("Body", Self.language(body.text("type")), body["text"])
  }

  private mutating func add(example: JSONObject) {
    if let rows = example["messages"]?.array {
      let title = "Conversation " + (example.text("name") ?? "")
      return code(title, "", .string(Self.lines(rows.compactMap(\.object)).joined(separator: "\n")))
    }
    let status = [example.text("status"), example.text("name") ?? example.text("reason")].compactMap { $0 }
    let type = example["headers"].objects.first(where: \.isContentType)?.text("value")
    let title = "Response " + status.joined(separator: " ")
    if example["body"]?.isEmpty ?? true { return blocks.append(.sentence(title)) }
    code(title, Self.language(type), example["body"])
  }

  /// The messages of a conversation: what the client sends, and what the server answers.
  private static func lines(_ rows: [JSONObject]) -> [String] {
    rows.flatMap { row -> [String] in
      let sent = row["after"].map { "> " + ($0.string ?? $0.compact) }
      let value = row["value"].map { $0.string ?? $0.compact }
      let kind = row.text("type").flatMap { ["binary", "close"].contains($0) ? $0 : nil }
      let received = [kind, row.text("code"), value].compactMap { $0 }.joined(separator: " ")
      return [sent, "< " + received].compactMap { $0 }
    }
  }

  /// Adds a response from history as an example.
  private mutating func addPast(_ request: PortableRequest) {
    let exchange = exchanges.first { exchange in
      exchange.request.id?.text == request.sourceID && request.sourceID != nil
        || exchange.request.url == request.document.text("url")
    }
    guard let response = exchange?.response,
      let text = String(validating: response.body.textPrefix(4000), as: UTF8.self)
    else { return }
    let language = Self.language(response.headers.first("Content-Type"))
    blocks.append(
      .code(title: "Response \(response.status) \(response.reason)", language: language, text: text))
  }

  private static func language(_ type: String?) -> String {
    let type = type?.lowercased() ?? ""
    return ["json", "xml", "html", "yaml"].first { type.contains($0) } ?? ""
  }

  private mutating func notes(_ lines: JSONValue?) {
    if let text = OpenAPIWriter.text(lines) { blocks.append(.notes(text)) }
  }

  private mutating func code(_ title: String, _ language: String, _ lines: JSONValue?) {
    guard let text = OpenAPIWriter.text(lines) else { return }
    let json = language == "json" ? (try? JSONText(text).value)?.rendered() : nil
    blocks.append(.code(title: title, language: language, text: json ?? text))
  }

  private mutating func table(_ title: String, _ rows: [JSONValue]?, _ member: String, or other: String? = nil) {
    let rows = (rows ?? []).compactMap(\.object).map { row in
      let value = row[member]?.scalarText ?? row[member]?.rendered() ?? other.flatMap { row.text($0) }.map { "@" + $0 }
      let secret = row.flag("secret") ? "secret" : nil
      let marks = [row.flag("off") ? "optional" : nil, row.text("description")].compactMap { $0 }
      return [row.text("name") ?? "", value ?? secret ?? "", marks.joined(separator: ": ")]
    }
    if !rows.isEmpty { blocks.append(.table(title: title, columns: ["Name", "Value", "Description"], rows: rows)) }
  }
}
