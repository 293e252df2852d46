internal import Foundation

/// newman's JSON report: `collection`, `environment`, `globals` and `run`. Executions are written as they end.
package struct NewmanJSONReporter: RunReporter {
  private var summary: NewmanSummary
  private var isFirst = true
  /// The final environment and globals.
  private let variables: @Sendable () -> (environment: JSONValue, globals: JSONValue)

  package init(
    _ collection: NewmanCollection,
    variables: @escaping @Sendable () -> (environment: JSONValue, globals: JSONValue)
  ) {
    summary = NewmanSummary(collection)
    self.variables = variables
  }

  package mutating func begin(_ run: RunFacts) -> String {
    summary.begin(run)
    return "{\n\"collection\": \(JSONValue.object(summary.collection.document).compact),\n\"run\": {\n\"executions\": ["
  }

  package mutating func report(_ result: RunResult, _ exchange: Exchange?) -> String {
    let execution = summary.record(result, exchange)
    guard result.outcome != .skipped else { return "" }
    defer { isFirst = false }
    return (isFirst ? "\n" : ",\n") + json(execution, result, exchange).compact
  }

  package mutating func end(_ totals: RunTotals) -> String {
    let (environment, globals) = variables()
    let parts: [(String, JSONValue)] = [
      ("stats", stats), ("timings", timings(totals)), ("transfers", ["responseTotal": .number(summary.received)]),
      ("failures", .array(summary.failures.map(json))),
      ("error", totals.ending?.problem.map(Self.runError) ?? .null),
    ]
    let run = parts.map { ",\n\"\($0.0)\": \($0.1.compact)" }.joined()
    return "\n]\(run)\n},\n\"environment\": \(environment.compact),\n\"globals\": \(globals.compact)\n}\n"
  }

  // MARK: Parts

  private static func runError(_ message: String) -> JSONValue { ["name": "Error", "message": .string(message)] }

  private func cursor(_ iteration: Int, _ position: Int) -> JSONValue {
    let (length, cycles) = (summary.run?.requestCount ?? 1, summary.run?.iterationCount ?? 1)
    return [
      "position": .number(position), "iteration": .number(iteration), "length": .number(length),
      "cycles": .number(cycles), "empty": .bool(length == 0),
      "eof": .bool(position + 1 >= length && iteration + 1 >= cycles),
      "bof": .bool(position == 0 && iteration == 0), "cr": .bool(position == 0 && iteration > 0),
    ]
  }

  private func json(_ execution: NewmanSummary.Execution, _ result: RunResult, _ exchange: Exchange?) -> JSONValue {
    var object: JSONObject = [
      "cursor": cursor(execution.iteration, execution.position), "item": execution.item.json,
      "request": NewmanMessages.request(result, exchange?.sent),
    ]
    object["response"] = exchange?.response.map { NewmanMessages.response($0, result, exchange) }
    object["id"] = .string(execution.item.id)
    object["requestError"] = execution.requestError.map(error)
    func scripts(_ failures: [NewmanSummary.Failure]) -> JSONValue? {
      failures.isEmpty ? nil : .array(failures.map { ["error": error($0)] })
    }
    object["prerequestScript"] = scripts(execution.prerequestErrors)
    object["testScript"] = scripts(execution.testErrors)
    if !execution.assertions.isEmpty { object["assertions"] = .array(execution.assertions.map(assertion)) }
    return .object(object)
  }

  private func assertion(_ assertion: NewmanSummary.Assertion) -> JSONValue {
    var object: JSONObject = ["assertion": .string(assertion.name), "skipped": .bool(assertion.isSkipped)]
    object["error"] = assertion.failure.map(error)
    return .object(object)
  }

  private func error(_ failure: NewmanSummary.Failure) -> JSONValue {
    var object: JSONObject = ["name": .string(failure.name)]
    object["index"] = failure.index.map { .number($0) }
    if !failure.test.isEmpty { object["test"] = .string(failure.test) }
    object["message"] = .string(failure.message)
    object["stack"] = .string("\(failure.name): \(failure.message)")
    return .object(object)
  }

  private func json(_ failure: NewmanSummary.Failure) -> JSONValue {
    let collection = summary.collection
    return [
      "error": error(failure), "at": .string(failure.place), "source": failure.item.json,
      "parent": ["id": .string(collection.id), "name": .string(collection.name)],
      "cursor": cursor(failure.iteration, failure.position),
    ]
  }

  // MARK: Figures

  private var stats: JSONValue {
    func count(_ count: NewmanSummary.Count) -> JSONValue {
      ["total": .number(count.total), "pending": 0, "failed": .number(count.failed)]
    }
    let (tests, before) = (summary.testScripts, summary.prerequestScripts)
    let scripts = NewmanSummary.Count(total: tests.total + before.total, failed: tests.failed + before.failed)
    let items = NewmanSummary.Count(total: summary.requests.total)
    return [
      "iterations": count(summary.iterations), "items": count(items), "scripts": count(scripts),
      "prerequests": count(items), "requests": count(summary.requests), "tests": count(items),
      "assertions": count(summary.assertions), "testScripts": count(tests), "prerequestScripts": count(before),
    ]
  }

  private func timings(_ totals: RunTotals) -> JSONValue {
    var object = JSONObject()
    for (name, times) in [("response", summary.response), ("dns", summary.dns), ("firstByte", summary.firstByte)] {
      object[name + "Average"] = Self.number(times.average)
      object[name + "Min"] = Self.number(times.least)
      object[name + "Max"] = Self.number(times.most)
      object[name + "Sd"] = Self.number(times.deviation)
    }
    let start = summary.run.map { $0.startedAt.timeIntervalSince1970 * 1000 } ?? 0
    object["started"] = .number(Int(start))
    object["completed"] = .number(Int(start + totals.duration.milliseconds))
    return .object(object)
  }

  /// The number with at most three decimal places.
  private static func number(_ value: Double) -> JSONValue {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? .number(Int(rounded)) : .number(JSONNumber(text: String(rounded)))
  }
}

