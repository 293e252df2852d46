internal import Foundation

/// newman's text report: a block for each request, a table of counts, and the failures.
package struct NewmanLineReporter: RunReporter {
  /// The parts of the report to show, and their style.
  package struct Options: Equatable, Sendable {
    package var usesColour = false
    package var usesUnicode = true
    package var isVerbose = false
    package var showsTimestamps = false
    package var showsSummary = true
    package var showsFailures = true
    package var showsAssertions = true
    package var showsPassed = true
    package var showsConsole = true
    package var showsBanner = true
    /// Sentences about options that have no effect.
    package var notes: [String] = []

    package init() {}
  }

  private let options: Options
  private var summary: NewmanSummary
  private var folders: [String] = []
  private var iteration: Int?
  /// The warnings that were shown. Collections for old versions of Postman repeat theirs with every request.
  private var warnings: Set<String> = []

  package init(_ collection: NewmanCollection, _ options: Options) {
    summary = NewmanSummary(collection)
    self.options = options
  }

  package mutating func begin(_ run: RunFacts) -> String {
    summary.begin(run)
    let name = (options.showsBanner ? "newman\n\n" : "") + summary.collection.name.visibleLine + "\n"
    return name + options.notes.map { dim("note: " + $0) + "\n" }.joined()
  }

  package mutating func report(_ result: RunResult, _ exchange: Exchange?) -> String {
    let former = summary.failures.count
    let execution = summary.record(result, exchange)
    // newman shows what its scripts skipped, without the request.
    let isSkipped = result.outcome == .skipped
    guard !isSkipped || result.note == nil || !execution.failures.isEmpty else { return "" }
    var lines = heading(execution)
    if !isSkipped { lines += request(result, exchange) }
    lines += console(result)
    lines += failures(execution, after: former, at: result.startedAt)
    return lines.map { $0 + "\n" }.joined()
  }

  package mutating func end(_ totals: RunTotals) -> String {
    var lines: [String] = []
    if options.showsSummary { lines += [""] + table(totals) }
    if options.showsFailures, !summary.failures.isEmpty { lines += [""] + failureList }
    if let problem = totals.ending?.problem { lines += ["", red("error: " + problem.visibleLine)] }
    return lines.map { $0 + "\n" }.joined() + "\n"
  }

  // MARK: A request

  private mutating func heading(_ execution: NewmanSummary.Execution) -> [String] {
    var lines: [String] = []
    let cycles = summary.run?.iterationCount ?? 1
    if cycles > 1, iteration != execution.iteration {
      lines += ["", dim("Iteration \(execution.iteration + 1)/\(cycles)")]
    }
    iteration = execution.iteration
    let item = execution.item
    let arrow = item.folders.isEmpty ? symbol("→", "Root") : symbol("↳", "Sub-folder")
    lines.append("")
    if item.folders != folders, !item.folders.isEmpty {
      lines.append("\(symbol("❏", "Folder")) \(item.folders.joined(separator: " / ").visibleLine)")
    }
    folders = item.folders
    return lines + ["\(arrow) \(item.name.visibleLine)"]
  }

  private func request(_ result: RunResult, _ exchange: Exchange?) -> [String] {
    let clock = options.showsTimestamps ? dim("[\(Self.clock(result.startedAt))]") + "  " : ""
    let start = "  \(clock)\(dim(result.method.visibleLine)) \(dim(result.url.visibleLine)) "
    guard let response = exchange?.response, result.problem == nil else {
      return [start + red("[errored]"), "     " + red((result.problem ?? "There is no response").visibleLine)]
    }
    let status = "\(response.status) \(response.reason.visibleLine)"
    let (size, time) = (Self.size(Self.total(response)), Self.time(result.duration.milliseconds))
    guard options.isVerbose else { return [start + dim("[\(status), \(size), \(time)]")] }
    let facts = "\(status) \(star) \(time) \(dim("time")) \(star) " + sizes(response, exchange?.sent)
    return [start, "  " + facts] + bodies(response, exchange) + phases(exchange)
  }

  private var star: String { dim(symbol("★", "*")) }

  /// `270B↑ 793B↓ size ★ 7↑ 7↓ headers ★ 0 cookies`
  private func sizes(_ response: Response, _ sent: SentRequest?) -> String {
    let (up, down) = (dim(symbol("↑", "^")), dim(symbol("↓", "v")))
    let headers = sent?.headers ?? []
    let sentSize = Self.total(headers, bodySize: sent?.body.count ?? 0)
    let cookies = response.headers.count { $0.name.lowercased() == "set-cookie" }
    return [
      "\(Self.size(sentSize))\(up) \(Self.size(Self.total(response)))\(down) \(dim("size"))",
      "\(headers.count)\(up) \(response.headers.count)\(down) \(dim("headers"))", "\(cookies) \(dim("cookies"))",
    ].joined(separator: " \(star) ")
  }

  /// The beginnings of the bodies.
  private func bodies(_ response: Response, _ exchange: Exchange?) -> [String] {
    let limit = 2048
    let bodies = [(symbol("↑", "^"), exchange?.sent?.body ?? Data()), (symbol("↓", "v"), response.body)]
    var lines: [String] = []
    for (mark, body) in bodies where !body.isEmpty {
      var part = String(decoding: body.prefix(limit), as: UTF8.self).parts(separatedBy: "\n").map(\.visibleLine)
      if body.count > limit { part.append("(showing \(Self.size(limit))/\(Self.size(body.count)))") }
      lines += box("\(mark) \(Self.size(body.count))", part)
    }
    return lines
  }

  private func phases(_ exchange: Exchange?) -> [String] {
    guard let phases = NewmanPhases(exchange) else { return [] }
    let texts = phases.columns.map { name, duration in
      (name, duration.map { $0 == .zero ? "(cache)" : Self.time($0.milliseconds) } ?? "(cache)")
    }
    let widths = texts.map { max($0.0.count, $0.1.count) + 3 }
    func line(_ texts: [String]) -> String {
      "  " + zip(texts, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined()
    }
    return ["", line(texts.map(\.0)), line(texts.map(\.1)), ""]
  }

  private mutating func console(_ result: RunResult) -> [String] {
    guard options.showsConsole else { return [] }
    var lines: [String] = []
    for line in result.console where line.level != "warn" || warnings.insert(line.text).inserted {
      let part = box(nil, line.text.parts(separatedBy: "\n").map(\.visibleLine))
      lines += part.map { line.level == "error" ? red($0) : dim($0) }
    }
    return lines
  }

  private func box(_ title: String?, _ lines: [String]) -> [String] {
    let side = symbol("│", "|")
    return ["  \(symbol("┌", "-"))\(title.map { " " + $0 } ?? "")"] + lines.map { "  \(side) \($0)" }
      + ["  \(symbol("└", "-"))"]
  }

  /// Tests and errors of scripts, with the numbers that failures have in the list at the end.
  private func failures(_ execution: NewmanSummary.Execution, after count: Int, at date: Date) -> [String] {
    var (number, lines) = (count, [String]())
    func add(_ errors: [NewmanSummary.Failure]) {
      for failure in errors {
        number += 1
        lines.append(red("\(Self.padded(number, 3))\(symbol("⠄", ".")) \(failure.name) in \(failure.place)"))
      }
    }
    add(execution.prerequestErrors)
    if execution.requestError != nil { number += 1 }
    for assertion in execution.assertions {
      if assertion.failure != nil { number += 1 }
      lines += options.showsAssertions ? self.lines(assertion, number, date) : []
    }
    add(execution.testErrors)
    return lines
  }

  private func lines(_ assertion: NewmanSummary.Assertion, _ number: Int, _ date: Date) -> [String] {
    let time = options.showsTimestamps ? "  " + dim("[\(Self.clock(date))]") : ""
    let name = assertion.name.visibleLine
    if assertion.failure != nil {
      return [time + red("\(Self.padded(number, options.showsTimestamps ? 2 : 3)). \(name)")]
    }
    guard options.showsPassed else { return [] }
    if assertion.isSkipped { return [coloured("  - ", 36) + " " + coloured("[skipped] " + name, 36)] }
    return [time + green("  \(symbol("✓", "Pass")) ") + " " + dim(name)]
  }

  // MARK: The end

  private var failureList: [String] {
    let entries = summary.failures.map { failure -> (name: String, lines: [String]) in
      let isRepeated = (summary.run?.iterationCount ?? 1) > 1
      var lines = failure.test.isEmpty ? [] : [failure.test.visibleLine]
      lines += failure.message.parts(separatedBy: "\n").map { dim($0.visibleLine) }
      if isRepeated { lines.append(dim("iteration: \(failure.iteration + 1)")) }
      lines += [dim("at \(failure.place)"), dim("inside \"\(failure.item.fullName.visibleLine)\"")]
      return (failure.name.visibleLine, lines)
    }
    let numberWidth = String(entries.count).count + 2
    let nameWidth = max(7, entries.map(\.name.count).max() ?? 0) + 2
    func row(_ number: String, _ name: String, _ text: String) -> String {
      let (before, after) = (max(0, numberWidth - number.count), max(0, nameWidth - name.count))
      return String(repeating: " ", count: before) + number + "  " + name + String(repeating: " ", count: after) + text
    }
    var lines = [row("#", "failure", "detail"), ""]
    for (index, entry) in entries.enumerated() {
      for (line, text) in entry.lines.enumerated() {
        lines.append(line == 0 ? row("\(index + 1).", entry.name, text) : row("", "", text))
      }
      lines.append("")
    }
    return lines
  }

  private func table(_ totals: RunTotals) -> [String] {
    let rows: [(String, NewmanSummary.Count)] = [
      ("iterations", summary.iterations), ("requests", summary.requests), ("test-scripts", summary.testScripts),
      ("prerequest-scripts", summary.prerequestScripts), ("assertions", summary.assertions),
    ]
    var facts = [
      "total run duration: \(Self.time(totals.duration.milliseconds))",
      "total data received: \(Self.size(summary.received)) (approx)",
    ]
    var times = [("response", summary.response)]
    if options.isVerbose { times += [("DNS lookup", summary.dns), ("first byte", summary.firstByte)] }
    for (name, times) in times where times.count > 0 {
      let parts = [("min", times.least), ("max", times.most), ("s.d.", times.deviation)]
      let range = parts.map { "\($0.0): \(Self.time($0.1))" }.joined(separator: ", ")
      facts.append("average \(name) time: \(Self.time(times.average)) [\(range)]")
    }
    let first = 25
    let whole = max(62, (facts.map(\.count).max() ?? 0) + 2)
    let second = (whole - first - 1) / 2
    let widths = [first, second, whole - first - 2 - second]
    let border = options.usesUnicode ? NewmanBorder.unicode : .plain
    var lines = [border.top(widths), border.row(["", "executed", "failed"], widths)]
    for (name, count) in rows {
      lines += [border.middle(widths), border.row([name, String(count.total), String(count.failed)], widths)]
    }
    for (index, fact) in facts.enumerated() {
      lines += [index == 0 ? border.joining(widths) : border.plainLine(whole), border.line(fact, whole)]
    }
    return lines + [border.bottom(whole)]
  }

  // MARK: Texts

  private func symbol(_ text: String, _ plain: String) -> String { options.usesUnicode ? text : plain }
  private func red(_ text: String) -> String { coloured(text, 31) }
  private func green(_ text: String) -> String { coloured(text, 32) }
  private func dim(_ text: String) -> String { coloured(text, 90) }

  private func coloured(_ text: String, _ code: Int) -> String {
    options.usesColour ? "\u{1B}[\(code)m\(text)\u{1B}[39m" : text
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// The local time of day.
  private static func clock(_ date: Date) -> String {
    var seconds = time_t(date.timeIntervalSince1970)
    var fields = tm()
    localtime_r(&seconds, &fields)
    return [fields.tm_hour, fields.tm_min, fields.tm_sec].map { $0.padded(to: 2) }.joined(separator: ":")
  }

  /// The size including the head, as in newman.
  private static func total(_ response: Response) -> Int { total(response.headers, bodySize: response.bodySize) }

  private static func total(_ headers: [Header], bodySize: Int) -> Int {
    headers.reduce(bodySize) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
  }

  static func size(_ bytes: Int) -> String {
    guard bytes >= 1000 else { return "\(bytes)B" }
    let (divisor, unit) = bytes >= 1_000_000 ? (1_000_000.0, "MB") : (1000.0, "kB")
    let hundredths = Int((Double(bytes) / divisor * 100).rounded())
    let fraction = hundredths % 100
    if fraction == 0 { return "\(hundredths / 100)\(unit)" }
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction % 10 == 0 ? fraction / 10 : fraction)\(unit)"
  }

  /// Formats a duration, switching to seconds at newman's limit.
  static func time(_ milliseconds: Double) -> String {
    if milliseconds < 1 { return "\(Int(milliseconds * 1000))µs" }
    if milliseconds < 1998 { return "\(Int(milliseconds))ms" }
    let tenths = Int((milliseconds / 100).rounded())
    let (minutes, rest) = (tenths / 600, tenths % 600)
    let seconds = rest % 10 == 0 ? "\(rest / 10)s" : "\(rest / 10).\(rest % 10)s"
    return minutes > 0 ? "\(minutes)m \(seconds)" : seconds
  }
}

/// The border characters of newman's table.
private struct NewmanBorder {
  /// Corners and crossings: left, middle and right of the first line, of the lines between, and of the last line.
  let corners: [[String]]
  let line: String
  let side: String
  /// The line below the rows with three cells: left, middle, right.
  let joint: [String]

  static let unicode = NewmanBorder(
    corners: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]], line: "─", side: "│", joint: ["├", "┴", "┤"])
  static let plain = NewmanBorder(
    corners: Array(repeating: ["+", "+", "+"], count: 3), line: "-", side: "|", joint: ["+", "+", "+"])

  private func rule(_ marks: [String], _ widths: [Int]) -> String {
    marks[0] + widths.map { String(repeating: line, count: $0) }.joined(separator: marks[1]) + marks[2]
  }

  func top(_ widths: [Int]) -> String { rule(corners[0], widths) }
  func middle(_ widths: [Int]) -> String { rule(corners[1], widths) }
  func joining(_ widths: [Int]) -> String { rule(joint, widths) }
  func plainLine(_ width: Int) -> String { rule(corners[1], [width]) }
  func bottom(_ width: Int) -> String { rule(corners[2], [width]) }

  func row(_ texts: [String], _ widths: [Int]) -> String {
    let cells = zip(texts, widths).map { String(repeating: " ", count: max(0, $1 - $0.count - 1)) + $0 + " " }
    return side + cells.joined(separator: side) + side
  }

  func line(_ text: String, _ width: Int) -> String {
    side + " " + text + String(repeating: " ", count: max(0, width - text.count - 1)) + side
  }
}
