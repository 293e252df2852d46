/// A question of a job to the program.
package enum ScriptQuestion: Equatable, Sendable {
  /// `pm.sendRequest`. The reply has a `response` or an `error`.
  case send(ScriptRequest)
  /// `method` is `get`, `getAll`, `set`, `unset` or `clear`; the message has all of its arguments.
  case cookies(method: String, url: String, JSONObject)
  case vault(method: String, key: String, value: JSONValue?)
  /// With `changes`, those that the script made so far are applied before, and the reply also has the `scopes` afterwards.
  case runRequest(String, variables: JSONObject, changes: [ScriptChange]? = nil)
  /// A library or a file of the collection. The reply has `source` and `name`, or an `error`. The script waits.
  case module(String, from: String)
  /// Another question, by its `op`. The script waits if `isSynchronous`.
  case other(String, JSONObject, isSynchronous: Bool)
}

/// Serves the scripts of a job.
package protocol ScriptServices: Sendable {
  /// Receives the events of the job, in order, on the thread of the host.
  func receive(_ event: ScriptEvent)

  /// Returns a reply with the members documented at the question. Cancelled if the job ends first.
  func answer(_ question: ScriptQuestion) async -> JSONObject
}

/// A question with its identifier.
struct ScriptCall: Sendable {
  let question: ScriptQuestion
  /// The number for the reply; `nil` if the script waits for the reply.
  let id: Int?

  /// Returns `nil` for other messages.
  init?(_ message: JSONObject, isSynchronous: Bool) {
    id = isSynchronous ? nil : message["id"]?.number?.int
    guard let name = message["op"]?.string, isSynchronous || id != nil else { return nil }
    question = ScriptQuestion(name, message, isSynchronous)
  }

  /// The message with the reply, or an error if the reply is too long.
  func frame(_ answer: JSONObject) -> HostFrame {
    let frame = message(answer)
    if frame.payload.count < HostFrame.longestSent { return frame }
    let reason = ScriptError.answer(frame.payload.count).description
    return message(["error": id == nil ? .string(reason) : ["message": .string(reason)]])
  }

  private func message(_ answer: JSONObject) -> HostFrame {
    guard let id else { return HostFrame(.answer, .object(answer)) }
    let name = if case .send = question { "sent" } else { "result" }
    return HostFrame(.message, .object(["op": .string(name), "id": .number(id)] + answer))
  }
}

extension JSONObject {
  fileprivate static func + (left: JSONObject, right: JSONObject) -> JSONObject {
    JSONObject(members: left.members + right.members)
  }
}

extension ScriptQuestion {
  fileprivate init(_ name: String, _ message: JSONObject, _ isSynchronous: Bool) {
    let method = message["method"]?.string ?? ""
    if name == "send", let request = message["request"].flatMap(ScriptRequest.init) {
      self = .send(request)
      return
    }
    switch name {
    case "cookies": self = .cookies(method: method, url: message["url"]?.string ?? "", message)
    case "vault": self = .vault(method: method, key: message["key"]?.string ?? "", value: message["value"])
    case "runRequest":
      self = .runRequest(
        message["request"]?.string ?? "", variables: message["variables"]?.object ?? JSONObject(),
        changes: message["changes"]?.array?.compactMap(ScriptChange.init))
    case "module": self = .module(message["name"]?.string ?? "", from: message["from"]?.string ?? "")
    default: self = .other(name, message, isSynchronous: isSynchronous)
    }
  }
}
