internal import BodyDocument
internal import Foundation

/// The queries for the messages of a WebSocket, and for the events or lines of a stream.
package enum MessageQueries {
  private static let names = ["message", "messages", "close"] + ofEvents
  private static let ofEvents = ["event", "eventId"]

  /// The queries for a body, which apply to a single message, too.
  static let ofBodies = ["body", "jsonpath", "xpath", "regex", "bytes", "size", "sha256", "md5"]

  /// Whether a check or a capture is about messages, which only WebSockets and streams have.
  package static func areMeant(by row: JSONObject) -> Bool { names.contains(row["query"]?.string ?? "") }

  /// Whether a check of a folder is evaluated for a WebSocket, or for any other request. Those of events are for neither:
  /// which requests of a folder answer with a stream is not known.
  package static func areMeant(by row: JSONObject, inFolderOf isConversation: Bool) -> Bool {
    !areAboutEvents(row) && areMeant(by: row) == isConversation
  }

  /// Whether it is about the close of a WebSocket, which a stream does not have.
  static func areAboutClose(_ row: JSONObject) -> Bool { row["query"]?.string == "close" }

  /// Whether it is about the name or the ID of events, which only streams of them have.
  package static func areAboutEvents(_ row: JSONObject) -> Bool {
    let query = row["query"]?.string ?? ""
    if ofEvents.contains(query) { return true }
    guard ["message", "messages"].contains(query) else { return false }
    return (try? MessageSelection(row["expression"]?.string ?? ""))?.isAboutEvents ?? false
  }

  /// Messages that the protocol uses for itself.
  package static func isControl(_ type: String) -> Bool { ["ping", "pong", "close"].contains(type) }

  static let noMessages = CheckProblem(
    "the response has no messages: it is neither a WebSocket nor a stream of events or lines")
  static let noClose = CheckProblem("only a WebSocket is closed with a code and a reason")
  package static let noEvent = CheckProblem("only the events of a stream have a name and an ID")
  static let cutOff = CheckProblem("only the first events of the stream were kept as messages: the body has all")

  static func noBody(of kind: RequestKind) -> CheckProblem {
    let name = kind.titleWithArticle
    return CheckProblem("\(name) has no body: begin with message or messages, such as message last | jsonpath $.type")
  }

  /// Why the messages cannot be checked if not all of them were kept.
  static func omitted(_ count: Int) -> CheckProblem {
    CheckProblem("\(count) \(count == 1 ? "message was" : "messages were") not kept")
  }

  /// Refuses a check of a single message that is about something else.
  package static func refuseOthers(_ row: JSONObject, as text: String) throws(CheckProblem) {
    let query = row["query"]?.string ?? ""
    if ofEvents.contains(query) {
      guard let expression = row["expression"]?.string, !expression.isEmpty else { return }
      throw CheckProblem("\(query) of one message takes no \"\(value: expression)\" — write \(query) alone")
    }
    guard !ofBodies.contains(query) else { return }
    let known = (ofBodies + ofEvents).joined(separator: ", ")
    throw CheckProblem("\"\(value: text)\" is not about a message: begin with a path such as $.type, or with \(known)")
  }
}

extension ResponseFacts {
  /// The input of a check of one message.
  package init(message: LogEvent.Message) {
    let head = Response.Head(status: 101, reason: "", httpVersion: "", headers: [])
    self.init(head: head, body: message.body.content, url: "", duration: .zero, hops: [])
    (messages, openedKind, isOneMessage) = ([message], .webSocket, true)
  }

  /// The received messages, without pings, pongs and closes.
  func received() throws(CheckProblem) -> [LogEvent.Message] {
    guard let messages else { throw MessageQueries.noMessages }
    guard omittedMessages == 0 else { throw MessageQueries.omitted(omittedMessages) }
    guard !lacksEvents else { throw MessageQueries.cutOff }
    return messages.filter { $0.direction == .received && !MessageQueries.isControl($0.type) }
  }
}

/// The messages that an expression of `message` or `messages` selects: `last`, `2`, `$.type == done`.
struct MessageSelection {
  private enum Place {
    case first, last
    /// Counted from 1.
    case number(Int)
  }

  static let help = "first, last or a number, a check that it passes, such as $.type == done, or both; default: last"

  private let place: Place?
  /// A check that they pass.
  private let row: JSONObject?

  var isAboutEvents: Bool { row.map(MessageQueries.areAboutEvents) ?? false }

