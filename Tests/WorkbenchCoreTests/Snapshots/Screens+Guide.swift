import Foundation
import RequestModel
import TerminalUI

@testable import WorkbenchCore

// Screens of an ordinary collection for the guide and the README.
extension Screen {
  static let guide: [Screen] = [
    Screen("guide-response") { size in
      var app = Harness.bookshop(size)
      app.answer()
      return app
    }.atAllSizes,
    Screen("guide-body") { size in
      var app = Harness.bookshop(size)
      app.answer()
      app.press("2 ]]")
      return app
    }.atAllSizes,
    Screen("guide-first-steps") { size in
      var app = Harness(columns: size.columns, rows: size.rows)
      app.receive(.workspace(.loaded(CollectionTree(root: "/collections"))))
      app.press("<Enter>")
      return app
    }.atAllSizes,
    Screen("guide-plain") { size in
      var app = Harness.bookshop(size)
      app.answer()
      app.bench.apply(Settings(Array(#"{ "plain": true }"#.utf8)))
      return app
    }.atAllSizes,
    Screen("guide-examples") { size in
      var app = Harness.bookshop(size, examples: examples)
      app.answer()
      app.press("T")
      return app
    }.atAllSizes,
    Screen("guide-conversation") { size in
      var app = Harness.chat(size)
      app.converse()
      return app
    }.atAllSizes,
    Screen("guide-stream") { size in
      var app = Harness.shop(size)
      app.stream()
      return app
    }.atAllSizes,
    Screen("guide-plain-help") { size in
      var app = Harness.bookshop(size)
      app.bench.apply(Settings(Array(#"{ "plain": true }"#.utf8)))
      app.press("?")
      return app
    }.atAllSizes,
  ]

  private static let examples = [
    SavedExample(name: "placed", status: 201, reason: "Created", body: #"{ "id": "o-48213" }"#),
    SavedExample(name: "sold out", status: 409, reason: "Conflict", body: #"{ "error": "sold out" }"#),
    SavedExample(name: "not logged in", status: 401, reason: "Unauthorized"),
  ]
}

extension Harness {
  fileprivate static func bookshop(_ size: Size, examples: [SavedExample] = []) -> Harness {
    var app = Harness(columns: size.columns, rows: size.rows)
    app.receive(.workspace(.loaded(.bookshop)))
    var request = SavedRequest(method: "POST", url: "{{base}}/orders", id: RequestID("r00000009"))
    request.headers = [Parameter("Accept", "application/json"), Parameter("Idempotency-Key", "{{$guid}}")]
    request.auth = .bearer(token: "{{token}}")
    request.body = .json([
      "customer": "c-1001", "currency": "{{currency}}",
      "items": [["isbn": "978-0-14-044913-6", "quantity": 2], ["isbn": "978-0-241-95043-3", "quantity": 1]],
    ])
    request.examples = examples
    app.open("bookshop/create.json", request)
    let local = ["base": "http://localhost:8080", "currency": "EUR", "token": "t0ken"].sorted { $0.key < $1.key }
    let environments = [Environment(name: "local", variables: local.map { Variable($0.key, .value($0.value)) })]
    let scope = RequestContext(collection: "/collections/bookshop", environments: environments)
    app.receive(.workspace(.scope("bookshop/create.json", scope)))
    return app
  }

  /// A collection with a WebSocket.
  fileprivate static func chat(_ size: Size) -> Harness {
    var app = Harness(columns: size.columns, rows: size.rows)
    app.receive(.workspace(.loaded(.chat)))
    return app
  }

  fileprivate mutating func answer() {
    let body = """
      {"id":"o-48213","status":"placed","customer":{"id":"c-1001","name":"Ada Lovelace"},"currency":"EUR","items":[\
      {"isbn":"978-0-14-044913-6","title":"The Idiot","quantity":2,"price":11.5},\
      {"isbn":"978-0-241-95043-3","title":"Middlemarch","quantity":1,"price":9.99}],"total":32.99,"paid":false}
      """
    sendAndAnswer { .answered($0, body: body) }
  }

  /// A WebSocket that is open, with the list of its messages.
  fileprivate mutating func converse() {
    let saved = #"[{"name":"subscribe","type":"json","value":{"op":"subscribe","isbn":"978-0-14-044913-6"}}]"#
    guard let id = connect(saved: saved, at: "shop/stock.json") else { return }
    receive(
      .message(.received, #"{"type":"welcome","session":"s-7"}"#, at: .milliseconds(35)),
      .message(.sent, #"{"op":"subscribe","isbn":"978-0-14-044913-6"}"#, at: .milliseconds(4200)),
      .message(.received, #"{"type":"subscribed"}"#, at: .milliseconds(4231)),
      .message(.received, #"{"type":"stock","isbn":"978-0-14-044913-6","left":12}"#, at: .milliseconds(6508)),
      .message(.received, "", type: "ping", at: .seconds(8)), .message(.sent, "", type: "pong", at: .seconds(8)),
      .message(.received, #"{"type":"stock","isbn":"978-0-14-044913-6","left":11}"#, at: .milliseconds(9120)), on: id)
    receive(.woke(now: Date(timeIntervalSince1970: 1_000_010)))
    press("<Esc>")
  }

  /// The answer of a language model, which still arrives.
  fileprivate mutating func stream() {
    press("<F5>")
    guard let id = sentID else { return }
    receive(.exchange(id, .started(Date(timeIntervalSince1970: 1_000_000))))
    let head = Response(
      status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [Header("Content-Type", "text/event-stream")])
    receive(.exchange(id, .head(head)))
    let pieces = ["Send", " the", " request", " with", " F5"]
    let events = pieces.enumerated().map { number, piece -> LogEvent in
      let part = StreamPart(.event, event: "delta", id: "\(number + 1)")
      let body = LogEvent.Body(Data(#"{"delta":{"text":"\#(piece)"}}"#.utf8))
      return LogEvent(.message(LogEvent.Message(part, body)), at: .milliseconds(300 + 40 * number))
    }
    receive(.exchange(id, .messages(events)))
    receive(.exchange(id, .progress(received: 264, expected: nil)))
    receive(.woke(now: Date(timeIntervalSince1970: 1_000_000.5)))
    press("3")
  }
}

extension CollectionTree {
  /// The tree of the shop with a WebSocket in the place of its first request.
  fileprivate static let chat: CollectionTree = {
    var tree = CollectionTree.shop
    for index in tree.nodes.indices where tree.nodes[index].address == Address("shop/list.json") {
      tree.nodes[index] = CollectionNode(
        address: Address("shop/stock.json"), depth: 1, kind: .request(method: "WS", id: nil), title: "stock")
    }
    return tree
  }()

  fileprivate static let bookshop = CollectionTree(
    root: "/collections",
    nodes: [
      folder("bookshop", 0, isCollection: true), folder("bookshop/customers", 1), folder("bookshop/reviews", 1),
      request("create", "POST", "Create order"), request("show", "GET", "Show order"),
      request("pay", "POST", "Pay"), request("cancel", "DELETE", "Cancel order"),
      request("books", "GET", "List books"), request("stock", "PATCH", "Change stock"),
    ])

  private static func folder(_ path: String, _ depth: Int, isCollection: Bool = false) -> CollectionNode {
    let address = Address(path)
    return CollectionNode(
      address: address, depth: depth, kind: .folder(isCollection: isCollection), title: address.name)
  }

  private static func request(_ name: String, _ method: String, _ title: String) -> CollectionNode {
    CollectionNode(
      address: Address("bookshop/\(name).json"), depth: 1, kind: .request(method: method, id: nil), title: title)
  }
}
