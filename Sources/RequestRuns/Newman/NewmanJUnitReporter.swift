internal import Foundation

/// newman's JUnit XML: a suite for each request with the tests of all iterations. Written at the end.
package struct NewmanJUnitReporter: RunReporter {
  private struct Suite: Sendable {
    var item: NewmanCollection.Item
    var executions: [NewmanSummary.Execution] = []
    /// The response times in seconds.
    var times: [Double] = []
  }

  private var summary: NewmanSummary
  private var suites: [Suite] = []
  /// The indexes of suites by the ids of their items.
  private var places: [ExactText: Int] = [:]

  package init(_ collection: NewmanCollection) { summary = NewmanSummary(collection) }

  package mutating func begin(_ run: RunFacts) -> String {
    summary.begin(run)
    return ""
  }

  package mutating func report(_ result: RunResult, _ exchange: Exchange?) -> String {
    let execution = summary.record(result, exchange)
    guard result.outcome != .skipped else { return "" }
    let index = places[ExactText(execution.item.id)] ?? suites.count
    if index == suites.count {
      places[ExactText(execution.item.id)] = index
      suites.append(Suite(item: execution.item))
    }
    suites[index].executions.append(execution)
    suites[index].times.append(exchange?.response == nil ? 0 : result.duration / .seconds(1))
    return ""
  }

  package mutating func end(_ totals: RunTotals) -> String {
    let name = summary.collection.name
    let time = suites.flatMap(\.times).reduce(0, +)
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(name.xml)" tests="\(summary.requests.total)" time="\(Self.seconds(time))">\n
      """
    for suite in suites { text += self.text(suite) }
    if let problem = totals.ending?.problem {
      text += """
          <testsuite name="run" tests="0" failures="0" errors="1" time="0.000">
            <system-err>\(problem.xml)</system-err>
          </testsuite>\n
        """
    }
    return text + "</testsuites>\n"
  }

  private static func seconds(_ seconds: Double) -> String {
    let thousandths = Int((seconds * 1000).rounded())
    return "\(thousandths / 1000)." + (thousandths % 1000).padded(to: 3)
  }

  private func text(_ suite: Suite) -> String {
    let name = suite.item.fullName
    let errors = suite.executions.flatMap { execution in
      ([execution.requestError].compactMap(\.self) + execution.testErrors + execution.prerequestErrors)
    }
    let failures = suite.executions.flatMap { $0.assertions.compactMap(\.failure) }
    let time = Self.seconds(suite.times.reduce(0, +) / Double(max(1, suite.times.count)))
    let start = summary.run.map { UTCTime.milliseconds($0.startedAt) } ?? ""
    var text = """
        <testsuite name="\(name.xml)" id="\(suite.item.id.xml)" timestamp="\(start)" \
      tests="\(suite.executions.last?.assertions.count ?? 0)" failures="\(failures.count)" errors="\(errors.count)" \
      time="\(time)">\n
      """
    if !errors.isEmpty {
      let lines = errors.map { "Iteration: \($0.iteration)\n\($0.place): \($0.name): \($0.message)\n---\n" }
      text += "    <system-err>\(lines.joined().xml)</system-err>\n"
    }
    let last = Self.seconds(suite.times.last ?? 0)
    for (test, failures) in cases(suite) { text += self.text(test, failures, name, last) }
    return text + "  </testsuite>\n"
  }

  /// The tests of all iterations by their names, with the failures of each.
  private func cases(_ suite: Suite) -> [(String, [NewmanSummary.Failure])] {
    var cases: [(String, [NewmanSummary.Failure])] = []
    var places: [ExactText: Int] = [:]
    for assertion in suite.executions.flatMap(\.assertions) {
      let index = places[ExactText(assertion.name)] ?? cases.count
      if index == cases.count {
        places[ExactText(assertion.name)] = index
        cases.append((assertion.name, []))
      }
      if let failure = assertion.failure { cases[index].1.append(failure) }
    }
    return cases
  }

  private func text(_ test: String, _ failures: [NewmanSummary.Failure], _ name: String, _ time: String) -> String {
    let start = "    <testcase name=\"\(test.xml)\" time=\"\(time)\" classname=\"\(Self.className(name).xml)\""
    guard let first = failures.first else { return start + "/>\n" }
    let facts = [
      "Failed \(failures.count) times.", "Collection JSON ID: \(summary.collection.id).",
      "Collection name: \(summary.collection.name).", "Request name: \(name).", "Test description: \(test).",
      "Error message: \(first.message).", "Stacktrace: \(first.name): \(first.message).",
    ]
    let text = facts.joined(separator: "\n").xml
    return start + """
      >
            <failure type="AssertionFailure" message="\(first.message.xml)">\(text)</failure>
          </testcase>\n
      """
  }

  /// `A simple GET request` as `ASimpleGetRequest`.
  static func className(_ name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined()
  }
}
