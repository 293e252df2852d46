internal import RequestBasics

extension LoadReport {
  /// The report as JSON; `docs/load.md` describes the members. Times are in seconds.
  ///
  /// - Parameters:
  ///   - name: The name of the run.
  ///   - startedAt: An ISO 8601 time.
  package func json(name: String, startedAt: String, _ checks: [LoadCheck]) -> String {
    var load: JSONObject = ["seconds": .seconds(settings.duration), "warmUpSeconds": .seconds(settings.warmUp)]
    switch settings.model {
    case .rate(let rate): load["rate"] = .decimal(rate)
    case .users(let count): load["users"] = .number(count)
    }
    load["maxInFlight"] = .number(settings.limit)
    load["connections"] = settings.connections.map { JSONValue.number($0) }
    var report: JSONObject = [
      "format": "workbench-load", "version": 1, "name": .string(name), "startedAt": .string(startedAt),
      "result": .string(isSuccess(checks) ? "passed" : "failed"), "load": .object(load),
      "measuredSeconds": .seconds(elapsed), "sentPerSecond": .decimal(sentPerSecond),
      "finishedPerSecond": .decimal(finishedPerSecond), "warmUpRequests": .number(warmUpCount),
      "mostInFlight": .number(mostInFlight), "heldBack": .number(heldBack), "cancelled": .number(cancelled),
      "lateness": .object(["p99": .seconds(lateness.p99), "max": .seconds(lateness.maximum)]),
      "total": .object(total.json), "requests": .array(requests.map { .object($0.json) }),
      "intervalSeconds": .seconds(step), "intervals": .array(intervals.map(\.json)),
      "thresholds": .array(checks.map(\.json)),
    ]
    if settings.connections != nil {
      report["connections"] = .object(["opened": .number(openedConnections), "lost": .number(total.lost)])
    }
    let ending = problem ?? (isInterrupted ? "Interrupted" : nil)
    report["ending"] = ending.map(JSONValue.string)
    return JSONValue.object(report).rendered() + "\n"
  }

  /// Whether all thresholds were kept and nothing ended the run early.
  package func isSuccess(_ checks: [LoadCheck]) -> Bool {
    checks.allSatisfy(\.isPassed) && problem == nil && !isInterrupted
  }
}

extension LoadFigures {
  fileprivate var json: JSONObject {
    var object: JSONObject = name.isEmpty ? [:] : ["name": .string(name)]
    object["sent"] = .number(sent)
    object["finished"] = .number(finished)
    object["unsent"] = .number(unsent)
    object["failed"] = .number(failed)
    object["bytes"] = .number(bytes)
    object["latency"] = .object(latency.json)
    var kinds = JSONObject()
    for (name, count) in rankedErrors { kinds[name] = .number(count) }
    object["errors"] = .object(kinds)
    return object
  }
}

extension LatencySummary {
  fileprivate var json: JSONObject {
    Self.durations.reduce(into: JSONObject()) { $0[$1.name] = .seconds($1.value(self)) }
  }
}

extension LoadInterval {
  fileprivate var json: JSONValue {
    .object([
      "start": .seconds(start), "finished": .number(finished), "failed": .number(failed), "p50": .seconds(p50),
      "p99": .seconds(p99),
    ])
  }
}

extension LoadCheck {
  fileprivate var json: JSONValue {
    .object(["threshold": .string(name), "passed": .bool(isPassed), "detail": .string(detail)])
  }
}

extension JSONValue {
  fileprivate static func seconds(_ duration: Duration) -> JSONValue {
    .number(JSONNumber(text: LoadText.seconds(duration)))
  }

  fileprivate static func decimal(_ value: Double) -> JSONValue {
    let hundredths = Int((value * 100).rounded())
    return .number(JSONNumber(text: "\(hundredths / 100)." + (hundredths % 100).padded(to: 2)))
  }
}