/// Requests and responses in the format of Postman's collection library.
enum NewmanMessages {
  static func request(_ result: RunResult, _ sent: SentRequest?) -> JSONValue {
    var object: JSONObject = [
      "url": url(sent?.url ?? result.url), "header": headers(sent?.headers ?? []),
      "method": .string(sent?.method ?? result.method),
    ]
    if let body = sent?.body, !body.isEmpty {
      object["body"] = ["mode": "raw", "raw": .string(String(decoding: body, as: UTF8.self))]
    }
    return .object(object)
  }

  static func response(_ response: Response, _ result: RunResult, _ exchange: Exchange?) -> JSONValue {
    [
      "id": .string(exchange?.id.description ?? ""), "status": .string(response.reason),
      "code": .number(response.status), "header": headers(response.headers),
      "stream": ["type": "Buffer", "data": .array(numbers(response.body))],
      "cookie": .array(response.headers.filter { $0.name.lowercased() == "set-cookie" }.map { cookie($0.value) }),
      "responseTime": .number(Int(result.duration.milliseconds.rounded())),
      "responseSize": .number(response.bodySize),
    ]
  }

  /// The bytes as elements of a list. All of them are one value, because a value for each byte takes far more memory.
  private static func numbers(_ body: Data) -> [JSONValue] {
    if body.isEmpty { return [] }
    let texts = (0...255).map { Array(String($0).utf8) }
    var list: [UInt8] = []
    list.reserveCapacity(4 * body.count)
    for byte in body {
      if !list.isEmpty { list.append(UInt8(ascii: ",")) }
      list += texts[Int(byte)]
    }
    return [.number(JSONNumber(text: String(decoding: list, as: UTF8.self)))]
  }

  private static func headers(_ headers: [Header]) -> JSONValue {
    .array(headers.map { ["key": .string($0.name), "value": .string($0.value)] })
  }

  static func url(_ text: String) -> JSONValue {
    var object = JSONObject()
    var rest = text
    if let (before, hash) = rest.cut(at: "#") {
      rest = before
      object["hash"] = .string(hash)
    }
    var query: [JSONValue] = []
    if let (before, after) = rest.cut(at: "?") {
      rest = before
      query = after.parts(separatedBy: "&").map { part -> JSONValue in
        guard let (key, value) = part.cut(at: "=") else { return ["key": .string(part), "value": .null] }
        return ["key": .string(key), "value": .string(value)]
      }
    }
    if let mark = rest.schemeMark {
      object["protocol"] = .string(String(rest[..<mark.lowerBound]))
      rest = String(rest[mark.upperBound...])
    }
    let segments = rest.parts(separatedBy: "/")
    var host = segments[0]
    // A colon of an IPv6 address is within brackets.
    if let colon = host.unicodeScalars.lastIndex(of: ":"), !host[colon...].contains("]") {
      object["port"] = .string(String(host.unicodeScalars[host.unicodeScalars.index(after: colon)...]))
      host = String(host.unicodeScalars[..<colon])
    }
    object["path"] = .array(segments.dropFirst().map { .string($0) })
    object["host"] = .array(host.parts(separatedBy: ".").map { .string($0) })
    object["query"] = .array(query)
    object["variable"] = .array([])
    return .object(object)
  }

  private static func cookie(_ line: String) -> JSONValue {
    let parts = line.parts(separatedBy: ";")
    let pair = parts[0].cut(at: "=") ?? (before: "", after: parts[0])
    var object: JSONObject = ["name": .string(pair.before), "value": .string(pair.after)]
    for part in parts.dropFirst() {
      let text = String(part.drop { $0 == " " })
      let attribute = text.cut(at: "=")
      let (name, value) = ((attribute?.before ?? text).lowercased(), attribute?.after)
      switch name {
      case "httponly": object["httpOnly"] = true
      case "secure": object["secure"] = true
      case "path", "domain", "expires": object[name] = value.map { .string($0) }
      case "max-age": object["maxAge"] = value.map { .string($0) }
      default: break
      }
    }
    return .object(object)
  }
}
