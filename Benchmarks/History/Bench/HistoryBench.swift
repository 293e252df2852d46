import Foundation
import RequestModel
import RequestStore

/// Measures a history of many exchanges. Prints a line per figure: its name, a tab, milliseconds (size: bytes).
///
/// Records exchanges, each in a transaction of its own, until the file at the first argument has as many as the second.
@main struct HistoryBench {
  private static let clock = ContinuousClock()

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let count = Int(arguments[2]) else { fatalError("Usage: history-bench FILE COUNT") }
    let store = try HistoryStore(path: arguments[1])
    let known = try store.count()
    for number in known..<max(known, count) { try store.record(.generated(number, of: count)) }
    report("open", try measure { _ = try HistoryStore(path: arguments[1]).summaries(limit: 1) })
    let samples = try (0..<200).map { number in
      let exchange = Exchange.generated(count + number, of: count)
      return try measure { try store.record(exchange) }
    }
    report("record", samples.sorted()[100])
    report("record, slowest of 200", samples.max() ?? .zero)
    try measureLists(store)
    for query in queries { try measureQuery(query, store) }
    let size = try store.size()
    print("bytes per exchange\t\(Double(size) / Double(try store.count()))")
  }

  private static let queries = [
    "status:5xx", "status:404", "-status:2xx", "method:POST", "host:api3", "env:staging", "since:2d", "until:300d",
    "since:200d until:199d", "time:>1s", "time:<5ms", "size:>1M", "size:<100", "tag:none", "has:failure", "has:pin",
    "name:order", "url:items/77", "request:r42", "status:5xx method:POST host:api1 env:local since:100d time:>100ms",
    "status:5xx status:2xx", "orders", "order", "application", "json", "customer-17", "zzzzz", "needle",
    "needle status:5xx",
    "app con cust", "-application", "77777",
  ]

  private static func measureLists(_ store: HistoryStore) throws {
    var list: [ExchangeSummary] = []
    report("list", try measure { list = try store.summaries(limit: 1_000) })
    report("page", try measure { _ = try store.summaries(before: list.last?.id, limit: 1_000) })
    report("count", try measure { _ = try store.count() })
    report("values for completion", try measure { _ = try store.knownValues() })
  }

  private static func measureQuery(_ text: String, _ store: HistoryStore) throws {
    let query = try HistoryQuery(text)
    var found = 0
    let samples = try (0..<5).map { _ in try measure { found = try store.summaries(matching: query, limit: 200).count }
    }
    report("\(text) (\(found))", samples.sorted()[2])
  }

  private static func measure(_ work: () throws -> Void) rethrows -> Duration { try clock.measure(work) }

  private static func report(_ name: String, _ duration: Duration) { print("\(name)\t\(duration / .milliseconds(1))") }
}

extension Exchange {
  /// A small exchange of a year with so many.
  fileprivate static func generated(_ number: Int, of count: Int) -> Exchange {
    var random = SplitMix64(seed: UInt64(number))
    func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
    let path =
      "https://api\(number % 7).example.com/v1/\(pick(["orders", "customers", "items"]))/\(random.next() % 5_000)"
    var request = SavedRequest(method: "GET", url: "{{base}}/v1/orders/:id", id: RequestID("r\(number % 300)"))
    request.name = pick(["Get order", "Create order", "List customers", "Delete item"])
    let status = pick(Array(repeating: 200, count: 15) + [201, 404, 401, 500, 503])
    let needle = number % 40_000 == 7 ? "needle" : "nothing"
    let body =
      #"{"id":\#(random.next() % 1_000_000),"customer":"customer-\#(random.next() % 300)","note":"\#(needle)"}"#
    let age = Double(count - number) * 365 * 86_400 / Double(count)
    let headers = [
      Header("Content-Type", "application/json"), Header("Content-Length", String(body.utf8.count)),
      Header("Server", "nginx/1.25.3"), Header("Cache-Control", "no-cache, private"), Header("Vary", "Accept-Encoding"),
      Header("X-Request-Id", String(random.next(), radix: 16)),
    ]
    let milliseconds = pick([2, 8, 15, 30, 60, 120, 250, 1_200])
    let sent = [
      Header("Accept", "application/json"), Header("User-Agent", "workbench/1.0"), Header("Accept-Encoding", "gzip"),
      Header("Authorization", "Bearer ••••••"), Header("X-Trace", "on"), Header("Accept-Language", "en"),
    ]
    let hop = Timeline.Hop(
      attempt: 1, method: "GET", url: path, start: .zero,
      phases: Timeline.Phases(
        queue: .microseconds(20), dns: .microseconds(300), connect: .microseconds(500), tls: .milliseconds(1),
        send: .microseconds(30), wait: .milliseconds(milliseconds), receive: .microseconds(40)),
      status: status, requestHeaders: sent, responseHeaders: headers)
    return Exchange(
      id: ExchangeID(), request: request, origin: Origin(root: "/home/me/api", address: Address("orders/get.json")),
      environment: pick(["local", "local", "staging"]), startedAt: Date().addingTimeInterval(-age),
      sent: SentRequest(method: pick(["GET", "GET", "GET", "POST", "PUT"]), url: path, headers: sent),
      outcome: .completed(
        Response(status: status, reason: "", httpVersion: "HTTP/1.1", headers: headers, body: Data(body.utf8))),
      duration: .milliseconds(milliseconds) + .microseconds(Int(random.next() % 1_000)),
      timeline: Timeline(hops: [hop]))
  }
}

/// A fast random number generator that repeats itself.
private struct SplitMix64 {
  var seed: UInt64

  mutating func next() -> UInt64 {
    seed &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (seed ^ (seed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
