internal import Foundation

/// JUnit XML as read by Jenkins and GitLab: a suite for each request, a case for each of its checks.
///
/// A request without checks has one case, its response.
package struct JUnitReporter: RunReporter {
  private var iterationCount = 1

  package mutating func begin(_ run: RunFacts) -> String {
    iterationCount = run.iterationCount
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"\(run.name.xml)\">\n"
  }

  package mutating func report(_ result: RunResult, _ exchange: Exchange?) -> String {
    let cases = cases(of: result)
    let name = result.address.stemPath + (iterationCount > 1 ? " (iteration \(result.iteration + 1))" : "")
    let failures = cases.count { $0.kind == .failure }
    let errors = cases.count { $0.kind == .error }
    let skipped = cases.count { $0.kind == .skipped }
    var text = """
      <testsuite name="\(name.xml)" tests="\(cases.count)" failures="\(failures)" errors="\(errors)" \
      skipped="\(skipped)" time="\(result.duration.secondsText)" timestamp="\(Self.timestamp(result.startedAt))">\n
      """
    for (index, item) in cases.enumerated() {
      // The first case gets the time of the exchange.
      text += item.text(of: result, time: index == 0 ? result.duration : .zero)
    }
    if !result.console.isEmpty {
      text += "<system-out>\(result.console.map { $0.text + "\n" }.joined().xml)</system-out>\n"
    }
    return text + "</testsuite>\n"
  }

  package mutating func end(_ totals: RunTotals) -> String {
    guard let sentence = totals.ending?.problem else { return "</testsuites>\n" }
    return """
      <testsuite name="run" tests="1" failures="0" errors="1" time="0.000000">
      <testcase name="run" classname="run" time="0.000000">
      <error message="\(sentence.xml)" type="RunError"/>
      </testcase>
      </testsuite>
      </testsuites>\n
      """
  }

  private struct Case {
    enum Kind: Equatable {
      case passed, failure, error, skipped
    }

    var name: String
    var kind: Kind
    var message = ""
    var type = ""

    func text(of result: RunResult, time: Duration) -> String {
      let start =
        "<testcase name=\"\(name.xml)\" classname=\"\(result.address.className.xml)\" time=\"\(time.secondsText)\""
      switch kind {
      case .passed: return start + "/>\n"
      case .skipped:
        let reason = message.isEmpty ? "" : " message=\"\(message.xml)\""
        return start + ">\n<skipped\(reason)/>\n</testcase>\n"
      case .failure, .error:
        let element = kind == .failure ? "failure" : "error"
        let body = "\(result.method) \(result.url)\n" + (result.excerpt ?? "")
        return start
          + ">\n<\(element) message=\"\(message.xml)\" type=\"\(type.xml)\">\(body.xml)</\(element)>\n</testcase>\n"
      }
    }
  }

  private func cases(of result: RunResult) -> [Case] {
    let checks = result.checks.map { check in
      Case(
        name: check.unmarkedName, kind: Self.kind(of: check),
        message: check.detail.isEmpty && !check.isSkipped ? check.name : check.detail,
        type: check.isScriptError ? "ScriptError" : "AssertionFailure")
    }
    switch result.outcome {
    case .skipped: return checks + [Case(name: result.title, kind: .skipped, message: result.note ?? "")]
    case .completed: return checks.isEmpty ? [Case(name: result.title, kind: .passed)] : checks
    case .failed(let failure):
      return [Case(name: result.title, kind: .error, message: failure.sentence, type: failure.kind.rawValue)] + checks
    case .cancelled: return [Case(name: result.title, kind: .error, message: "Cancelled", type: "cancelled")] + checks
    case .broken(let sentence): return [Case(name: result.title, kind: .error, message: sentence, type: "broken")]
    }
  }

  private static func kind(of check: LogEvent.Check) -> Case.Kind {
    if check.isSkipped { return .skipped }
    return check.isPassed ? .passed : check.isScriptError ? .error : .failure
  }

  /// The time without a zone, as the schema requires.
  private static func timestamp(_ date: Date) -> String { String(UTCTime(date).extended.dropLast()) }
}

extension Address {
  /// The path without `.json`.
  fileprivate var stemPath: String { parent.appending(stem).path }

  /// The folders and the stem separated by dots, like the name of a class.
  fileprivate var className: String { stemPath.replacingExactly("/", with: ".") }
}

extension String {
  /// The text escaped for an XML element or attribute. Characters that XML does not allow become U+FFFD.
  var xml: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x26: text += "&amp;"
      case 0x3C: text += "&lt;"
      case 0x3E: text += "&gt;"
      case 0x22: text += "&quot;"
      // Unescaped, parsers would change them in attributes, and line ends in text.
      case 0x09, 0x0A, 0x0D: text += "&#\(scalar.value);"
      case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
