import Foundation
import RequestModel
import TerminalUI

@testable import WorkbenchCore

extension Screen {
  /// The conversation of a WebSocket.
  static let conversations = [
    conversation("conversation", keys: "<Esc>"),
    conversation("conversation-writing", keys: "one <A-Enter> two"),
    conversation("conversation-filtering", keys: "<Esc> f tick"),
    conversation("conversation-message", keys: "<Esc> k k <Enter> j"),
    conversation("conversation-pings", keys: "<Esc> g t"),
    conversation("conversation-reconnecting", keys: "<Esc> <F5>"),
    Screen("conversation-closed") { app in
      guard let id = app.connect() else { return }
      app.press("<Esc>")
      let messages: [LogEvent] = [
        .message(.received, "hello"), .message(.received, "4001 \(reason)", type: "close"),
      ]
      for message in messages { app.receive(message, on: id) }
      var ended = Exchange.answered(id, status: 101, reason: "Switching Protocols", body: "", headers: [])
      ended.request = SavedRequest(url: "wss://h/chat")
      ended.log.events += messages
      app.receive(.exchange(id, .ended(ended, sentBody: nil)))
    },
  ].map { $0.at(Size(columns: 160, rows: 48), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)) }

  private static let reason = "the maintenance window of tonight begins earlier than expected"

  private static func conversation(_ name: String, keys: String) -> Screen {
    Screen(name) { app in
      guard let id = app.connect(saved: #"[{"name":"subscribe","value":"{\"op\":1}","type":"json"}]"#) else { return }
      app.receive(
        .message(.received, "welcome", at: .milliseconds(35)),
        .message(.received, #"{"kind":"order","lines":[{"id":7},{"id":8}]}"#, at: .milliseconds(1250)),
        .message(.received, "\u{63}\u{24}", type: "ping", at: .seconds(3)),
        .message(.sent, "\u{63}\u{24}", type: "pong", at: .seconds(3)),
        .message(.sent, "tick <note/>", at: .milliseconds(4500)),
        .message(.received, "\u{0}\u{1}\u{2}", type: "binary", at: .milliseconds(5125)), on: id)
      app.press(keys)
    }
  }
}
