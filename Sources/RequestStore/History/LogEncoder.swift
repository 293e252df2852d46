internal import Foundation

/// Encodes the log of an exchange as JSON: an object per event, with its `kind` and `time` in nanoseconds.
///
/// Contents of more than a few bytes are stored separately and referenced by number.
struct LogEncoder {
  let limit: BodyLimit
  /// The referenced contents, up to the body limit.
  private(set) var contents: [Data] = []
  /// The index of the first response body in `contents`.
  private(set) var responseBody: Int?
  /// Finds the messages that are parts of the response body in it.
  private var parts = StreamParts()

  /// The bytes of messages that are still kept. The limit is that of all messages together.
  private var messageRest: Int

  /// Contents up to this size are in the log itself.
  private let inlineLimit: Int

  /// Shorter contents take less space in the log than in a row.
  private static let inlineLimit = 128

  init(limit: BodyLimit) {
    (self.limit, messageRest) = (limit, limit.byteCount)
    inlineLimit = Self.inlineLimit
  }

  /// Encodes a part of a log with all its contents.
  ///
  /// - Parameter earlierSize: The bytes of the messages before this part, which count for the limit.
  init(partWithin limit: BodyLimit, after earlierSize: Int) {
    (self.limit, messageRest) = (limit, max(0, limit.byteCount - earlierSize))
    inlineLimit = .max
  }

  mutating func encode(_ log: ExchangeLog) -> Data {
    PackedBytes.packText(Data(JSONValue.array(log.events.map { .object(encode($0)) }).compact.utf8))
  }

  private mutating func encode(_ event: LogEvent) -> JSONObject {
    let (kind, document) = encode(event.content)
    let head: JSONObject = ["kind": .string(kind), "time": .number(event.time)]
    return JSONObject(members: head.members + document.members)
  }

  private mutating func encode(_ content: LogEvent.Content) -> (kind: String, JSONObject) {
    switch content {
    case .request(let sent): ("request", encode(sent))
    case .hop(let hop): ("hop", Self.encode(hop))
    case .head(let head): ("head", Self.encode(head))
    case .body(let body): ("body", encodeResponse(body))
    case .message(let message): ("message", encode(message))
    case .check(let check): ("check", Self.encode(check))
    case .console(let line): ("console", ["level": .string(line.level), "text": .string(line.text)])
    case .other(let kind, let document): (kind, document)
    }
  }

  private mutating func encode(_ sent: SentRequest) -> JSONObject {
    [
      "method": .string(sent.method), "url": .string(sent.url), "headers": Self.encode(sent.headers),
      "body": encode(sent.body, sent.omission),
    ]
  }

  private mutating func encodeResponse(_ body: LogEvent.Body) -> JSONObject {
    let next = contents.count
    let encoded = encode(body.content, body.omission)
    if contents.count > next, responseBody == nil { responseBody = next }
    parts = StreamParts(body.content, keptCount: min(body.content.count, limit.byteCount))
    return ["body": encoded]
  }

  private mutating func encode(_ message: LogEvent.Message) -> JSONObject {
    var object: JSONObject = ["direction": .string(message.direction.rawValue), "type": .string(message.type)]
    if let part = message.part { object["part"] = .object(StreamParts.document(part)) }
    let content = message.body.content
    guard message.part != nil, let range = parts.next(content) else {
      let size = min(content.count, messageRest)
      messageRest -= size
      object["body"] = encode(content, message.body.omission, size: size, because: limit.messagesReason)
      return object
    }
    if parts.keeps(range) {
      object["range"] = [.number(range.lowerBound), .number(range.count)]
    } else {
      object["body"] = encode(Data(), BodyOmission(byteCount: content.count, reason: limit.reason))
    }
    return object
  }

  private mutating func encode(_ content: Data, _ omission: BodyOmission?) -> JSONValue {
    encode(content, omission, size: limit.byteCount, because: limit.reason)
  }

  /// - Parameters:
  ///   - size: The bytes to keep.
  ///   - reason: Why others are omitted.
  private mutating func encode(
    _ content: Data, _ omission: BodyOmission?, size: Int, because reason: String
  ) -> JSONValue {
    let kept = content.prefix(size)
    var object: JSONObject = [:]
    if kept.count > inlineLimit {
      (object["content"], object["size"]) = (.number(contents.count), .number(kept.count))
      contents.append(kept)
    } else if let text = String(validating: kept, as: UTF8.self) {
      if !text.isEmpty { object["text"] = .string(text) }
    } else {
      object["base64"] = .string(kept.base64EncodedString())
    }
    let omitted = content.count - kept.count + (omission?.byteCount ?? 0)
    if omitted > 0 {
      object["omitted"] = .number(omitted)
      object["reason"] = .string(kept.count < content.count ? reason : omission?.reason ?? "")
    }
    return .object(object)
  }

