internal import Foundation

/// Decodes a log written by `LogEncoder`.
struct LogDecoder {
  /// Reads a content by number.
  let content: (Int) throws -> StoredContent

  /// A content, possibly incomplete.
  struct StoredContent {
    var bytes = Data()
    /// Why the rest is missing; `nil` if unknown.
    var problem: String?
  }

  func decode(_ packed: Data) throws -> ExchangeLog { try decode(text: PackedBytes.unpack(packed)) }

  /// The checks of a log. Most logs do not have any, which is detected without decoding.
  func checks(_ packed: Data) throws -> [LogEvent.Check] {
    let text = try PackedBytes.unpack(packed)
    guard text.range(of: Self.checkKind) != nil else { return [] }
    return try decode(text: text).checks
  }

  private static let checkKind = Data(#""check""#.utf8)

  private func decode(text: Data) throws -> ExchangeLog {
    guard let events = try JSONText(Array(text)).value.array else { throw PackingProblem.damaged }
    var body = Data()
    return ExchangeLog(
      try events.compactMap(\.object).map { object in
        let event = try event(object, body)
        if case .body(let part) = event.content { body = part.content }
        return event
      })
  }

  /// - Parameter body: The response body, of which messages may be parts.
  private func event(_ object: JSONObject, _ body: Data) throws -> LogEvent {
    var document = object
    // Removes the first ones, as a document of unknown kind may have members of the same name.
    let (kind, time) = (document.removeFirst("kind")?.string ?? "", document.removeFirst("time")?.number?.int ?? 0)
    return LogEvent(try content(kind, document, body) ?? .other(kind: kind, document: document), at: .nanoseconds(time))
  }

  /// Returns `nil` for an unreadable event.
  private func content(_ kind: String, _ object: JSONObject, _ body: Data) throws -> LogEvent.Content? {
    switch kind {
    case "request": try request(object).map(LogEvent.Content.request)
    case "hop": Self.hop(object).map(LogEvent.Content.hop)
    case "head": Self.head(object).map(LogEvent.Content.head)
    case "body": try object["body"]?.object.map { .body(try self.body($0)) }
    case "message": try message(object, body).map(LogEvent.Content.message)
    case "check": Self.check(object).map(LogEvent.Content.check)
    case "console": Self.console(object).map(LogEvent.Content.console)
    default: nil
    }
  }

  private func request(_ object: JSONObject) throws -> SentRequest? {
    guard let method = object["method"]?.string, let url = object["url"]?.string else { return nil }
    let body = try body(object["body"]?.object ?? [:])
    return SentRequest(
      method: method, url: url, headers: object.headers("headers"), body: body.content, omission: body.omission)
  }

  private func message(_ object: JSONObject, _ response: Data) throws -> LogEvent.Message? {
    guard let direction = LogEvent.Message.Direction(rawValue: object["direction"]?.string ?? ""),
      let type = object["type"]?.string
    else { return nil }
    let part = StreamParts.body(object["range"], of: response)
    guard let content = try part ?? object["body"]?.object.map(body) else { return nil }
    var message = LogEvent.Message(direction, type: type, content)
    message.part = object["part"]?.object.flatMap(StreamParts.part)
    return message
  }

  private func body(_ object: JSONObject) throws -> LogEvent.Body {
    let (stored, size) = try stored(object)
    let missing = size - stored.bytes.count + (object["omitted"]?.number?.int ?? 0)
    guard missing > 0 else { return LogEvent.Body(stored.bytes) }
    let reason = stored.bytes.count < size ? stored.problem ?? "it is missing in history" : object["reason"]?.string
    return LogEvent.Body(stored.bytes, omission: BodyOmission(byteCount: missing, reason: reason ?? ""))
  }

  private func stored(_ object: JSONObject) throws -> (StoredContent, size: Int) {
    if let number = object["content"]?.number?.int {
      let stored = try content(number)
      return (stored, object["size"]?.number?.int ?? stored.bytes.count)
    }
    let bytes =
      object["text"]?.string.map { Data($0.utf8) } ?? object["base64"]?.string.flatMap { Data(base64Encoded: $0) }
    return (StoredContent(bytes: bytes ?? Data()), bytes?.count ?? 0)
  }

  private static func head(_ object: JSONObject) -> Response.Head? {
    guard let status = object["status"]?.number?.int else { return nil }
    return Response.Head(
      status: status, reason: object["reason"]?.string ?? "", httpVersion: object["version"]?.string ?? "",
      headers: object.headers("headers"))
  }

  private static func check(_ object: JSONObject) -> LogEvent.Check? {
    guard let name = object["name"]?.string, let isPassed = object["passed"]?.bool else { return nil }
    return LogEvent.Check(
      name, isPassed: isPassed, detail: object["detail"]?.string ?? "", isScriptError: object["script"] == true)
  }

  private static func console(_ object: JSONObject) -> LogEvent.ConsoleLine? {
    object["text"]?.string.map { LogEvent.ConsoleLine(object["level"]?.string ?? "log", $0) }
  }
}

// MARK: Hops

extension LogDecoder {
  private static func hop(_ object: JSONObject) -> Timeline.Hop? {
    guard let attempt = object["attempt"]?.number?.int, let method = object["method"]?.string,
      let url = object["url"]?.string, let start = object.duration("start")
    else { return nil }
    let (requestHeaders, responseHeaders) = (object.headers("requestHeaders"), object.headers("responseHeaders"))
    var hop = Timeline.Hop(
      attempt: attempt, method: method, url: url, start: start, phases: phases(object["phases"]?.array ?? []),
      connection: object["connection"]?.object.map(connection), status: object["status"]?.number?.int,
      requestHeaders: requestHeaders, responseHeaders: responseHeaders, trailers: object.headers("trailers"),
      sent: object.byteCounts("sent"), received: object.byteCounts("received"), failure: object["failure"]?.string,
      wire: wire(object["wire"]?.array ?? [], requestHeaders, responseHeaders))
    if object["authenticates"]?.bool == true { hop.purpose = .authentication }
    if object["opensSession"]?.bool == true { hop.purpose = .session }
    return hop
  }

