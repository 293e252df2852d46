import Foundation

/// Prepares the files of a collection for the writers of export formats.
struct CollectionExport {
  private let services: Services
  private let reading: PortableReading
  private let includesSecrets: Bool
  /// The exported collection: without credentials, unless secrets are included.
  private let collection: PortableFolder
  /// The values of secrets that were written literally in the files.
  private let literals: [PortableSecret]
  private let globals: [JSONValue]
  /// Whether documentation leaves out the collection and the folders around the requests.
  var omitsFolders = false

  /// - Parameter path: A request, a folder or a collection.
  init(path: String, includesSecrets: Bool) throws {
    let place = try LaunchTarget(path)
    try self.init(root: place.root, place.address, includesSecrets: includesSecrets)
  }

  /// - Parameters:
  ///   - root: The folder that `address` is relative to.
  init(root: String, _ address: Address, includesSecrets: Bool) throws {
    let full = address.path.isEmpty ? root : root + "/" + address.path
    let collection = CollectionStore.collection(around: full) ?? root
    services = try Services(root: address.path.isEmpty ? try Self.onlyCollection(in: collection) : collection)
    let item =
      full.count > services.collections.root.count && full.hasPrefix(services.collections.root + "/")
      ? String(full.dropFirst(services.collections.root.count + 1)) : ""
    do throws(StoreError) {
      reading = try PortableReading(services.collections, Address(item))
    } catch {
      throw Self.placed(error, in: services.collections.root)
    }
    self.includesSecrets = includesSecrets
    globals =
      try services.collections.workspaceVariables(for: Address(""))?.variables.map { .object($0.document) } ?? []
    if includesSecrets {
      self.collection = try reading.collection.filled(from: services)
      literals = []
    } else {
      var moved = reading.collection.withoutLiteralSecrets
      literals = moved.secrets
      moved.secrets = []
      self.collection = moved
    }
  }

  /// The error with the folder of its file, of which it says only the name.
  private static func placed(_ error: StoreError, in root: String) -> any Error {
    guard case .notUnderstood(let path, let position, let problem) = error,
      let inside = path.removingExactly(prefix: root + "/"), inside.containsExactly("/")
    else { return error }
    return ExportError("\(inside):\(position) — \(problem)")
  }

  /// The collection to export: a folder that contains a single collection is replaced by that collection.
  private static func onlyCollection(in folder: String) throws(Problem) -> String {
    guard CollectionStore.collection(around: folder) == nil else { return folder }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let found = names.sorted().filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/collection.json") }
    if found.count > 1 {
      throw Problem("\(folder) has \(found.count) collections — export one of them: \(found.joined(separator: ", "))")
    }
    return found.first.map { folder + "/" + $0 } ?? folder
  }

  var name: String { collection.name }

  /// Checks that the requests have an environment of this name, and that its file is valid.
  ///
  /// - Throws: `EnvironmentError` or `StoreError`.
  func checkEnvironment(_ name: String) throws {
    try services.workspace.checkEnvironment(name, for: reading.requests)
  }

  /// - Parameters:
  ///   - environment: The environment whose values are used in code; `nil` is the collection's only one.
  ///   - overrides: Values that take precedence over all others.
  ///   - place: The file or folder to write; `nil` is standard output or the clipboard.
  func result(
    in format: ExportFormat, _ environment: String?, _ overrides: [String: String] = [:], to place: String? = nil
  ) async throws -> ExportResult {
    if reading.requests.isEmpty, let failed = reading.notes.first(where: { $0.kind == .failed }) {
      // The text begins with the name of the file.
      throw ExportError((failed.path.dropLast() + [failed.text]).joined(separator: " / "))
    }
    var source = ExportSource(collection)
    source.fileName = place
    let whole = format.takesDocument ? reading.withRecordedDocument(collection) : collection
    source.collection = reading.namingFilesFromRoot(whole, certificates: format.namesCertificates)
    source.globals = globals
    source.includesSecrets = includesSecrets
    source.omitsFolders = omitsFolders
    source.complete()
    var notes = reading.notes
    switch format.needs {
    case .collection: break
    case .requests, .sockets: source.requests = try await codeRequests(environment, overrides)
    case .exchanges:
      let exchanges = try newestExchanges()
      source.exchanges = exchanges.compactMap(\.self)
      let requests = source.exchanges.count < exchanges.count ? try await codeRequests(environment, overrides) : []
      source.unsent = zip(requests, exchanges).compactMap { $1 == nil ? $0 : nil }
    case .history:
      do {
        source.exchanges = try newestExchanges().compactMap(\.self)
      } catch {
        notes.append(InterchangeNote(.dropped, [], "What history knows: \(error)"))
      }
    }
    var result = try format.write(source)
    if result.files.isEmpty { throw Problem("Nothing to export: there is no request in \(name)") }
    let named = format.namedPaths(of: source.collection)
    let data = DataFiles(named, of: services.collections, hasFolder: ExportOutput.hasFolder(place))
    result.copies = data.copies
    result.notes = notes + data.notes + result.notes
    return result
  }

