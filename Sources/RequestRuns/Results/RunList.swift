/// The results of a run as a list, failures first. It supports any length.
package struct RunList: Equatable, Sendable {
  /// A request with results.
  package struct Request: Equatable, Sendable {
    package var address: Address
    package var title: String
    package var method: String
    /// The absolute path of its workspace; `nil` for the open one.
    package var root: String?
  }

  /// The order and filter of the displayed list.
  package struct Order: Equatable, Sendable {
    /// Whether to show only failures.
    package var hasFailuresOnly = false
    /// Whether the newest results without failures come first, as during a run.
    package var isNewestFirst = false

    package init(hasFailuresOnly: Bool = false, isNewestFirst: Bool = false) {
      (self.hasFailuresOnly, self.isNewestFirst) = (hasFailuresOnly, isNewestFirst)
    }
  }

  package private(set) var requests: [Request] = []
  /// The rows in the order in which they ended.
  package private(set) var rows: [RunRow] = []
  package private(set) var totals = RunTotals()
  /// The width of the longest title in columns.
  package private(set) var titleLength = 0
  /// The number of lines of the result with the most checks.
  package private(set) var mostLines = 0
  private var positions: [Address: Int] = [:]
  /// The last checks of each request, shared by its results.
  private var lastChecks: [[LogEvent.Check]] = []
  private var failures: [Int32] = []
  private var others: [Int32] = []

  package init() {}

  package init(_ results: [RunResult]) {
    for result in results { append(result) }
  }

  package mutating func append(_ result: RunResult) {
    var row = RunRow(result, request: position(of: result))
    share(&row.checks, of: row.request)
    mostLines = max(mostLines, row.lineCount)
    if row.isFailure { failures.append(Int32(rows.count)) } else { others.append(Int32(rows.count)) }
    rows.append(row)
    totals.add(result)
  }

  /// Takes over the times and the ending from the totals of the run.
  package mutating func end(_ totals: RunTotals) {
    (self.totals.duration, self.totals.ending) = (totals.duration, totals.ending)
    (self.totals.iterations, self.totals.leftOutRequests) = (totals.iterations, totals.leftOutRequests)
  }

  private mutating func position(of result: RunResult) -> Int {
    if let known = positions[result.address] { return known }
    positions[result.address] = requests.count
    lastChecks.append([])
    requests.append(Request(address: result.address, title: result.title, method: result.method, root: result.root))
    titleLength = max(titleLength, result.title.count)
    return requests.count - 1
  }

  /// Updates the requests of a workspace to the current addresses of their files.
  package mutating func follow(in root: String, _ place: (Address) -> Address) {
    for index in requests.indices where requests[index].root.map({ $0 == root }) ?? true {
      requests[index].address = place(requests[index].address)
      // Later results still have the address from the start of the run.
      positions[requests[index].address] = index
    }
  }

  /// Stores equal checks of a request only once in memory.
  private mutating func share(_ checks: inout [LogEvent.Check], of request: Int) {
    if checks == lastChecks[request] { checks = lastChecks[request] } else { lastChecks[request] = checks }
  }

  // MARK: Order

  package func count(_ order: Order) -> Int { order.hasFailuresOnly ? failures.count : rows.count }

  /// The index in `rows` of the row at a position.
  package func index(at position: Int, _ order: Order) -> Int {
    guard position >= failures.count else { return Int(failures[position]) }
    let place = position - failures.count
    return Int(others[order.isNewestFirst ? others.count - 1 - place : place])
  }

  /// The position of a row; `nil` if it is not shown.
  package func position(of index: Int, _ order: Order) -> Int? {
    if let place = Self.place(of: index, in: failures) { return place }
    guard !order.hasFailuresOnly, let place = Self.place(of: index, in: others) else { return nil }
    return failures.count + (order.isNewestFirst ? others.count - 1 - place : place)
  }

  /// The position of an index in an ascending list.
  private static func place(of index: Int, in indexes: [Int32]) -> Int? {
    let place = indexes.partitioningIndex { $0 >= index }
    return place < indexes.count && indexes[place] == index ? place : nil
  }

  /// The requests with a failure, in the order of their first results.
  package var failedRequests: [Address] {
    let failed = Set(failures.map { rows[Int($0)].request })
    return requests.indices.filter(failed.contains).map { requests[$0].address }
  }

  /// The iterations in which each of these requests failed, from 0.
  package var failedIterations: [Address: Set<Int>] {
    failures.reduce(into: [:]) { iterations, failure in
      let row = rows[Int(failure)]
      iterations[requests[row.request].address, default: []].insert(row.iteration)
    }
  }
}
