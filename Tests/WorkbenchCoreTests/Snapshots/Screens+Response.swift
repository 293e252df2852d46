import BodyDocument
import Foundation
import RequestModel
import TerminalUI

@testable import WorkbenchCore

extension Screen {
  private static let start = Date(timeIntervalSince1970: 1_000_000)
  private static let plain = [Header("Content-Type", "text/plain")]

  static let sending = [
    Screen("sending-preparing", keys: "<F5>"),
    Screen("sending-body") { app in
      let id = app.send()
      app.receive(.woke(now: start + 1.25))
      app.receive(.exchange(id, .sent(12_000_000, of: 100_000_000)))
    },
    Screen("sending-waiting") { app in
      _ = app.send()
      app.receive(.woke(now: start + 1.25))
    },
    Screen("receiving") { app in
      let id = app.receiveHead()
      app.receive(.woke(now: start + 1.25))
      app.receive(.exchange(id, .progress(received: 1_500, expected: 30_000)))
      app.receive(
        .exchange(id, .body(BodyDocument(Data("[1,2".utf8), contentType: "application/json", isWhole: false))))
    },
    Screen("receiving-paused") { app in
      let id = app.receiveHead()
      app.receive(
        .exchange(id, .body(BodyDocument(Data("[1,2".utf8), contentType: "application/json", isWhole: false))))
      app.press("3 F Q")
    },
    Screen("failed") { app in
      app.sendAndAnswer { .failed($0, .refused, "Cannot connect to localhost:80 — nothing listens there") }
    },
    Screen("failed-partly") { app in
      app.sendAndAnswer { id in
        var exchange = Exchange.answered(id, body: "half of it", headers: plain)
        exchange.outcome = .failed(
          Failure(.connectionLost, "The connection closed after 10 of 20 B"), partial: exchange.response)
        return exchange
      }
    },
    Screen("cancelled") { app in
      app.sendAndAnswer { id in
        var exchange = Exchange.answered(id)
        exchange.outcome = .cancelled(partial: nil)
        return exchange
      }
    },
  ]

  static let response = [
    answered("response-body", keys: "3 j"),
    answered("response-body-unfocused", keys: ""),
    answered("response-folded", keys: "3 G k k k k <Enter>"),
    answered("response-raw", keys: "3 <A-q>"),
    answered("response-table", keys: "3 V", body: #"[{"id":1,"name":"Ada"},{"id":2,"name":"Bob"}]"#),
    answered("response-hex", keys: "3 V V"),
    answered("response-numbers-wrapped", keys: "3 # W", body: String(repeating: "long words ", count: 40)),
    answered("response-selection", keys: "3 j s j"),
    answered("response-search", keys: "3 / ad"),
    answered("response-search-no-match", keys: "3 / nobody <Enter>"),
    answered("response-filter", keys: "3 $ .na"),
    answered("response-filtered", keys: "3 $ .tags <Enter>"),
    answered("response-filter-invalid", keys: "3 $ .a[ <Enter>"),
    answered("response-filtering", keys: "3 | sort <Enter>"),
    answered("response-headers", keys: "3 ]"),
    answered("response-cookies", keys: "3 ]]"),
    answered("response-timeline", keys: "3 z ]]]"),
    answered("response-sent", keys: "3 ["),
    answered("response-not-json", keys: "3", body: "{oops"),
    Screen("response-empty") { app in
      app.sendAndAnswer { .answered($0, status: 204, reason: "No Content", body: "", headers: []) }
      app.press("3")
    },
    Screen("response-no-cookies") { app in
      app.sendAndAnswer { .answered($0, body: "hello", headers: plain) }
      app.press("3 ]]")
    },
    Screen("response-server-error") { app in
      app.sendAndAnswer { .answered($0, status: 500, reason: "Internal Server Error", body: "oops", headers: plain) }
    },
    Screen("response-unverified") { app in
      app.sendAndAnswer { id in
        var exchange = Exchange.answered(id)
        exchange.request.options.verifiesTLS = false
        exchange.sent?.url = "https://localhost/orders"
        return exchange
      }
    },
    Screen("response-redirected") { app in
      app.sendAndAnswer { id in
        var exchange = Exchange.answered(id)
        exchange.timeline.hops.append(exchange.timeline.hops[0])
        exchange.timeline.hops[0].status = 302
        exchange.timeline.hops[1].start = .milliseconds(143)
        exchange.timeline.hops[1].connection?.tls = .init(version: "TLSv1.3", cipher: "AES", isVerified: false)
        return exchange
      }
      app.press("3 z ]]]")
    },
    Screen("response-picture") { app in
      let id = app.receiveHead()
      app.receive(.exchange(id, .body(BodyDocument(picture, contentType: "image/png"))))
      app.receive(.exchange(id, .ended(.answered(id), sentBody: nil)))
    },
    Screen("response-masked") { app in
      let id = app.receiveHead()
      let body = Data(#"{"token":"***"}"#.utf8)
      app.receive(
        .exchange(
          id, .body(BodyDocument(body, contentType: "application/json"), secrets: MaskedSecrets([10..<13], of: body))))
      app.receive(.exchange(id, .ended(.answered(id), sentBody: nil)))
      app.press("3 M")
    },
    Screen("response-compared") { app in
      app.compare()
      guard let body = app.bench.workspace.exchange?.body else { return }
      let old = BodyDocument(Data(#"{"name":"Ada","id":6,"tags":["a","b"]}"#.utf8), contentType: "application/json")
      for case .compare(let task, _, _, _)? in app.effects.map({ $0.work(BodyEffect.self) }) {
        app.receive(.task(task, .compared(DocumentDiff(old, body), title: "since GET http://localhost/orders")))
      }
    },
  ]

  private static func answered(
    _ name: String, keys: String, body: String = #"{"id":7,"name":"Ada","tags":["a","b"]}"#
  ) -> Screen {
    Screen(name) { app in
      app.sendAndAnswer { .answered($0, body: body) }
      app.press(keys)
    }
  }

  private static let picture = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==")!
}

extension Harness {
  private static let response = Response(
    status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [Header("Content-Type", "application/json")])

  /// Sends the shown request as far as its start.
  fileprivate mutating func send() -> ExchangeID {
    press("<F5>")
    let id = sentID!
    receive(.exchange(id, .started(Date(timeIntervalSince1970: 1_000_000))))
    return id
  }

  fileprivate mutating func receiveHead() -> ExchangeID {
    let id = send()
    receive(.exchange(id, .head(Self.response)))
    return id
  }

  /// Asks for the comparison with an exchange of history.
  fileprivate mutating func compare() {
    sendAndAnswer { .answered($0) }
    let other = ExchangeSummary(
      id: ExchangeID("00000000-0000-4000-8000-000000000009")!, startedAt: Date(timeIntervalSince1970: 0), method: "GET",
      url: "http://localhost/orders?page=1", name: "list", result: .status(200), duration: .seconds(1), bodySize: 3)
    receive(.history(.listed(query: "", [other], total: 1)))
    press("3 = <Enter>")
  }
}
