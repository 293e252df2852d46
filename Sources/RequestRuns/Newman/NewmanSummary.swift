internal import Foundation

/// The counts of a run, in newman's terms.
struct NewmanSummary: Sendable {
  /// A failed test, script or request.
  struct Failure: Sendable {
    var name: String
    /// The name of the test; empty for others.
    var test = ""
    var message: String
    /// `assertion:0 in test-script`, `test-script` or `request`.
    var place: String
    var index: Int?
    var item: NewmanCollection.Item
    var iteration: Int
    var position: Int
  }

  /// A test of a response.
  struct Assertion: Sendable {
    var name: String
    var isSkipped = false
    /// `nil` if it passed.
    var failure: Failure?

    init(_ check: LogEvent.Check) { (name, isSkipped) = (check.unmarkedName, check.isSkipped) }
  }

  /// One request of the run.
  struct Execution: Sendable {
    var item: NewmanCollection.Item
    var iteration: Int
    var position: Int
    var assertions: [Assertion] = []
    var prerequestErrors: [Failure] = []
    var testErrors: [Failure] = []
    var requestError: Failure?

    /// In order: a test script ends with its error.
    var failures: [Failure] {
      prerequestErrors + [requestError].compactMap(\.self) + assertions.compactMap(\.failure) + testErrors
    }
  }

  struct Count: Sendable {
    var total = 0
    var failed = 0

    mutating func add(_ count: Int = 1, failed: Int = 0) {
      total += count
      self.failed += failed
    }
  }

  /// Average, minimum, maximum and standard deviation, in milliseconds.
  struct Times: Sendable {
    private(set) var count = 0
    private(set) var average = 0.0
    private(set) var least = 0.0
    private(set) var most = 0.0
    private var squares = 0.0

    /// Adds a value by Welford's method.
    mutating func add(_ value: Double) {
      count += 1
      let former = average
      average += (value - former) / Double(count)
      squares += (value - former) * (value - average)
      least = count == 1 ? value : min(least, value)
      most = max(most, value)
    }

    var deviation: Double { count > 0 ? (squares / Double(count)).squareRoot() : 0 }
  }

  let collection: NewmanCollection
  private(set) var run: RunFacts?
  private(set) var iterations = Count()
  private(set) var requests = Count()
  private(set) var testScripts = Count()
  private(set) var prerequestScripts = Count()
  private(set) var assertions = Count()
  private(set) var response = Times()
  private(set) var dns = Times()
  private(set) var firstByte = Times()
  private(set) var received = 0
  private(set) var failures: [Failure] = []
  private var position = 0
  private var iteration: Int?

  init(_ collection: NewmanCollection) { self.collection = collection }

  mutating func begin(_ run: RunFacts) { self.run = run }

  /// Counts a result. A request skipped by scripts counts only with its tests.
  mutating func record(_ result: RunResult, _ exchange: Exchange?) -> Execution {
    if iteration != result.iteration {
      (iteration, position) = (result.iteration, 0)
      iterations.add()
    }
    let execution = execution(result, exchange)
    position += 1
    let hasRequest = result.outcome != .skipped
    if hasRequest { requests.add(failed: execution.requestError == nil ? 0 : 1) }
    prerequestScripts.add(execution.item.scripts.prerequest, failed: execution.prerequestErrors.count)
    if hasRequest { testScripts.add(execution.item.scripts.test, failed: execution.testErrors.count) }
    assertions.add(execution.assertions.count, failed: execution.assertions.count { $0.failure != nil })
    failures += execution.failures
    if let answer = exchange?.response {
      response.add(result.duration.milliseconds)
      received += answer.bodySize
      let phases = NewmanPhases(exchange)
      if let time = phases?.dns { dns.add(time.milliseconds) }
      if let time = phases?.firstByte { firstByte.add(time.milliseconds) }
    }
    return execution
  }

  /// The name of checks for errors of scripts before the request.
  private static let errorBefore = "script before the request"

  private func execution(_ result: RunResult, _ exchange: Exchange?) -> Execution {
    let item = collection.item(of: result, exchange)
    var execution = Execution(item: item, iteration: result.iteration, position: position)
    func failure(_ name: String, _ message: String, at place: String) -> Failure {
      Failure(
        name: name, message: message, place: place, item: item, iteration: result.iteration, position: position)
    }
    if let problem = result.problem { execution.requestError = failure("Error", problem, at: "request") }
    for check in result.checks {
      let (name, message) = Self.error(check.detail)
      if check.isScriptError, check.name == Self.errorBefore {
        execution.prerequestErrors.append(failure(name ?? "Error", message, at: "prerequest-script"))
      } else if check.isScriptError {
        execution.testErrors.append(failure(name ?? "Error", message, at: "test-script"))
      } else {
        let index = execution.assertions.count
        var assertion = Assertion(check)
        if !check.isPassed {
          var failed = failure(name ?? "AssertionError", message, at: "assertion:\(index) in test-script")
          (failed.test, failed.index) = (check.name, index)
          assertion.failure = failed
        }
        execution.assertions.append(assertion)
      }
    }
    return execution
  }

  /// The parts of `TypeError: x is undefined`.
  private static func error(_ detail: String) -> (name: String?, message: String) {
    guard let (name, rest) = detail.cut(at: ":"), name.endsExactly(with: "Error"),
      name.utf8.allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) })
    else { return (nil, detail) }
    return (name, String(rest.drop { $0 == " " }))
  }
}

extension Duration {
  /// With fractions.
  var milliseconds: Double { self / .milliseconds(1) }
}
