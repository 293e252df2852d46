package import Foundation

/// The differences between two exchanges: requests, responses and timing.
///
/// Headers that are different each time come last, so that they do not hide the others.
package struct ExchangeDiff: Equatable, Sendable {
  /// One of the two exchanges.
  package struct Side: Equatable, Sendable {
    package let id: ExchangeID
    package let startedAt: Date
    package let method: String
    /// With variables replaced and secrets masked.
    package let url: String
    package let result: ExchangeSummary.Result
  }

  package struct Section: Equatable, Sendable {
    package let kind: Kind
    package let changes: [FieldChange]
  }

  /// In the order they are listed.
  package enum Kind: String, Sendable, CaseIterable {
    case request = "Request"
    case requestHeaders = "Request headers"
    case requestBody = "Request body"
    case response = "Response"
    case responseHeaders = "Response headers"
    case responseBody = "Response body"
    case trailers = "Trailers"
    case messages = "Messages"
    case times = "Times"
    case volatile = "Different each time"

    /// Whether a difference says nothing about the request or the server.
    package var isIncidental: Bool { self == .times || self == .volatile }
  }

  package let old: Side
  package let new: Side
  /// The sections with changes.
  package let sections: [Section]

  /// Returns the JSON that the bytes of a body or a message mean; `nil` for others.
  package typealias Meaning = (_ body: Data, _ contentType: String?) -> Data?

  /// - Parameters:
  ///   - meaning: Bytes that mean JSON are compared as JSON.
  ///   - isStopped: If it returns `true`, changes are missing.
  package init(
    _ old: Exchange, _ new: Exchange, meaning: Meaning = { _, _ in nil }, isStopped: () -> Bool = { false }
  ) {
    (self.old, self.new) = (Side(old), Side(new))
    let documents = zip(
      ExchangeDocument(old, meaning: meaning).sections,
      ExchangeDocument(new, spelledLike: old, meaning: meaning).sections)
    sections = documents.compactMap { old, new in
      let changes = old.content.changes(to: new.content, isStopped).filter { !$0.isUnknown }
      return changes.isEmpty ? nil : Section(kind: old.kind, changes: changes)
    }
  }

  /// Whether request and response are equal; times and headers such as `Date` do not count.
  package var isSame: Bool { sections.allSatisfy(\.kind.isIncidental) }

  /// All changes with the titles of their sections above them.
  package var lines: [String] {
    sections.flatMap { section in [section.kind.rawValue] + section.changes.flatMap(\.lines).map { "  " + $0 } }
  }
}

extension ExchangeDiff.Side {
  init(_ exchange: Exchange) {
    let result: ExchangeSummary.Result =
      switch exchange.outcome {
      case .completed(let response): .status(response.status)
      case .failed(let failure, _): .failed(failure.kind)
      case .cancelled: .cancelled
      }
    self.init(
      id: exchange.id, startedAt: exchange.startedAt, method: exchange.shownMethod,
      url: exchange.sent?.url ?? exchange.request.url, result: result)
  }
}

/// An exchange as values to compare, by section.
private struct ExchangeDocument {
  enum Content {
    case members(JSONObject)
    case body(Data, omission: BodyOmission?)
    case messages(String)
  }

  let sections: [(kind: ExchangeDiff.Kind, content: Content)]

  /// - Parameter other: An exchange whose spelling of header names is taken.
  init(_ exchange: Exchange, spelledLike other: Exchange? = nil, meaning: ExchangeDiff.Meaning) {
    func body(_ body: Data?, _ headers: [Header]?, _ omission: BodyOmission?) -> Content {
      let body = body ?? Data()
      return .body(meaning(body, headers?.first("Content-Type")) ?? body, omission: omission)
    }
    let (sent, response) = (exchange.sent, exchange.response)
    let sentNames = other?.sent?.headers ?? []
    let receivedNames = other?.response?.headers ?? []
    let sentHeaders = HeaderMembers(sent?.headers ?? [], like: sentNames)
    let receivedHeaders = HeaderMembers(response?.headers ?? [], like: receivedNames)
    let trailers = HeaderMembers(exchange.trailers, like: other?.trailers ?? [])
    let volatile = [sentHeaders, receivedHeaders, trailers].flatMap(\.volatile.members)
    sections = [
      (.request, .members(Self.requestLine(exchange))), (.requestHeaders, .members(sentHeaders.lasting)),
      (.requestBody, body(sent?.body, sent?.headers, sent?.omission)),
      (.response, .members(Self.result(exchange))), (.responseHeaders, .members(receivedHeaders.lasting)),
      (.responseBody, body(response?.body, response?.headers, response?.omission)),
      (.trailers, .members(trailers.lasting)), (.messages, .messages(exchange.messageText(meaning))),
      (.times, .members(Self.times(exchange))),
      (.volatile, .members(JSONObject(members: volatile))),
    ]
  }

  private static func requestLine(_ exchange: Exchange) -> JSONObject {
    var line: JSONObject = [
      "Method": .string(exchange.shownMethod),
      "URL": .string(exchange.sent?.url ?? exchange.request.url),
    ]
    line["Environment"] = exchange.environment.map(JSONValue.string)
    return line
  }

