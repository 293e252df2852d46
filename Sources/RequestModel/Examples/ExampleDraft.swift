package import Foundation

/// A response that is to become an example.
package struct ExampleDraft: Equatable, Sendable {
  package var name: String
  package var status: Int
  package var reason: String
  package var headers: [Header]
  package var body: Data
  /// The `when` of the example; empty for none.
  package var rules: JSONObject
  /// The rows of a conversation, which take the place of a response.
  package var messages: [JSONValue] = []
  /// The delays before the events or lines of a stream, in milliseconds; `nil` if unknown.
  package var delays: [Int]?

  /// Why the answer of a program cannot be kept.
  package static let notOfPrograms = "Examples are responses of servers, and this is an answer of a program"

  /// Larger bodies, and binary ones, are kept in a file beside the request.
  package static let inlineLimit = 64 << 10

  /// - Parameter name: Default: the status and its reason.
  package init(_ response: Response, name: String? = nil, rules: JSONObject = JSONObject()) {
    self.name = name ?? response.statusText.trimmingCharacters(in: .whitespaces)
    (status, reason, body) = (response.status, response.reason, response.body)
    headers = response.headers.filter { Self.isKept($0.name) }
    self.rules = rules
  }

  /// The conversation on a connection, or the response of another exchange.
  package init(_ response: Response, of exchange: Exchange, name: String? = nil) {
    self.init(response, name: name)
    guard exchange.request.kind.isOpened(by: response.status) else {
      delays = RecordedDelays.list(of: exchange, response)
      return
    }
    messages = ExampleConversation.rows(exchange.conversation)
    if name == nil { self.name = "Conversation" }
  }

  /// Headers about one connection or one moment do not apply to other responses. Cookies and sessions are credentials.
  static func isKept(_ name: String) -> Bool {
    ![
      "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "content-length",
      "content-encoding", "date", "set-cookie", "set-cookie2", "age", "alt-svc", "mcp-session-id",
    ].contains(name.lowercased()) && !name.hasPrefix(":")
  }

  /// The body as text of the request's file; `nil` if it belongs into a file of its own.
  package var inlineText: String? {
    body.count <= Self.inlineLimit ? String(validating: body, as: UTF8.self) : nil
  }

  /// - Parameter bodyFile: The file of a body that is not kept inline.
  package func example(bodyFile: String?) -> SavedExample {
    if !messages.isEmpty { return SavedExample(document: ExampleConversation.example(named: name, messages)) }
    var document = SavedExample(name: name, status: status, reason: reason, headers: headers).document
    if let text = inlineText {
      if !text.isEmpty { document["body"] = .lines(text, like: nil) }
    } else if let bodyFile {
      document["bodyFile"] = .string(bodyFile)
    }
    if let delays, !delays.isEmpty { document["delays"] = .array(delays.map { .number($0) }) }
    if !rules.members.isEmpty { document["when"] = .object(rules) }
    // Braces in a response are not templates.
    if JSONValue.object(document).compact.containsExactly("{{") { document["templates"] = false }
    return SavedExample(document: document)
  }

  /// The name of the body's file, without its suffix.
  ///
  /// - Parameter stem: That of the request's file.
  package func bodyStem(of stem: String) -> String { "\(stem).\(FileStem.of(name) ?? "example")" }

  /// Not `.json`, because the file is not a request.
  package static let bodySuffix = ".body"
}

extension SavedRequest {
  /// Adds an example. One whose name is taken gets a number behind it.
  ///
  /// - Parameter bodyFile: The file of a body that is not kept inline.
  /// - Returns: The name.
  @discardableResult
  package mutating func addExample(_ draft: ExampleDraft, bodyFile: String?) -> String {
    var draft = draft
    draft.name = FileStem.free(draft.name, suffix: "", taken: examples.map(\.name))
    examples.append(draft.example(bodyFile: bodyFile))
    return draft.name
  }
}
