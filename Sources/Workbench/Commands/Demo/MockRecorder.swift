import Foundation
import HTTPTypes
import MockServer

/// Passes requests on to a real server and saves its responses as examples.
actor MockRecorder {
  private let store: CollectionStore
  private let upstream: String
  private let session: Session

  struct Recorded {
    let reply: MockReply
    /// Whether an example was written.
    let isSaved: Bool
  }

  /// - Parameter upstream: The URL that replaces the URL of this server.
  init(_ source: MockSource, upstream: String) throws {
    guard case .files(let store, _) = source else {
      throw CommandExit.usageError(
        "--record saves into request files — import the document first, then record into its folder")
    }
    self.store = store
    self.upstream = upstream.hasSuffix("/") ? String(upstream.dropLast()) : upstream
    var configuration = SessionConfiguration()
    configuration.defaultHeaders = [.defaultAcceptEncoding]
    configuration.redirector = .doNotFollow
    configuration.options.usesCookies = false
    configuration.options.maxBodySize = Self.sizeLimit
    session = Session(configuration: configuration)
  }

  private static let sizeLimit = 256 << 20

  static func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CommandExit.fail(
        "Cannot create \(path): \((error as NSError).localizedDescription)", CommandExit.broken)
    }
  }

  // MARK: Exchange

  /// - Parameter match: The request of the collection that the path belongs to, and its parameters.
  func answer(_ request: MockRequest, match: MockReply.Match?) async -> Recorded {
    let exchange = await send(request)
    guard let response = exchange.response else {
      return Recorded(
        reply: .unreachable("The server of --record did not respond: \(exchange.problem)"), isSaved: false)
    }
    var reply = MockReply(
      status: response.status, reason: response.reason, headers: response.headers.filter { Self.isForwarded($0.name) },
      body: .bytes([UInt8](response.body)), source: "recorded")
    guard Self.isKept(request, response) else {
      reply.source = "passed on"
      return Recorded(reply: reply, isSaved: false)
    }
    do {
      reply.source = "recorded · \(try save(response, to: request, match))"
      return Recorded(reply: reply, isSaved: true)
    } catch {
      reply.source = "not recorded"
      reply.remark = "\(error)"
      return Recorded(reply: reply, isSaved: false)
    }
  }

  /// Whether to save a response. A response to HEAD has no body, and this server answers OPTIONS itself.
  private static func isKept(_ request: MockRequest, _ response: Response) -> Bool {
    !["HEAD", "OPTIONS", "TRACE", "CONNECT"].contains(request.method) && response.status >= 200
  }

  private func send(_ request: MockRequest) async -> (response: Response?, problem: String) {
    guard let method = HTTPRequest.Method(request.method) else { return (nil, "\(request.method) is not a method") }
    let headers = request.headers.filter { Self.isPassedOn($0, request) }
    let body = request.body.isEmpty ? nil : HTTPBody.data(Data(request.body))
    let response = await session.request(
      upstream + request.target, method: method, headers: HTTPHeaders(headers), body: body
    ).serializingResponse().response
    if let error = response.error { return (nil, "\(error)") }
    guard let head = response.head else { return (nil, "there was no response") }
    return (
      Response(
        status: head.status, reason: head.reason, httpVersion: head.httpVersion,
        headers: Array(head.headers), body: (response.value ?? nil) ?? Data()), ""
    )
  }

  private static let connection: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  /// Whether to pass on a header. Headers of this connection, those named by `Connection`, and those that the client
  /// sets itself are left out.
  private static func isPassedOn(_ header: Header, _ request: MockRequest) -> Bool {
    let name = header.name.lowercased()
    let listed = (request.combinedHeader("Connection") ?? "").lowercased().split(separator: ",").map {
      $0.filter { $0 != " " }
    }
    return !connection.contains(name) && !listed.contains(name) && !name.hasPrefix("x-mock-")
      && !["host", "content-length", "accept-encoding", "expect"].contains(name)
  }

  /// Whether to forward a header of a response. The body arrives decoded and gets a new length.
  private static func isForwarded(_ name: String) -> Bool {
    !connection.contains(name.lowercased())
      && !["content-length", "content-encoding", "date"].contains(name.lowercased())
  }

  // MARK: Files

  /// - Returns: The path of the request's file.
  private func save(_ response: Response, to request: MockRequest, _ match: MockReply.Match?) throws -> String {
    let url = upstream + request.target
    let masked = RecordedResponse.masked(response, sent: request.headers, url: url, sentBody: request.body)
    let draft = ExampleDraft(masked, rules: Self.rules(request, match))
    let file = try match?.address.map { address throws(StoreError) in try store.open(address) } ?? create(request)
    return try store.save(draft, to: file, replacing: true).address.path
  }

  /// Path parameters and the query, without credentials.
  private static func rules(_ request: MockRequest, _ match: MockReply.Match?) -> JSONObject {
    var rules = JSONObject()
    func add(_ name: String, _ pairs: [(name: String, value: String)]) {
      let kept = pairs.filter { !SecretParameter.isLikely($0.name, $0.value) }
      guard !kept.isEmpty else { return }
      rules[name] = .object(kept.reduce(into: JSONObject()) { $0[$1.name] = .string($1.value) })
    }
    add("path", match?.parameters ?? [])
    add("query", request.query)
    return rules
  }

  /// Creates a request for a path without one, in folders named like the path's segments.
  private func create(_ request: MockRequest) throws(StoreError) -> RequestFile {
    let base = try baseVariable()
    let folder = request.path.split(separator: "/").dropLast().reduce(Address("")) { folder, segment in
      FileStem.of(String(segment)).map(folder.appending) ?? folder
    }
    let last = request.path.split(separator: "/").last.map(String.init) ?? "root"
    let name = "\(request.method.lowercased()) \(last)"
    let address = try store.freeAddress(named: name, in: folder)
    return try store.write(SavedRequest(method: request.method, url: base + request.path).withLiteralPath, at: address)
  }

  /// `{{base}}`, which is defined in a new collection as the server's URL.
  private func baseVariable() throws(StoreError) -> String {
    let settings = try store.settings(for: Address(""))
    let variables = settings.flatMap(\.variables)
    if variables.contains(where: { $0.name == "base" && $0.value == .string(upstream) }) { return "{{base}}" }
    let collection = Address("collection.json")
    guard settings.isEmpty, !store.exists(collection) else { return Template.escaping(upstream) }
    try store.createSettings(at: collection, base: upstream)
    return "{{base}}"
  }
}