  // MARK: History

  /// The newest exchange of each request; `nil` for those that were never sent.
  private func newestExchanges() throws -> [Exchange?] {
    let store = try services.history.readableStore()
    return try zip(reading.requests, reading.collection.requests).map { address, item -> Exchange? in
      let id = item.request.sourceID.map { RequestID($0) }
      return try store.newest(id, at: address, in: services.collections.root).flatMap { try store.exchange($0.id) }
    }
  }

  // MARK: Code

  private func codeRequests(_ environment: String?, _ overrides: [String: String]) async throws -> [CodeRequest] {
    var sender = WorkspaceSender(
      engine: services.engine, workspace: services.workspace, askConsent: { _ in nil })
    sender.environment = environment
    sender.overrides = overrides
    for secret in literals where sender.overrides[secret.name] == nil {
      sender.overrides[secret.name] = CodePlaceholder.text(for: secret.name)
    }
    var requests: [CodeRequest] = []
    for (address, item) in zip(reading.requests, collection.requests) {
      requests.append(await codeRequest(item.request, item.folders, address, sender))
    }
    return requests
  }

  private func codeRequest(
    _ item: PortableRequest, _ folders: [PortableFolder], _ address: Address, _ sender: WorkspaceSender
  ) async -> CodeRequest {
    var notes: [String] = []
    let document = CodeAuth.replaced(in: item.document, folders, includesSecrets, &notes)
    let path = address.stemPath
    let request: SavedRequest
    let settings: [FolderSettings]
    do {
      request = try SavedRequest(document: document)
      settings = try self.settings(folders, above: address)
    } catch {
      var broken = CodeRequest(path: path, name: item.name, url: document["url"]?.string ?? "")
      broken.notes = ["It cannot be sent: \(error.problem)"]
      return broken
    }
    let outline =
      includesSecrets
      ? await sender.outline(request, at: address, folders: settings, secretValue: nil)
      : await sender.outline(
        request, at: address, folders: settings, secretValue: { CodePlaceholder.text(for: $0.name) },
        options: CodePlaceholder.replaced)
    if outline.opensMCPSession { notes.append("It is sent without the session that an MCP server needs") }
    if let problem = outline.problem { notes.append("It cannot be sent like this: \(problem)") }
    var code = CodeRequest(outline, path: path, name: item.name, docs: request.docs, notes: notes)
    let values = environmentVariables(sender.environment) + settings.flatMap(\.variables) + request.variables
    let texts = TemplateTexts(request, folders: settings, options: RequestOptions()).all
    code.dynamicNames = DynamicVariables.used(in: texts, values)
    return code
  }
}

extension CollectionExport {
  /// The variables of the environment with the name, or of the only one. An unreadable one is reported elsewhere.
  private func environmentVariables(_ name: String?) -> [Variable] {
    let all = collection.environments
    let used = name == nil && all.count == 1 ? all.first : all.first { $0.name == name }
    return used.flatMap { try? Environment(name: $0.name, document: $0.document) }?.variables ?? []
  }

  /// The settings of the folders. Paths in their options are relative to the folder.
  private func settings(_ folders: [PortableFolder], above address: Address) throws(DocumentError) -> [FolderSettings] {
    let names = address.parent.components
    var all: [FolderSettings] = []
    for (depth, folder) in folders.enumerated() {
      var settings = try FolderSettings(document: folder.settings)
      let place = [services.collections.root] + names.prefix(depth).map(String.init) + ["folder.json"]
      settings.path = place.joined(separator: "/")
      all.append(settings)
    }
    return all
  }
}

