/// A request of an archive, with the responses that it got.
struct HARRequest {
  let url: String
  /// The id of its page; empty for none.
  let page: String
  let headers: HARHeaders
  private(set) var hasSetCookie = false
  private let source: JSONObject
  private let comment: String
  private var responses: [JSONObject] = []
  private var examples: [HARExample] = []
  private var omittedExamples = 0
  private var socket: HARSocket?

  /// How many different responses of a request are kept.
  private static let exampleLimit = 10

  /// Which of those with the same method and URL it is, from 1.
  private let ordinal: Int

  init(_ entry: JSONObject, _ source: JSONObject, url: String, ordinal: Int) {
    self.url = url
    self.ordinal = ordinal
    self.source = source
    page = entry.text("pageref") ?? ""
    let comments = [entry.text("comment"), source.text("comment")].compactMap { $0?.trimmed }
    // Fiddler numbers entries there: [#11].
    comment = comments.first { $0.contains(where: \.isLetter) } ?? ""
    headers = HARHeaders(source)
    socket = HARSocket(entry, url)
    if socket == nil { add(response: entry["response"]?.object) }
  }

  /// A key that is equal for entries of the same request.
  static func key(_ source: JSONObject) -> String {
    let body = source["postData"].map(\.compact) ?? ""
    return [source.text("method") ?? "", source.text("url") ?? "", body].joined(separator: "\n")
  }

  /// Adds an entry of the same request.
  mutating func add(_ entry: JSONObject) {
    if socket != nil { socket?.add(entry) } else { add(response: entry["response"]?.object) }
  }

  private mutating func add(response: JSONObject?) {
    guard let response, let example = HARExample(response) else { return }
    if example.hasSetCookie { hasSetCookie = true }
    if examples.contains(example) { return }
    if examples.count < Self.exampleLimit { examples.append(example) } else { omittedExamples += 1 }
  }

  func portable(_ context: inout InterchangeContext) -> PortableRequest {
    let method = self.method
    let shown = socket == nil ? method : SavedRequest.webSocketMethod
    let name = comment.isEmpty ? HARNames.request(shown, url) : HARNames.shortened(comment)
    context.enter(name)
    defer { context.leave() }
    if method.lowercased() != source.text("method")?.lowercased() {
      context.note(.changed, "Method \"\(source.text("method") ?? "")\" is not valid: GET is used instead")
    } else if method != source.text("method") {
      context.note(.changed, "Method \"\(source.text("method") ?? "")\": \(method) is sent, as browsers do")
    }
    let document = document(method, &context)
    var request = PortableRequest(name: name, document: socket?.document(document, &context) ?? document)
    request.sourceID = method + " " + url + (ordinal > 1 ? " #\(ordinal)" : "")
    return request
  }

  private var method: String {
    let method = source.text("method") ?? ""
    guard SavedRequest(method: method, url: "").hasUsableMethod else { return "GET" }
    // Browsers convert only these methods to upper case.
    let usual = ["get", "post", "put", "delete", "head", "options"]
    return usual.contains(method) ? method.uppercased() : method
  }

  private func document(_ method: String, _ context: inout InterchangeContext) -> JSONObject {
    var document: JSONObject = ["method": .string(method)]
    let (address, query) = HARQuery.split(url, listed: source["queryString"]?.array ?? [])
    document["url"] = .string(Template.escaping(address))
    if !query.isEmpty { document["query"] = .array(query) }
    let body = HARBody(source["postData"]?.object, contentType: headers.contentType, &context)
    var rows = headers.rows(impliedType: body.impliedType)
    if let type = body.headerType { rows.append(.literalRow("Content-Type", type)) }
    if !rows.isEmpty { document["headers"] = .array(rows) }
    if let value = body.value { document["body"] = value }
    document["examples"] = exampleRows(&context).asMember
    return document
  }

  private func exampleRows(_ context: inout InterchangeContext) -> [JSONValue] {
    if omittedExamples > 0 { context.note(.dropped, "\(omittedExamples) more responses: ten examples are kept") }
    var names: [String: Int] = [:]
    var room = HARExample.sizeLimit
    return examples.map { example in
      names[example.name, default: 0] += 1
      let count = names[example.name] ?? 1
      return .object(example.row(name: count > 1 ? "\(example.name) \(count)" : example.name, &room, &context))
    }
  }
}

/// The query of a URL as rows, where they send the same bytes.
enum HARQuery {
  static func split(_ url: String, listed: [JSONValue]) -> (address: String, rows: [JSONValue]) {
    guard let mark = url.unicodeScalars.firstIndex(of: "?") else { return (url, listed.compactMap(row)) }
    // A query behind a # belongs to the fragment.
    guard !url.unicodeScalars.contains("#") else { return (url, []) }
    let query = url[url.unicodeScalars.index(after: mark)...]
    guard !query.isEmpty else { return (url, []) }
    let unsent = unsent(listed, in: query).compactMap(Self.row)
    var rows = unsent
    for pair in query.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decoded(parts[0]), !name.isEmpty else { return (url, unsent) }
      var row: JSONObject = ["name": .string(Template.escaping(name))]
      if parts.count > 1 {
        guard let value = decoded(parts[1]) else { return (url, unsent) }
        row["value"] = .string(Template.escaping(value))
      }
      rows.append(.object(row))
    }
    return (String(url[..<mark]), rows)
  }

  /// The parameters whose names the query of the URL lacks: programs that generate code take them from both.
  private static func unsent(_ listed: [JSONValue], in query: Substring) -> [JSONValue] {
    let sent = Set(URLQuery.decoded(String(query)).map(\.name))
    return listed.filter { row in
      guard let name = row.object?.text("name") else { return false }
      return !sent.contains(name) && !sent.contains(String(decoding: PercentEncoding.decode(name), as: UTF8.self))
    }
  }

  /// The text whose encoding is `encoded`; `nil` if no text has exactly this encoding.
  private static func decoded(_ encoded: Substring.UnicodeScalarView) -> String? {
    let encoded = String(encoded)
    let text = String(decoding: PercentEncoding.decode(encoded), as: UTF8.self)
    return PercentEncoding.component(text).isExactly(encoded) ? text : nil
  }

  private static func row(_ value: JSONValue) -> JSONValue? {
    guard let source = value.object, let name = source.filledText("name") else { return nil }
    let value = source.text("value") ?? ""
    // Chrome lists the values percent-encoded, as in the URL.
    let isEncoded = value.unicodeScalars.contains("%")
    let plain = isEncoded ? decoded(value[...].unicodeScalars) ?? value : value
    return JSONValue.literalRow(name, plain)
  }
}
