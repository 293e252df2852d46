import Dispatch
import Foundation
import RequestModel
import RequestStore
import Synchronization

/// Measures a history of many exchanges. Prints a line per figure: its name, a tab, milliseconds, a tab, milliseconds of
/// CPU time, which other programs do not change. The size is in bytes.
///
/// Records exchanges until the file at the first argument has as many as the second.
@main struct HistoryBench {
  private static let clock = ContinuousClock()

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else {
      fatalError("Usage: history-bench FILE COUNT")
    }
    let store = try HistoryStore(path: arguments[1])
    try fill(store, upTo: count)
    try measure("open") { _ = try HistoryStore(path: arguments[1]).summaries(limit: 1) }
    var number = count
    try measure("record", times: 201) {
      number += 1
      try store.record(.generated(number, of: count))
    }
    try measureLists(store)
    for query in queries { try measureQuery(query, store) }
    let size = Double(try store.size()) / Double(try store.count())
    print("bytes per exchange\t\(size)\t\(size)")
  }

  /// Two threads encode; SQLite takes one batch at a time.
  private static func fill(_ store: HistoryStore, upTo count: Int) throws {
    let known = try store.count()
    let batches = stride(from: known, to: max(known, count), by: batch).map { $0..<min($0 + batch, count) }
    let problems = Mutex<[any Error]>([])
    let next = Mutex(batches[...])
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      do {
        while let numbers = next.withLock({ $0.popFirst() }) {
          try store.record(all: numbers.map { Exchange.generated($0, of: count) })
        }
      } catch {
        problems.withLock { $0.append(error) }
      }
    }
    if let problem = problems.withLock({ $0.first }) { throw problem }
  }

  /// Exchanges a transaction.
  private static let batch = 1_000

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
    try measure("list") { list = try store.summaries(limit: 1_000) }
    try measure("page") { _ = try store.summaries(before: list.last?.id, limit: 1_000) }
    try measure("count") { _ = try store.count() }
    try measure("values for completion") { _ = try store.knownValues() }
  }

  private static func measureQuery(_ text: String, _ store: HistoryStore) throws {
    let query = try HistoryQuery(text)
    try measure(text) { _ = try store.summaries(matching: query, limit: 200) }
  }

  // MARK: Figures

  /// Prints the median, of the wall clock and of CPU time each.
  private static func measure(_ name: String, times: Int = 5, _ work: () throws -> Void) rethrows {
    let samples = try (0..<times).map { _ in try sample(work) }
    let (walls, cpus) = (samples.map(\.wall).sorted(), samples.map(\.cpu).sorted())
    print("\(name)\t\(walls[times / 2])\t\(cpus[times / 2])")
    if name == "record" { print("record, slowest of \(times)\t\(walls[times - 1])\t\(cpus[times - 1])") }
  }

  private static func sample(_ work: () throws -> Void) rethrows -> (wall: Double, cpu: Double) {
    let before = cpuMilliseconds
    let wall = try clock.measure(work) / .milliseconds(1)
    return (wall, cpuMilliseconds - before)
  }

  private static var cpuMilliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
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
