import BodyDocument
import Foundation
import RequestModel
import TerminalUI

@testable import WorkbenchCore

extension Screen {
  /// The layouts, the URL bar, progress and messages.
  static let layouts = [
    Screen("layout-response") { $0.sendAndAnswer { .answered($0) } },
    Screen("layout-url", keys: "3 <A-u> ?x"),
    Screen("layout-sidebar-hidden", keys: "\\"),
    Screen("layout-sidebar-over", keys: "\\ 1"),
    Screen("layout-pinned") { $0.pin() },
    Screen("layout-pinned-request") { app in
      app.press("2 & 1 <Down>")
      app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "{{base}}/orders/1"))
    },
    Screen("layout-pinned-request-zoomed") { app in
      app.press("2 & 1 <Down>")
      app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "{{base}}/orders/1"))
      app.press("2 z")
    },
    Screen("layout-pinned-tabs") { app in
      app.press("<C-t> <Down>")
      app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "{{base}}/orders"))
      app.pin()
    },
    Screen("layout-sidebar-over-tabs") { app in
      app.press("<C-t> <Down>")
      app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "{{base}}/orders"))
      app.press("<C-t> \\ 1")
    },
    Screen("layout-rearranged", keys: "_ 2 > > >"),
    Screen("progress-upload") { $0.transfer(sent: 40_000_000, of: 100_000_000) },
    Screen("progress-download") { $0.transfer(received: 40_000_000, of: 100_000_000) },
    Screen("progress-unknown-length") { $0.transfer(received: 40_000_000, of: nil) },
    Screen("messages") { app in
      app.bench.messages.now = Date(timeIntervalSince1970: 1_700_000_000)
      app.receive(.notice(Notice(.success, "Saved shop/list.json")))
      app.receive(.notice(Notice(.failure, longNotice)))
      app.press("!")
    },
    Screen("notice-cut") { $0.receive(.notice(Notice(.failure, longNotice))) },
  ].map { $0.at(Size(columns: 160, rows: 48), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)) }

  private static let longNotice =
    "Cannot write shop/list.json: the folder is read-only for this user — change its permissions, or save the request "
    + "in another folder; the edits stay in a draft until then"
}

extension Harness {
  /// Pins a response and shows another one.
  fileprivate mutating func pin() {
    press("3")
    sendAndAnswer { .answered($0, body: "old", headers: [Header("Content-Type", "text/plain")]) }
    press("&")
    sendAndAnswer { .answered($0, body: "new", headers: [Header("Content-Type", "text/plain")]) }
  }

  /// A request two seconds after it began to send or receive a large body.
  fileprivate mutating func transfer(sent: Int? = nil, received: Int? = nil, of total: Int?) {
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    press("3 <F5>")
    guard let id = sentID else { return }
    receive(.exchange(id, .started(start)))
    if received != nil {
      receive(.exchange(id, .head(Response(status: 200, reason: "OK", httpVersion: "HTTP/2", headers: []))))
    }
    for second in 0...2 {
      if let sent { receive(.exchange(id, .sent(sent * second / 2, of: total))) }
      if let received { receive(.exchange(id, .progress(received: received * second / 2, expected: total))) }
      receive(.woke(now: start + Double(second)))
    }
  }
}
