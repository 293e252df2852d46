import Foundation
import RequestClient
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

/// The JSON that a body of the kind `jsonrpc` is sent as, and the notes about its response.
@Suite struct JSONRPCBodyTests {
  @Test(arguments: [
    (
      #"{ "method": "subtract", "params": [42, 23], "id": 1 }"#,
      #"{"jsonrpc":"2.0","method":"subtract","params":[42,23],"id":1}"#
    ),
    (
      #"{ "id": "{{n}}", "params": { "minuend": "{{n}}" }, "method": "{{name}}" }"#,
      #"{"jsonrpc":"2.0","method":"a.b","params":{"minuend":5},"id":5}"#
    ),
    (
      #"{ "method": "update", "params": "[{{n}}, 2] // kept" }"#,
      #"{"jsonrpc":"2.0","method":"update","params":[5,2]}"#
    ),
    (
      #"{ "method": "a", "id": 1, "batch": [{ "method": "b", "params": {}, "x": 1 }, { "id": null, "method": "c" }] }"#,
      #"[{"jsonrpc":"2.0","method":"a","id":1},{"jsonrpc":"2.0","method":"b","params":{},"x":1},"#
        + #"{"jsonrpc":"2.0","method":"c","id":null}]"#
    ),
    (
      #"{ "method": "", "id": 1, "batch": "[{ \"method\": \"b\", \"id\": {{n}} }]" }"#,
      #"[{"jsonrpc":"2.0","method":"b","id":5}]"#
    ),
  ])
  func aCallIsSentAsTheSpecificationWritesIt(_ body: String, _ text: String) async throws {
    let around = Around(
      environment: Environment(
        name: "local", variables: [Variable("n", .literal(5)), Variable("name", .value("a.b"))]))
    let request = try await around.prepare("{ \"url\": \"h\", \"body\": { \"jsonrpc\": \(body) } }")
    #expect(request.bodyText == text)
    #expect(request.headers == [Header("Content-Type", "application/json")])
  }

  @Test(arguments: [
    (#"{ "method": "", "id": 1 }"#, "The JSON-RPC call has no method"),
    (#"{ "method": "a", "params": 1 }"#, "The JSON-RPC call has params that are a number — give a list or an object"),
    (#"{ "method": "a", "batch": {} }"#, "The batch of JSON-RPC is an object, not a list of calls"),
    (
      #"{ "method": "a", "batch": [{ "method": "b" }, 1] }"#,
      "Call 2 of the batch is a number, not an object with a method"
    ),
    (
      #"{ "method": "a", "batch": [{ "method": "b", "id": true }] }"#,
      "Call 1 of the batch has an id that is a boolean — give a string or a number, or none"
    ),
    (#"{ "method": "", "params": [], "batch": [{ "method": "b" }] }"#, "The JSON-RPC call has no method"),
  ])
  func anInvalidCallIsNotSent(_ body: String, _ problem: String) async throws {
    #expect(try await Around.nothing.problem("{ \"url\": \"h\", \"body\": { \"jsonrpc\": \(body) } }") == problem)
  }

  @Test(arguments: [("application/json", ""), ("text/event-stream", "event: message\ndata: ")])
  func anErrorInTheResponseIsNamed(type: String, prefix: String) async throws {
    let server = try RawServer { connection in
      let head = try connection.readHead()
      let length = head.firstMatch(of: #/(?i)content-length: ([0-9]+)/#).flatMap { Int($0.output.1) } ?? 0
      _ = try connection.readBytes(length)
      try connection.respond(
        headers: ["Content-Type: \(type)"],
        body: prefix + #"{"jsonrpc": "2.0", "error": {"code": -32601, "message": "Method not found"}, "id": 1}"#
          + "\n\n")
    }
    var request = SavedRequest(method: "POST", url: server.url)
    request.body = .jsonrpc("none")
    let exchange = await SendEngine(client: Session(), record: { _, _ in }).events(request).exchange
    #expect(exchange?.response?.status == 200)
    let lines = exchange?.log.events.compactMap { event in
      if case .console(let line) = event.content { line } else { nil }
    }
    #expect(lines == [LogEvent.ConsoleLine("warn", "JSON-RPC error: -32601: Method not found")])
  }
}