/// Auth that cannot be exported to code directly: fetched tokens and signatures.
private enum CodeAuth {
  /// The placeholder tokens of the kinds with a fetched or signed token.
  private static let tokens = ["oauth2": "access_token", "jwt": "jwt", "asap": "jwt"]
  private static let signatures: Set = ["awsv4", "oauth1", "hawk", "edgegrid", "wsse"]

  static func replaced(
    in document: JSONObject, _ folders: [PortableFolder], _ includesSecrets: Bool, _ notes: inout [String]
  ) -> JSONObject {
    let auth = document["auth"]?.object ?? folders.last { $0.settings["auth"]?.object != nil }?.settings["auth"]?.object
    guard let auth, let kind = AuthKind.all.first(where: { auth[$0.name] != nil }) else { return document }
    var document = document
    if let token = tokens[kind.name], !includesSecrets {
      document["auth"] = ["bearer": ["token": .string(CodePlaceholder.text(for: token))]]
      notes.append("Auth: \(kind.shape.title): put a token in the place of \(CodePlaceholder.text(for: token))")
    } else if signatures.contains(kind.name) {
      if !includesSecrets { document["auth"] = ["none": [:]] }
      notes.append(
        includesSecrets
          ? "Auth: the signature (\(kind.shape.title)) is of the time of the export and expires"
          : "Auth: \(kind.shape.title) is left out: it signs each request anew")
    }
    return document
  }
}

extension CodeRequest {
  fileprivate init(_ outline: RequestOutline, path: String, name: String, docs: String, notes: [String]) {
    self.init(
      path: path, name: name, docs: docs, method: outline.method, url: outline.url, headers: outline.headers,
      login: outline.login, options: outline.options)
    switch outline.content {
    case .bytes(let data): body = .bytes(data)
    case .file(let file): body = .file(Self.path(file, from: path))
    case .parts(let rows):
      body = .parts(
        rows.map { row in
          var row = row
          guard let file = row.file else { return row }
          guard !file.isEmpty else { return row.withoutFile }
          row.document["file"] = .string(Self.path(file, from: path))
          // Libraries have other tables of media types, or none: Ruby sends a file as `application/octet-stream`.
          if row.contentType == nil {
            let name = row.fileName ?? file
            row.document["type"] = .string(MIMEType.forExtension(URL(fileURLWithPath: name).pathExtension))
          }
          return row
        })
    case nil: body = .none
    }
    socket = outline.socket.map { CodeSocket($0, of: path) }
    let missing = outline.unresolved.map { $0.hasPrefix("{{") ? $0 : "{{\($0)}}" }
    self.notes = notes + (missing.isEmpty ? [] : ["No value: " + missing.joined(separator: ", ")])
  }

  /// Converts a path relative to the request's file to one relative to the collection.
  fileprivate static func path(_ file: String, from request: String) -> String {
    guard !file.hasPrefix("/"), !file.hasPrefix("~/") else { return file }
    let names = request.split(separator: "/").dropLast() + file.split(separator: "/")
    return names.removingDotNames.joined(separator: "/")
  }
}

extension Parameter {
  /// A part whose path is empty, as it is sent: a file without a name and bytes.
  fileprivate var withoutFile: Parameter {
    var part = self
    part.document["file"] = nil
    part.document["value"] = ""
    part.document["filename"] = .string(fileName ?? "")
    part.document["type"] = .string(contentType ?? MIMEType.forExtension(""))
    return part
  }
}

extension CodeSocket {
  /// - Parameter path: The path of the request, without its extension.
  fileprivate init(_ outline: RequestOutline.Socket, of path: String) {
    let messages = outline.messages.map { message -> Message in
      let isBinary = message.kind == .binary
      if let file = message.file { return .file(CodeRequest.path(file, from: path), isBinary: isBinary) }
      guard isBinary, let data = Data(base64Encoded: message.text, options: .ignoreUnknownCharacters) else {
        return .text(message.text)
      }
      return .binary(data)
    }
    self.init(subprotocols: outline.subprotocols, messages: messages)
    (isSocketIO, hasSteps) = (outline.isSocketIO, outline.hasSteps)
  }