  private static func result(_ exchange: Exchange) -> JSONObject {
    var result = JSONObject()
    if let response = exchange.response {
      result["Status"] = .string(response.statusText.trimmingCharacters(in: .whitespaces))
      result["Version"] = .string(response.httpVersion)
    }
    switch exchange.ending {
    case .completed: break
    case .failed(let failure): result["Failure"] = .string(failure.sentence)
    case .cancelled: result["Ending"] = "cancelled"
    }
    let urls = exchange.timeline.hops.filter { !$0.isAuxiliary }.map(\.url)
    if urls.count > 1 { result["Hops"] = .string(urls.joined(separator: "\n")) }
    for check in exchange.log.checks {
      result.members.append(JSONMember(key: JSONString("Check \(check.name)"), value: .string(check.result)))
    }
    return result
  }

  /// The phases of the last hop, which has the response.
  private static func times(_ exchange: Exchange) -> JSONObject {
    var times: JSONObject = ["Total": .string(Formatting.duration(exchange.duration))]
    for (name, duration) in exchange.timeline.lastOwn?.phases.all ?? [] {
      times[name] = duration.map { .string(Formatting.duration($0)) }
    }
    return times
  }
}

extension LogEvent.Check {
  fileprivate var result: String {
    isPassed ? "passed" : detail.isEmpty ? "failed" : "failed: \(detail)"
  }
}

/// Headers as members, divided by whether they are different each time.
private struct HeaderMembers {
  var lasting = JSONObject()
  var volatile = JSONObject()

  /// - Parameter known: Headers whose spelling is taken: HTTP/2 has lower case, and case means nothing.
  init(_ headers: [Header], like known: [Header]) {
    let spellings = Dictionary(known.map { ($0.name.lowercased(), $0.name) }) { first, _ in first }
    for header in headers {
      let name = header.name.lowercased()
      let member = JSONMember(key: JSONString(spellings[name] ?? header.name), value: .string(header.value))
      if Self.isVolatile(name) { volatile.members.append(member) } else { lasting.members.append(member) }
    }
  }

  private static let volatileNames: Set<String> = [
    "age", "cf-ray", "date", "elapsed", "idempotency-key", "request-id", "sec-websocket-accept", "sec-websocket-key",
    "server-timing", "traceparent", "tracestate", "x-amz-cf-id", "x-amz-id-2", "x-b3-parentspanid", "x-b3-spanid",
    "x-b3-traceid", "x-cache-hits", "x-cloud-trace-context", "x-ratelimit-remaining", "x-ratelimit-reset",
    "x-ratelimit-used", "x-response-time", "x-runtime", "x-timer",
  ]
  private static let volatileEndings = ["request-id", "requestid", "correlation-id", "trace-id", "ratelimit-remaining"]

  private static func isVolatile(_ name: String) -> Bool {
    volatileNames.contains(name) || volatileEndings.contains { name.hasSuffix($0) }
  }
}

extension ExchangeDocument.Content {
  fileprivate func changes(to new: ExchangeDocument.Content, _ isStopped: () -> Bool) -> [FieldChange] {
    switch (self, new) {
    case (.members(let old), .members(let new)): FieldDiff(texts: old, new, isStopped: isStopped).changes
    case (.body(let old, let oldOmission), .body(let new, let newOmission)):
      ComparedBody(old).changes(to: ComparedBody(new), isStopped) + Self.changes(of: oldOmission, to: newOmission)
    case (.messages(let old), .messages(let new)):
      ComparedBody(Data(old.utf8), label: "Messages")
        .changes(to: ComparedBody(Data(new.utf8), label: "Messages"), isStopped)
    default: []
    }
  }

  private static func changes(of old: BodyOmission?, to new: BodyOmission?) -> [FieldChange] {
    func member(_ omission: BodyOmission?) -> JSONObject {
      guard let omission else { return JSONObject() }
      return ["Not kept": .string("\(Formatting.byteCount(omission.byteCount)): \(omission.reason)")]
    }
    return FieldDiff(texts: member(old), member(new), isStopped: { false }).changes
  }
}

/// A body, or the messages of a conversation, prepared for comparison.
private struct ComparedBody {
  private let label: String
  private let bytes: Data
  /// `nil` for binary data and for more than the limit.
  private let text: String?

  /// In bytes, as for files.
  private static let limit = 8 << 20

  init(_ bytes: Data, label: String = "Body") {
    (self.bytes, self.label) = (bytes, label)
    text = bytes.count > Self.limit ? nil : String(validating: bytes, as: UTF8.self)
  }

  private var isLong: Bool { bytes.count > Self.limit }

  func changes(to new: ComparedBody, _ isStopped: () -> Bool) -> [FieldChange] {
    guard bytes != new.bytes else { return [] }
    if let text, let newText = new.text {
      return FieldDiff(texts: member(text), member(newText), isStopped: isStopped).changes
    }
    let hint = isLong || new.isLong ? " — above 8 MB only the sizes are compared: save both and compare the files" : ""
    let words = new.bytes.count == bytes.count ? "\(new.summary), with other bytes" : new.summary
    return [
      FieldChange(
        kind: .changed, place: JSONLocation().appending(label), label: label, old: nil, new: nil, oldText: summary,
        newText: words + hint)
    ]
  }

  private func member(_ text: String) -> JSONObject {
    var object = JSONObject()
    if !text.isEmpty { object[label] = .string(text) }
    return object
  }

  private var summary: String {
    let count = Formatting.byteCount(bytes.count)
    if bytes.isEmpty || isLong { return bytes.isEmpty ? "none" : count }
    return text == nil ? "\(count) of data" : "\(count) of text"
  }
}

extension FieldChange {
  /// Whether only one side was kept with its secret masked, so that the sides cannot be compared.
  fileprivate var isUnknown: Bool {
    guard kind == .changed, let oldText, oldText == newText else { return false }
    return [old, new].contains { $0?.compact.contains(Self.mask) == true }
  }
}
