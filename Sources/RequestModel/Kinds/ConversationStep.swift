/// A step of the conversation of a WebSocket, or of a stream that is received, as a row of its file.
package struct ConversationStep: Equatable, Sendable {
  package enum Verb: String, CaseIterable, Sendable {
    case send, expect, never, wait, close
  }

  /// The member of a row whose verb is not known, as it was typed.
  static let unknown = "step"

  package var document: JSONObject

  package init(document: JSONObject) { self.document = document }

  package var verbs: [Verb] { Verb.allCases.filter { document[$0.rawValue] != nil } }

  /// The verb of the step; `nil` if its row has none, or several.
  package var verb: Verb? { verbs.count == 1 ? verbs[0] : nil }

  package var isOff: Bool { document["off"]?.bool ?? false }

  /// The value of the verb as text.
  package var text: String { verb.flatMap { document[$0.rawValue] }.map { $0.string ?? $0.compact } ?? "" }

  /// The time limit as written; `nil` for the default.
  package var within: String? { document["within"]?.string }

  /// A verb that is not known, as it was typed.
  package var unknownVerb: String? {
    document[Self.unknown]?.string.map { $0.cut(at: " ")?.before ?? $0 }
  }

  /// How the result of the step is named: its description, or a summary.
  package var name: String {
    if let description = document["description"]?.string, !description.isEmpty { return description }
    let limit = within.map { " within \($0)" } ?? ""
    return "\(verb?.rawValue ?? "step") \(CheckName.shortened(subject))".trimmingSpaces + limit
  }

  private var subject: String {
    guard let check, document[verb?.rawValue ?? ""]?.object != nil else { return text }
    return CheckName.of(check)
  }

  /// The check of a received message, as a row; `nil` for other steps.
  package var check: JSONObject? {
    guard verb == .expect || verb == .never else { return nil }
    return document[verb?.rawValue ?? ""]?.object ?? CheckLine.row(text)
  }

  /// The message that is sent; `nil` if there is no saved message of its name, and for other steps.
  package func message(of request: SavedRequest) -> ChannelMessage? {
    guard verb == .send else { return nil }
    return ownMessage?.outgoing ?? request.message(named: text)?.outgoing
  }

  /// The message that the step itself has.
  package var ownMessage: SavedMessage? { document["send"]?.object.map(SavedMessage.init(document:)) }

  /// Reads a time such as `500ms`, `2s`, `1m` or a number of seconds; `nil` if it is none up to a day.
  package static func time(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let sizes = ["": 1.0, "s": 1, "ms": 0.001, "m": 60]
    guard let number = Double(digits), let size = sizes[String(text[digits.endIndex...])] else { return nil }
    let seconds = number * size
    return seconds <= 86_400 ? .milliseconds(Int64((seconds * 1000).rounded())) : nil
  }
}

extension SavedRequest {
  /// The rows of its steps, including those that are off.
  package var stepRows: [ConversationStep] {
    (document["steps"]?.array ?? []).compactMap { $0.object.map(ConversationStep.init(document:)) }
  }

  /// The enabled steps of its conversation.
  package var steps: [ConversationStep] { stepRows.filter { !$0.isOff } }
}

extension Field {
  package static let steps = Field(
    "steps", "Steps",
    "The conversation of a run: messages to send, and those to expect; of a stream, the events or lines to expect. Their "
      + "variables are replaced when they run.",
    .rows(.step, adding: "add a step: send, expect, never, wait or close"))
}

extension RowShape {
  package static let step = RowShape(
    name: "step", summary: "A step of a conversation: it has one of send, expect, never, wait and close.",
    fields: [
      Field("send", "Send", "The name of a saved message, or an object with value, file and type as one has.", .json()),
      Field(
        "expect", "Expect",
        "A check of a message, as a line such as `$.type == done` or as a row of checks. Messages before it are skipped.",
        .json()),
      Field("never", "Never", "A check that no message may pass for a time.", .json()),
      Field("wait", "Wait", "A time such as 500ms or 2s."),
      Field("close", "Close", "The code and the reason to close with, such as 1000 bye.", .json()),
      Field(
        "within", "Within",
        "The time limit of expect and send (default: 10s), and the time of never (default: 1s)."),
      .literal("off", "Off", "Whether it is disabled.", .flag),
      .literal("description", "Description", "What it is for. It names the result."),
    ], cells: .step)
}

extension RowCells {
  static let step = RowCells(
    headings: ["Step", "Message, check or time"],
    members: Set(ConversationStep.Verb.allCases.map(\.rawValue) + [ConversationStep.unknown]), further: ["within"],
    texts: { row in
      let step = ConversationStep(document: row)
      if let words = row[ConversationStep.unknown]?.string {
        let parts = words.cut(at: " ")
        return (parts?.before ?? words, parts?.after ?? "")
      }
      return (step.verb?.rawValue ?? "", step.text)
    },
    setName: { name, row in
      let value = ConversationStep.value(of: row)
      ConversationStep.remove(from: &row)
      ConversationStep.set(name, value, in: &row)
    },
    setValue: { text, row in
      let name = ConversationStep(document: row).verb?.rawValue ?? row[ConversationStep.unknown]?.string ?? ""
      let verb = name.cut(at: " ")?.before ?? name
      ConversationStep.remove(from: &row)
      ConversationStep.set(verb, ConversationStep.value(typed: text), in: &row)
    })
}

extension ConversationStep {
  fileprivate static func value(of row: JSONObject) -> JSONValue {
    if let verb = ConversationStep(document: row).verb { return row[verb.rawValue] ?? "" }
    return value(typed: row[unknown]?.string?.cut(at: " ")?.after ?? "")
  }

  /// An object is one; anything else is text.
  fileprivate static func value(typed text: String) -> JSONValue {
    guard let value = try? JSONText(text).value, value.object != nil else { return .string(text) }
    return value
  }

  fileprivate static func remove(from row: inout JSONObject) {
    for name in Verb.allCases.map(\.rawValue) + [unknown] { row[name] = nil }
  }

  fileprivate static func set(_ name: String, _ value: JSONValue, in row: inout JSONObject) {
    if Verb(rawValue: name) != nil {
      row.members.insert(JSONMember(key: JSONString(name), value: value), at: 0)
    } else {
      row[unknown] = .string("\(name) \(value.string ?? value.compact)".trimmingSpaces)
    }
  }
}