  private static func encode(_ head: Response.Head) -> JSONObject {
    [
      "status": .number(head.status), "reason": .string(head.reason), "version": .string(head.httpVersion),
      "headers": encode(head.headers),
    ]
  }

  private static func encode(_ check: LogEvent.Check) -> JSONObject {
    var object: JSONObject = [
      "name": .string(check.name), "passed": .bool(check.isPassed), "detail": .string(check.detail),
    ]
    if check.isScriptError { object["script"] = true }
    return object
  }

  private static func encode(_ headers: [Header]) -> JSONValue {
    .array(headers.map { .array([.string($0.name), .string($0.value)]) })
  }
}

// MARK: Hops

extension LogEncoder {
  private static func encode(_ hop: Timeline.Hop) -> JSONObject {
    var object: JSONObject = [
      "attempt": .number(hop.attempt), "method": .string(hop.method), "url": .string(hop.url),
      "start": .number(hop.start), "phases": .array(hop.phases.all.map { $0.duration.map(JSONValue.number) ?? .null }),
      "sent": [.number(hop.sent.head), .number(hop.sent.body)],
      "received": [.number(hop.received.head), .number(hop.received.body)],
      "requestHeaders": encode(hop.requestHeaders), "responseHeaders": encode(hop.responseHeaders),
      "wire": encode(hop),
    ]
    object["status"] = hop.status.map(JSONValue.number)
    object["failure"] = hop.failure.map(JSONValue.string)
    object["connection"] = hop.connection.map { .object(encode($0)) }
    if !hop.trailers.isEmpty { object["trailers"] = encode(hop.trailers) }
    switch hop.purpose {
    case .request: break
    case .authentication: object["authenticates"] = true
    case .session: object["opensSession"] = true
    }
    return object
  }

  private static func encode(_ connection: Timeline.Connection) -> JSONObject {
    var object: JSONObject = [
      "peer": .string(connection.peer), "reused": .bool(connection.isReused),
      "version": .string(connection.httpVersion),
    ]
    object["local"] = connection.local.map(JSONValue.string)
    object["tls"] = connection.tls.map { .object(encode($0)) }
    return object
  }

  private static func encode(_ tls: Timeline.TLS) -> JSONObject {
    let certificates = tls.certificates.map { certificate -> JSONValue in
      var fields = [certificate.subject, certificate.issuer, certificate.validFrom, certificate.validUntil]
      let more = [certificate.serialNumber, certificate.alternativeNames]
      if more != ["", ""] { fields += more }
      return .array(fields.map(JSONValue.string))
    }
    return [
      "version": .string(tls.version), "cipher": .string(tls.cipher), "verified": .bool(tls.isVerified),
      "certificates": .array(certificates),
    ]
  }

  /// Encodes each line as an array: the time since the previous line, kind, text, and the size on the wire if it
  /// differs from the length of the text and its line ending. The text of a line that repeats a header is the header's
  /// index.
  private static func encode(_ hop: Timeline.Hop) -> JSONValue {
    let (requestLines, responseLines) = (hop.requestHeaders.map(\.line), hop.responseHeaders.map(\.line))
    var (last, nextSent, nextReceived) = (Duration.zero, 0, 0)
    return .array(
      hop.wire.map { line in
        defer { last = line.time }
        let header: Int? =
          switch line.kind {
          case .sentHead: requestLines.next(line.text, &nextSent)
          case .receivedHead: responseLines.next(line.text, &nextReceived)
          case .note, .sentBody, .receivedBody: nil
          }
        let fields: [JSONValue] = [
          .number(line.time - last), .string(line.kind.rawValue), header.map(JSONValue.number) ?? .string(line.text),
        ]
        let isUsual = line.byteCount == line.text.utf8.count + 2
        return .array(isUsual ? fields : fields + [.number(line.byteCount)])
      })
  }
}

extension Header {
  /// The usual line on the wire.
  var line: String { name + ": " + value }
}

extension [String] {
  /// Returns the index of the next header if it equals `text`.
  fileprivate func next(_ text: String, _ index: inout Int) -> Int? {
    guard index < count, self[index].utf8.elementsEqual(text.utf8) else { return nil }
    defer { index += 1 }
    return index
  }
}

extension JSONValue {
  static func number(_ duration: Duration) -> JSONValue { .number(Int(duration.nanoseconds)) }
}
