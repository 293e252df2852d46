internal import Foundation

/// A JSON object with one result per line, in the order of completion. `docs/run.md` describes the members.
package struct JSONReporter: RunReporter {
  private var isFirst = true

  package mutating func begin(_ run: RunFacts) -> String {
    var facts: JSONObject = [
      "name": .string(run.name), "startedAt": .string(UTCTime.milliseconds(run.startedAt)),
      "iterations": .number(run.iterationCount), "requests": .number(run.requestCount),
    ]
    facts["environment"] = run.environment.map(JSONValue.string)
    facts["dataFile"] = run.dataFile.map(JSONValue.string)
    return
      "{\n\"format\": \"workbench-run\",\n\"version\": 1,\n\"run\": \(JSONValue.object(facts).compact),\n\"results\": ["
  }

  package mutating func report(_ result: RunResult, _ exchange: Exchange?) -> String {
    defer { isFirst = false }
    return (isFirst ? "\n" : ",\n") + result.json.compact
  }

  package mutating func end(_ totals: RunTotals) -> String {
    "\n],\n\"totals\": \(totals.json.compact)\n}\n"
  }
}

extension RunResult {
  /// The result as an element of a report.
  var json: JSONValue {
    var object: JSONObject = [
      "iteration": .number(iteration + 1), "name": .string(title), "path": .string(address.path),
      "result": .string(word), "method": .string(method), "url": .string(url),
    ]
    if let status, case .completed(_, let reason) = outcome {
      object.add("status", .number(status))
      object.add("reason", .string(reason))
    }
    object.add("error", problem.map(JSONValue.string))
    object.add("skipReason", note.map(JSONValue.string))
    if case .failed(let failure) = outcome { object.add("errorKind", .string(failure.kind.rawValue)) }
    object.add("startedAt", .string(UTCTime.milliseconds(startedAt)))
    object.add("seconds", .number(JSONNumber(text: duration.secondsText)))
    object.add("bodySize", .number(bodySize))
    if attempts > 1 { object.add("attempts", .number(attempts)) }
    object.add("checks", .array(countedChecks.map(\.json)))
    if !scriptErrors.isEmpty { object.add("scriptErrors", .array(scriptErrors.map(\.json))) }
    if !console.isEmpty { object.add("console", .array(console.map(\.json))) }
    object.add("exchange", exchange.map { .string($0.description) })
    object.add("bodyExcerpt", excerpt.map(JSONValue.string))
    return .object(object)
  }
}

extension LogEvent.Check {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["name": .string(name), "passed": .bool(isPassed)]
    if isSkipped { object.add("skipped", .bool(true)) }
    if !detail.isEmpty { object.add("detail", .string(detail)) }
    return .object(object)
  }
}

extension LogEvent.ConsoleLine {
  fileprivate var json: JSONValue { ["level": .string(level), "text": .string(text)] }
}

extension RunTotals {
  var json: JSONValue {
    var object: JSONObject = [
      "result": .string(isSuccess ? "passed" : "failed"), "iterations": .number(iterations),
      "requests": .number(requests), "failedRequests": .number(failedRequests),
      "skippedRequests": .number(skippedRequests), "checks": .number(checks), "failedChecks": .number(failedChecks),
      "bytes": .number(bytes), "seconds": .number(JSONNumber(text: duration.secondsText)),
      "transferSeconds": .number(JSONNumber(text: transferTime.secondsText)),
    ]
    if skippedChecks > 0 { object.add("skippedChecks", .number(skippedChecks)) }
    if scriptErrors > 0 { object.add("scriptErrors", .number(scriptErrors)) }
    if cancelledRequests > 0 { object.add("cancelledRequests", .number(cancelledRequests)) }
    if leftOutRequests > 0 { object.add("leftOutRequests", .number(leftOutRequests)) }
    object.add("ending", ending.map { .string($0.sentence) })
    return .object(object)
  }
}