  /// The messages that were sent.
  fileprivate init(_ exchange: Exchange) {
    let messages = exchange.log.messages.compactMap { event -> Message? in
      guard case .message(let message) = event.content, message.direction == .sent else { return nil }
      let content = message.body.content
      switch message.type {
      case "binary": return .binary(content)
      case "text": return .text(String(decoding: content, as: UTF8.self))
      default: return nil
      }
    }
    let offered = exchange.sent?.headers.first("Sec-WebSocket-Protocol") ?? ""
    let names = offered.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    self.init(subprotocols: names, messages: messages)
    isSocketIO = exchange.request.speaksSocketIO
  }

  /// Headers that each client writes itself.
  fileprivate static let ownHeaders: Set = [
    "upgrade", "connection", "sec-websocket-key", "sec-websocket-version", "sec-websocket-extensions",
    "sec-websocket-protocol",
  ]
}

extension PortableFolder {
  /// The folder with the values of its secret variables.
  fileprivate func filled(from services: Services) throws -> PortableFolder {
    var filled = self
    let root = services.collections.root
    filled.secrets = try declaredSecrets.compactMap { name in
      try services.workspace.secrets.value(.init(collection: root, environment: nil, name: name))
        .map { PortableSecret(name: name, value: $0) }
    }
    filled.environments = try environments.map { environment in
      var environment = environment
      let owner = services.collections.owner(ofEnvironment: environment.name, for: Address(""))
      environment.secrets = try environment.document.secretNames.compactMap { name in
        try services.workspace.secrets.value(.init(collection: owner, environment: environment.name, name: name))
          .map { PortableSecret(name: name, value: $0) }
      }
      return environment
    }
    return filled
  }

  private var declaredSecrets: [String] {
    let inner = items.flatMap { item -> [String] in
      if case .folder(let folder) = item { folder.declaredSecrets } else { [] }
    }
    return settings.secretNames + inner
  }
}

extension JSONObject {
  /// The names of the secret variables that a file declares.
  fileprivate var secretNames: [String] {
    (self["variables"]?.array ?? []).compactMap(\.object).filter { $0["secret"]?.bool == true }
      .compactMap { $0["name"]?.string }
  }
}

extension ExportSource {
  /// Adds the exporting program and the date.
  mutating func complete() {
    version = ProgramVersion.number
    date = Date()
  }

  /// A past exchange as a collection with one request, whose response is its example. Secrets are masked.
  init(exchange: Exchange) {
    let name = exchange.request.name ?? "\(exchange.request.method) \(exchange.request.url)"
    var document = exchange.request.document
    if let response = exchange.response { document["examples"] = .array([Self.example(response)]) }
    self.init(PortableFolder(name: name, items: [.request(PortableRequest(name: name, document: document))]))
    exchanges = [exchange]
    guard let sent = exchange.sent else {
      var request = CodeRequest(name: name, method: exchange.request.method, url: exchange.request.url)
      request.notes = ["It was not sent: \(exchange.outcome.failure?.sentence ?? "it was cancelled")"]
      requests = [request]
      return
    }
    var request = CodeRequest(name: name, method: sent.method, url: sent.url)
    request.headers = sent.headers.filter { !["host", "content-length"].contains($0.name.lowercased()) }
    request.body = sent.body.isEmpty ? .none : .bytes(sent.body)
    if exchange.request.kind == .webSocket {
      request.socket = CodeSocket(exchange)
      if request.url.hasPrefix("http") { request.url = "ws" + request.url.dropFirst(4) }
      request.headers.removeAll { CodeSocket.ownHeaders.contains($0.name.lowercased()) }
    }
    if let omission = sent.omission { request.notes = ["\(omission.byteCount) bytes of the body are not at hand"] }
    requests = [request]
  }

  private static func example(_ response: Response) -> JSONValue {
    let headers = response.headers.map { JSONValue.object(["name": .string($0.name), "value": .string($0.value)]) }
    return [
      "name": .string("\(response.status) \(response.reason)"), "status": .number(response.status),
      "headers": .array(headers), "body": .string(String(decoding: response.body, as: UTF8.self)),
    ]
  }
}
