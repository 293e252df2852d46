import Foundation

/// A request and its response as an entry of an archive.
struct HAREntry {
  private let exchange: Exchange
  private let hop: Timeline.Hop
  private let isFirst: Bool
  private let isLast: Bool
  /// The response with its body; `nil` for all hops except the last, whose bodies are not kept.
  private let finalResponse: Response?

  init(_ exchange: Exchange, _ hop: (Timeline.Hop, isLast: Bool), isFirst: Bool) {
    self.exchange = exchange
    self.hop = hop.0
    (self.isFirst, isLast) = (isFirst, hop.isLast)
    finalResponse = hop.isLast ? exchange.response : nil
  }

  /// When the request was sent.
  var start: Date { exchange.startedAt.addingTimeInterval(hop.start / .seconds(1)) }

  var value: JSONValue {
    let timings = HARTimings(hop.phases)
    var entry: JSONObject = [
      "startedDateTime": .string(UTCTime.milliseconds(start)),
      "time": timings.total, "request": request, "response": response, "cache": [:], "timings": timings.value,
    ]
    if let peer = hop.connection?.peer, let address = Self.address(of: peer) {
      entry["serverIPAddress"] = .string(address)
    }
    entry["_attempt"] = .number(hop.attempt)
    if isLast, let messages = HARMessages.value(of: exchange) {
      entry["_resourceType"] = "websocket"
      entry["_webSocketMessages"] = messages
    }
    if let failure = hop.failure { entry["_error"] = .string(failure) }
    return .object(entry)
  }

  private var request: JSONValue {
    let hasBody = !hop.isAuxiliary && (isFirst || hop.sent.body > 0)
    let body = hasBody ? exchange.sent?.body ?? Data() : Data()
    var request: JSONObject = [
      "method": .string(hop.method), "url": .string(hop.url), "httpVersion": .string(httpVersion),
      "cookies": .array(HARCookies.sent(hop.requestHeaders)), "headers": Self.headers(hop.requestHeaders),
      "queryString": .array(Self.query(of: hop.url)),
    ]
    if !body.isEmpty { request["postData"] = .object(Self.postData(body, hop.requestHeaders)) }
    request["headersSize"] = Self.size(hop.sent.head)
    // After status 101 there are messages, and no body of either side.
    request["bodySize"] = .number(isUpgraded ? 0 : max(hop.sent.body, body.count))
    return .object(request)
  }

  private var response: JSONValue {
    var response: JSONObject = [
      "status": .number(hop.status ?? 0), "statusText": .string(finalResponse?.reason ?? ""),
      "httpVersion": .string(httpVersion), "cookies": .array(HARCookies.received(hop.responseHeaders)),
      "headers": Self.headers(hop.responseHeaders), "content": contentOfResponse,
      "redirectURL": .string(hop.responseHeaders.first("Location") ?? ""),
      "headersSize": Self.size(hop.received.head),
      "bodySize": hop.status == nil ? -1 : .number(isUpgraded ? 0 : hop.received.body),
    ]
    // HAR has no member for them.
    if !hop.trailers.isEmpty { response["_trailers"] = Self.headers(hop.trailers) }
    return .object(response)
  }

  private var contentOfResponse: JSONValue {
    let body = finalResponse?.body ?? Data()
    var content: JSONObject = [
      "size": .number(finalResponse?.bodySize ?? 0),
      "mimeType": .string(hop.responseHeaders.first("Content-Type") ?? ""),
    ]
    if finalResponse != nil {
      let (text, encoding) = Self.text(of: body)
      content["text"] = .string(text)
      if let encoding { content["encoding"] = .string(encoding) }
    }
    if let omission = finalResponse?.omission {
      content["comment"] = .string("The last \(omission.byteCount) bytes are omitted: \(omission.reason)")
    }
    return .object(content)
  }

  private var isUpgraded: Bool { hop.status == 101 }

  private var httpVersion: String { hop.connection?.httpVersion ?? finalResponse?.httpVersion ?? "" }
}

extension HAREntry {
  /// Returns `nil` for a unix socket.
  private static func address(of peer: String) -> String? {
    guard !peer.hasPrefix("/"), let colon = peer.lastIndex(of: ":") else { return nil }
    return peer[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
  }

  static func headers(_ headers: [Header]) -> JSONValue {
    .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  static func query(of url: String) -> [JSONValue] {
    let items = URLComponents(string: url)?.queryItems ?? []
    return items.map { ["name": .string($0.name), "value": .string($0.value ?? "")] }
  }

  /// Returns -1, unknown, for 0: a head is never empty.
  private static func size(_ head: Int) -> JSONValue { head > 0 ? .number(head) : -1 }

  static func postData(_ body: Data, _ headers: [Header]) -> JSONObject {
    let (text, encoding) = Self.text(of: body)
    var data: JSONObject = ["mimeType": .string(headers.first("Content-Type") ?? ""), "text": .string(text)]
    // HAR has no encoding for request bodies. Readers ignore members that begin with an underscore.
    if let encoding { data["_encoding"] = .string(encoding) }
    return data
  }

  private static func text(of body: Data) -> (text: String, encoding: String?) {
    String(validating: body, as: UTF8.self).map { ($0, nil) } ?? (body.base64EncodedString(), "base64")
  }
}