  init(_ text: String) throws(CheckProblem) {
    let text = text.trimmingSpaces
    let (word, rest) = text.cut(at: " ") ?? (text, "")
    switch word {
    case "first": place = .first
    case "last": place = .last
    default: place = Int(word).map { .number($0) }
    }
    if case .number(let number)? = place, number < 1 {
      throw CheckProblem("the first message has the number 1, not \(number)")
    }
    let condition = place == nil ? text : rest.trimmingSpaces
    row = condition.isEmpty ? nil : CheckLine.row(condition)
    guard let row else { return }
    try MessageQueries.refuseOthers(row, as: condition)
  }

  /// Throws if the expression is invalid for any message.
  static func check(_ text: String) throws(CheckProblem) {
    guard let row = try MessageSelection(text).row, let mistake = CheckMistake.of(check: row) else { return }
    throw CheckProblem("\(mistake.sentence)")
  }

  /// The same for `messages`, which selects all.
  static func checkAll(_ text: String) throws(CheckProblem) {
    guard try MessageSelection(text).place == nil else {
      throw CheckProblem("messages are all that pass a check — use message \(value: text) for one")
    }
    try check(text)
  }

  /// The last message, or the first that passes the check.
  private func message(
    of facts: ResponseFacts, _ context: CheckContext
  ) throws(CheckProblem) -> LogEvent.Message? {
    let all = try passing(try facts.received(), context)
    return switch place {
    case .first: all.first
    case .last: all.last
    case .number(let number): number <= all.count ? all[number - 1] : nil
    case nil: row == nil ? all.last : all.first
    }
  }

  /// One message as text or bytes.
  func one(of facts: ResponseFacts, _ context: CheckContext) throws(CheckProblem) -> CheckValue {
    guard let found = try message(of: facts, context) else { return .missing }
    return found.type == "binary"
      ? .bytes(found.body.content) : .text(String(decoding: found.body.content, as: UTF8.self))
  }

  /// The name or the ID of an event.
  func part(
    _ part: KeyPath<StreamPart, String>, of facts: ResponseFacts, _ context: CheckContext
  ) throws(CheckProblem) -> CheckValue {
    guard let found = try message(of: facts, context) else { return .missing }
    guard let event = found.part, event.kind == .event else { throw MessageQueries.noEvent }
    let text = event[keyPath: part]
    return text.isEmpty ? .missing : .text(text)
  }

  /// A list of messages: JSON objects and arrays, also those that bytes mean, as such; other text as strings, other bytes
  /// in base64.
  func all(of facts: ResponseFacts, _ context: CheckContext) throws(CheckProblem) -> CheckValue {
    .json(.array(try passing(try facts.received(), context).map(Self.value)))
  }

  private func passing(
    _ messages: [LogEvent.Message], _ context: CheckContext
  ) throws(CheckProblem) -> [LogEvent.Message] {
    guard let row else { return messages }
    // None would pass, which `not exists` would take for a fact.
    if isAboutEvents, messages.contains(where: { $0.part?.kind != .event }) { throw MessageQueries.noEvent }
    // The variables of the expression are replaced already.
    var context = context
    context.resolve = { (text) throws(CheckProblem) in text }
    return messages.filter { message in
      CheckEvaluation(ResponseFacts(message: message), context).result(of: row).isPassed
    }
  }

  private static func value(_ message: LogEvent.Message) -> JSONValue {
    let content = message.body.content
    if message.type == "binary" {
      if let json = message.meaning, let value = try? JSONText([UInt8](json)).value { return value }
      return .string(content.base64EncodedString())
    }
    let text = String(decoding: content, as: UTF8.self)
    guard let json = try? JSONText(text).value, json.object != nil || json.array != nil else { return .string(text) }
    return json
  }
}

/// How a WebSocket was closed.
enum CloseQuery {
  static let parts = ["code", "reason", "by"]

  static func check(_ part: String) throws(CheckProblem) {
    guard part.isEmpty || parts.contains(part) else {
      throw CheckProblem.unknown("part of a close", part, among: parts)
    }
  }

  static func read(_ part: String, _ facts: ResponseFacts) throws(CheckProblem) -> CheckValue {
    try check(part)
    guard let messages = facts.messages, !facts.isStream else { throw MessageQueries.noClose }
    // The other side answers with a close of its own.
    guard let close = messages.first(where: { $0.type == "close" }) else { return .missing }
    let reason = CloseReason(String(decoding: close.body.content, as: UTF8.self))
    switch part {
    case "reason": return .text(reason?.text ?? "")
    case "by": return .text(close.direction == .received ? "server" : "client")
    default: return reason.map { .number($0.code) } ?? .missing
    }
  }
}