  private static func phases(_ values: [JSONValue]) -> Timeline.Phases {
    func duration(_ index: Int) -> Duration? {
      index < values.count ? values[index].number?.int.map { .nanoseconds($0) } : nil
    }
    return Timeline.Phases(
      queue: duration(0), dns: duration(1), connect: duration(2), tls: duration(3), send: duration(4),
      wait: duration(5), receive: duration(6))
  }

  private static func connection(_ object: JSONObject) -> Timeline.Connection {
    Timeline.Connection(
      peer: object["peer"]?.string ?? "", local: object["local"]?.string, isReused: object["reused"]?.bool ?? false,
      httpVersion: object["version"]?.string ?? "", tls: object["tls"]?.object.map(tls))
  }

  private static func tls(_ object: JSONObject) -> Timeline.TLS {
    let certificates = (object["certificates"]?.array ?? []).compactMap { value -> Timeline.Certificate? in
      guard let fields = value.array?.compactMap(\.string), fields.count == 4 || fields.count == 6 else { return nil }
      let hasMore = fields.count == 6
      return Timeline.Certificate(
        subject: fields[0], issuer: fields[1], validFrom: fields[2], validUntil: fields[3],
        serialNumber: hasMore ? fields[4] : "", alternativeNames: hasMore ? fields[5] : "")
    }
    return Timeline.TLS(
      version: object["version"]?.string ?? "", cipher: object["cipher"]?.string ?? "",
      isVerified: object["verified"]?.bool ?? false, certificates: certificates)
  }

  private static func wire(_ lines: [JSONValue], _ sent: [Header], _ received: [Header]) -> WireLog {
    var log = WireLog()
    var time = Duration.zero
    for fields in lines.compactMap(\.array) where fields.count >= 3 {
      let kind = WireLine.Kind(rawValue: fields[1].string ?? "") ?? .note
      let headers = kind == .sentHead ? sent : received
      time += .nanoseconds(fields[0].number?.int ?? 0)
      let number = fields[2].number?.int
      let text = number.map { headers.indices.contains($0) ? headers[$0].line : "" } ?? fields[2].string ?? ""
      let byteCount = fields.count > 3 ? fields[3].number?.int : nil
      log.append(WireLine(time: time, kind: kind, text: text, byteCount: byteCount ?? text.utf8.count + 2))
    }
    return log
  }
}

extension JSONObject {
  fileprivate func duration(_ key: String) -> Duration? { self[key]?.number?.int.map { .nanoseconds($0) } }

  fileprivate func headers(_ key: String) -> [Header] {
    (self[key]?.array ?? []).compactMap { value in
      guard let pair = value.array?.compactMap(\.string), pair.count == 2 else { return nil }
      return Header(pair[0], pair[1])
    }
  }

  fileprivate func byteCounts(_ key: String) -> Timeline.ByteCounts {
    let counts = (self[key]?.array ?? []).compactMap(\.number?.int)
    return counts.count == 2 ? Timeline.ByteCounts(head: counts[0], body: counts[1]) : Timeline.ByteCounts()
  }

  /// Removes the first member of this name and returns its value.
  fileprivate mutating func removeFirst(_ name: String) -> JSONValue? {
    members.firstIndex { $0.key.means(name) }.map { members.remove(at: $0).value }
  }
}
