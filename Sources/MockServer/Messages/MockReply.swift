/// A response of the mock server.
package struct MockReply: Equatable, Sendable {
  package enum Body: Equatable, Sendable {
    case bytes([UInt8])
    /// The absolute path of a file that is sent unchanged, and the folder that must contain it, links resolved.
    case file(String, within: String)
    /// Generated while it is sent.
    case pieces(MockPieces)
  }

  package var status: Int
  package var reason: String
  package var headers: [Header]
  package var body: Body
  /// The delay in seconds.
  package var delay: Double = 0
  /// The delays before the events or lines of a body that is a stream; `nil` sends it at once.
  package var eventDelays: EventDelays?
  /// The ID of the last event that the client of a stream has received.
  package var lastEventID: String?
  /// The place in the body where this client continues.
  var start = StreamPlace()
  package var failure: MockFailure?
  /// The conversation, if the request asks for a WebSocket; other requests are refused.
  package var conversation: MockConversation?
  /// The name of the response in the log: the request and its example.
  package var source: String
  /// An error while creating the response, for the log.
  package var remark: String?
  /// Whether no request of the collection has this method and path, or no example fits.
  package var isUnmatched = false
  /// The request that the path belongs to; `nil` for an unknown path.
  package var operation: Match?
  /// Whether the saved request or the rules of the example contain every parameter of the query.
  package var coversQuery = true

  /// A request of the collection and the values of its path parameters.
  package struct Match: Equatable, Sendable {
    package let address: Address?
    package let parameters: [(name: String, value: String)]

    package static func == (a: Match, b: Match) -> Bool {
      a.address == b.address && a.parameters.elementsEqual(b.parameters) { $0 == $1 }
    }
  }

  package init(
    status: Int, reason: String? = nil, headers: [Header] = [], body: Body = .bytes([]), source: String
  ) {
    self.status = status
    self.reason = reason ?? StatusReason.of(status)
    self.headers = headers
    self.body = body
    self.source = source
  }

  /// A response of the server itself: a JSON object with a sentence.
  static func problem(
    _ status: Int, _ sentence: String, _ members: [(String, JSONValue)] = [], headers: [Header] = [], source: String
  ) -> MockReply {
    let object = JSONObject(
      members: ([("error", .string(sentence))] + members).map { JSONMember(key: JSONString($0.0), value: $0.1) })
    let text = JSONValue.object(object).rendered() + "\n"
    return MockReply(
      status: status, headers: [Header("Content-Type", "application/json")] + headers, body: .bytes(Array(text.utf8)),
      source: source)
  }

  /// The response with the status 204 and no body.
  var withoutContent: MockReply {
    var reply = self
    (reply.status, reply.reason, reply.body) = (204, StatusReason.of(204), .bytes([]))
    reply.headers.removeAll { $0.name.lowercased() == "content-type" }
    (reply.eventDelays, reply.lastEventID) = (nil, nil)
    return reply
  }

  /// Whether the body is a stream of events or lines.
  package var isStream: Bool { StreamFormat(contentType: headers.first("Content-Type")) != nil }

  /// Whether the status allows a body (RFC 9110).
  package var allowsBody: Bool { status >= 200 && status != 204 && status != 304 }
}

/// The usual reason phrases.
enum StatusReason {
  static func of(_ status: Int) -> String { phrases[status] ?? "" }

  private static let phrases: [Int: String] = [
    200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
    205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 300: "Multiple Choices",
    301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 305: "Use Proxy",
    307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
    402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
    407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict",
    410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
    415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed", 418: "I'm a teapot",
    421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency",
    425: "Too Early", 426: "Upgrade Required",
    428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
    451: "Unavailable For Legal Reasons", 500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    506: "Variant Also Negotiates", 510: "Not Extended", 511: "Network Authentication Required",
  ]
}

extension MockReply {
  /// A failure that the user requested.
  package static func failed(_ status: Int, headers: [Header]) -> MockReply {
    let kept = headers.filter { $0.name.lowercased().hasPrefix("access-control-") || $0.name == "Vary" }
    return problem(status, "This request fails on purpose: --fail-rate", headers: kept, source: "failed on purpose")
  }

  /// The response if the server being recorded cannot be reached.
  package static func unreachable(_ sentence: String) -> MockReply {
    problem(502, sentence, source: "not recorded")
  }
}
