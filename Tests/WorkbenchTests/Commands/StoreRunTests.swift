import Foundation
import RequestModel
import Synchronization
import TestSupport
import Testing

/// `workbench run` with a collection as people write it: `Tests/Fixtures/Store`.
@Suite(.timeLimit(.minutes(5)))
final class StoreRunTests {
  private let store = Store()
  private let server: RawServer

  init() throws {
    server = try RawServer { [store] connection in
      while true {
        let head = try connection.readHead()
        let lines = head.split(separator: "\r\n").map { $0.lowercased() }
        let length = lines.first { $0.hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) }
        let body = try connection.readBody(length ?? 0)
        let words = head.split(separator: " ")
        let isLoggedIn = lines.contains { $0.hasPrefix("authorization: bearer token-") }
        let answer = store.answer(String(words[0]), String(words[1]), body, isLoggedIn: isLoggedIn)
        try connection.respond(answer.status, headers: ["Content-Type: application/json"], body: answer.body)
      }
    }
  }

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try FileManager.default.copyItem(
      atPath: Repository.path("Tests/Fixtures/Store"), toPath: sandbox.path("store"))
    return sandbox
  }

  @Test func anOrderIsCreatedFoundOnItsPageReadAndDeleted() async throws {
    let sandbox = try sandbox()
    store.fill(with: 3)
    try sandbox.write("row.json", #"[{"sku": "A-1", "count": 2}]"#)
    let result = try await sandbox.run(
      "run", "store", "--var", "base=\(server.url)", "-d", "row.json", "--allow-scripts")
    #expect(result.status == 0, "\(result.text) \(result.error)")
    // Four orders are two pages.
    #expect(
      store.log == [
        "POST /login", "POST /orders", "GET /orders?page=1", "GET /orders?page=2", "GET /orders/4", "DELETE /orders/4",
        "GET /orders/4", "POST /logout",
      ])
    #expect(result.text.contains("1 iteration, 8 requests, 27 checks\n"), "\(result.text)")
    #expect(!result.text.contains("token-"))
  }

  @Test func aBrokenOrderFailsItsSchema() async throws {
    let sandbox = try sandbox()
    try sandbox.write("row.json", #"[{"sku": "A-1", "count": 0}]"#)
    let result = try await sandbox.run(
      "run", "store/login.json", "store/orders/create.json", "--var", "base=\(server.url)", "-d", "row.json")
    #expect(result.status == 1)
    #expect(result.text.contains("✗ body schema order.schema: /count is 0"), "\(result.text)")
  }

  @Test func threeHundredRowsCreateAsManyOrders() async throws {
    let sandbox = try sandbox()
    let rows = (1...300).map { "\"\($0)-sku\",\($0)" }
    try sandbox.write("rows.csv", "sku,count\n" + rows.joined(separator: "\n"))
    let result = try await sandbox.run(
      "run", "store/login.json", "store/orders/create.json", "--var", "base=\(server.url)", "-d", "rows.csv", "-j", "4",
      "-r", "json", "--history", "none")
    #expect(result.status == 0, "\(result.error)")
    let totals = try #require(try JSONText(result.text).value.object?["totals"]?.object)
    #expect(totals["iterations"] == 300 && totals["requests"] == 600 && totals["failedChecks"] == 0)
    #expect(store.orders.count == 300)
    #expect(Set(store.orders) == Set((1...300).map { #""sku":"\#($0)-sku","count":\#($0)"# }))
  }
}

/// A shop that forgets everything.
private final class Store: Sendable {
  fileprivate struct State {
    var orders: [Int: String] = [:]
    var log: [String] = []
    var last = 0
  }

  private let state = Mutex(State())

  var log: [String] { state.withLock(\.log) }
  var orders: [String] { state.withLock { Array($0.orders.values) } }

  func fill(with count: Int) {
    state.withLock { state in
      for number in 1...count { state.orders[number] = #""sku":"old","count":1"# }
      state.last = count
    }
  }

  func answer(_ method: String, _ target: String, _ body: String, isLoggedIn: Bool) -> (status: String, body: String) {
    state.withLock { state in
      state.log.append("\(method) \(target)")
      let number = Int(target.split(separator: "/").last ?? "")
      if target == "/login" { return ("200 OK", #"{"token":"token-\#(state.log.count)"}"#) }
      guard isLoggedIn else { return ("401 Unauthorized", "{}") }
      switch (method, number) {
      case ("POST", _) where target == "/logout": return ("204 No Content", "")
      case ("POST", _): return ("201 Created", state.create(body))
      case ("GET", nil): return ("200 OK", state.page(Int(target.drop { $0 != "=" }.dropFirst()) ?? 1))
      case (_, let number?):
        guard let order = state.orders[number] else { return ("404 Not Found", "{}") }
        if method == "DELETE" { state.orders[number] = nil }
        return ("200 OK", #"{"id":\#(number),\#(order)}"#)
      default: return ("405 Method Not Allowed", "{}")
      }
    }
  }
}

extension Store.State {
  fileprivate mutating func create(_ body: String) -> String {
    last += 1
    orders[last] = String(body.dropFirst().dropLast())
    return #"{"id":\#(last),\#(orders[last] ?? "")}"#
  }

  /// Two orders a page.
  fileprivate func page(_ number: Int) -> String {
    let ids = orders.keys.sorted()
    let items = ids.dropFirst(2 * (number - 1)).prefix(2).map { #"{"id":\#($0),\#(orders[$0] ?? "")}"# }
    let next = ids.count > 2 * number ? "\(number + 1)" : "null"
    return #"{"items":[\#(items.joined(separator: ","))],"next":\#(next)}"#
  }
}
