/// A saved response of a request: the mock server sends it, and later responses are compared with it.
///
/// Wraps the object in the request's file, so unknown members are kept.
package struct SavedExample: Equatable, Hashable, Sendable {
  package var document: JSONObject

  package init(document: JSONObject) { self.document = document }

  package init(name: String, status: Int, reason: String? = nil, headers: [Header] = [], body: String? = nil) {
    document = ["name": .string(name), "status": .number(status)]
    if let reason, !reason.isEmpty { document["reason"] = .string(reason) }
    if !headers.isEmpty { document["headers"] = .array(headers.map { .object(Parameter($0.name, $0.value).document) }) }
    if let body, !body.isEmpty { document["body"] = .lines(body, like: nil) }
  }

  package var name: String { document["name"]?.string ?? "" }

  /// The status code; `nil` in an example of a request that failed, or of any response.
  package var status: Int? { document["status"]?.number?.int }

  package var reason: String? { document["reason"]?.string }

  /// The headers that are not turned off.
  package var headers: [Header] {
    (document["headers"]?.array ?? []).compactMap { $0.object.map(Parameter.init(document:)) }
      .filter { !$0.isOff }.map { Header($0.name, $0.value) }
  }

  /// The text of the body; `nil` without a body, or if it is in a file.
  package var body: String? { document["body"]?.wholeLines }

  /// The path of the file with the body, relative to the request's file.
  package var bodyFile: String? { document["bodyFile"]?.string }

  /// The rows of a WebSocket's conversation: what the server sends; `nil` for a response.
  package var messages: [JSONValue]? { document["messages"]?.array }

  /// Which requests it answers.
  package var rules: ExampleRules { ExampleRules(document: document["when"]?.object ?? JSONObject()) }

  /// How long the mock server waits, in seconds.
  package var delay: Double? { document["delay"]?.number?.double.map { $0 / 1000 } }

  /// The value of `delays`: how long the mock server waits before each event or line of a stream; `nil` without one.
  package var delays: JSONValue? { document["delays"] }

  package var failure: MockFailure? { document["failure"]?.string.flatMap(MockFailure.init) }

  /// Whether `{{templates}}` in headers and body are replaced.
  package var hasTemplates: Bool { document["templates"]?.bool ?? true }

  /// The identifier that a client may select it by: its own, or the one in the collection it was imported from.
  package var id: String? { document["id"]?.string ?? document["x-postman"]?.object?["id"]?.string }
}

/// How the mock server fails instead of answering.
package enum MockFailure: String, CaseIterable, Sendable {
  /// Resets the connection.
  case reset
  /// Never answers.
  case timeout
  /// Closes the connection in the middle of the body.
  case truncate
}

extension SavedRequest {
  /// The saved responses, in file order.
  package var examples: [SavedExample] {
    get { (document["examples"]?.array ?? []).compactMap { $0.object.map(SavedExample.init) } }
    set {
      guard newValue != examples else { return }
      document["examples"] = newValue.isEmpty ? nil : .array(newValue.map { .object($0.document) })
    }
  }
}
