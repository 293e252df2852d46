import Foundation
import RequestModel
import Testing

@testable import WorkbenchCore

extension LogEvent {
  static func message(
    _ direction: Message.Direction, _ text: String, type: String = "text", at time: Duration = .seconds(1)
  ) -> LogEvent {
    LogEvent(.message(Message(direction, type: type, Body(Data(text.utf8)))), at: time)
  }
}

extension Harness {
  static let upgrade = Response(
    status: 101, reason: "Switching Protocols", httpVersion: "HTTP/1.1",
    headers: [Header("Sec-WebSocket-Protocol", "chat")])

  /// Opens a connection, with the field for messages open.
  ///
  /// - Parameters:
  ///   - saved: The saved messages of the request, as JSON.
  ///   - path: The file of the request, which is selected.
  mutating func connect(saved: String = "[]", at path: String = "shop/list.json") -> ExchangeID? {
    var document = SavedRequest(url: "wss://h/chat").document
    document["messages"] = try? JSONText(saved).value
    guard let request = try? SavedRequest(document: document) else { return nil }
    open(path, request)
    press("2 <F5>")
    guard let id = sentID else { return nil }
    receive(.exchange(id, .started(Date(timeIntervalSince1970: 1_000_000))))
    receive(.exchange(id, .phase(.connecting)))
    receive(.exchange(id, .head(Self.upgrade)))
    receive(.exchange(id, .phase(.open)))
    return id
  }

  /// A connection, with the list of messages focused.
  static func connected(saved: String = "[]", columns: Int = 200, rows: Int = 24) throws -> (Harness, ExchangeID) {
    var app = Harness.shop(columns: columns, rows: rows)
    let id = app.connect(saved: saved)
    app.press("<Esc>")
    return (app, try #require(id))
  }

  mutating func receive(_ messages: LogEvent..., on id: ExchangeID) { receive(.exchange(id, .messages(messages))) }
}
