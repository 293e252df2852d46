/// The columns of a result: mark, status, method, request and failure; times and sizes at the right.
struct RunRowLayout {
  private let columns: Int
  private let titleColumns: Int
  /// Whether results show the number of their iteration, from 1.
  private let isNumbered: Bool

  private static let titleColumn = 14

  init(columns: Int, _ run: ShownRun) {
    self.columns = columns
    isNumbered = run.iterations > 1
    // A long title must leave room for the failure.
    titleColumns = min(max(8, run.list.titleLength), max(16, columns / 4))
  }

  func draw(_ row: RunPane.Row, on surface: Style.Surface, into line: inout Canvas) {
    switch row {
    case .result(let result, let request): draw(result, request, on: surface, into: &line)
    case .change(let change): draw(change, on: surface, into: &line)
    }
  }

  // MARK: Results

  private func draw(
    _ row: RunRow, _ request: RunList.Request, on surface: Style.Surface, into line: inout Canvas
  ) {
    line.write(row.mark.label, column: 0, row: 0, style: Style(row.mark.role, on: surface, bold: row.isFailure))
    if let status = row.status {
      let label = ExchangeSummary.label(ofStatus: status)
      line.write(label, column: 5, row: 0, style: Style(.status(status), on: surface))
    }
    line.write(request.method.shortMethod, column: 9, row: 0, style: Style(.method(request.method), on: surface))
    let facts = facts(of: row)
    let end = line.writeTrailing(facts, endingAt: columns, row: 0, on: surface)
    let number = isNumbered ? " #\(row.iteration + 1)" : ""
    let room = end - Self.titleColumn - 1
    let title = request.title.truncated(to: min(titleColumns, max(0, room - number.columns)))
    line.write([Span(title), Span(number, .hint)], column: Self.titleColumn, row: 0, on: surface)
    let start = Self.titleColumn + titleColumns + (isNumbered ? 8 : 2)
    if let failure = row.failure, end - start > 8 {
      line.write(
        failure.truncated(to: end - start - 1), column: start, row: 0,
        style: Style(row.isFailure ? .error : .hint, on: surface))
    }
  }

  /// Times and sizes in columns of their own, if there is room.
  private func facts(of row: RunRow) -> [Span] {
    guard row.duration > .zero, columns >= 36 else { return [] }
    let time = Formatting.duration(row.duration).alignedRight(to: 8)
    guard columns >= 60 else { return [Span(time, .hint)] }
    return [Span(time, .hint), Span(Formatting.bytes(row.bodySize).alignedRight(to: 9), .hint)]
  }

  // MARK: Changes

  private func draw(_ row: RunComparison.Row, on surface: Style.Surface, into line: inout Canvas) {
    let isWide = columns >= 60
    let label = isWide ? row.change.title : row.change.word
    let start = isWide ? 15 : 8
    line.write(
      label, column: 0, row: 0, style: Style(row.change.role, on: surface, bold: row.change == .newlyFailing))
    let facts = [Span(Self.change(row, isWide: isWide), .hint)]
    let end = columns >= 36 ? line.writeTrailing(facts, endingAt: columns, row: 0, on: surface) : columns
    let number = isNumbered ? " #\(row.occurrence + 1)" : ""
    let method = row.request.method.shortMethod.padded(to: 5)
    let room = end - start - method.columns - number.columns - 1
    let title = row.request.title.truncated(to: max(0, room))
    line.write(
      [Span(method, .method(row.request.method)), Span(title), Span(number, .hint)], column: start, row: 0,
      on: surface)
  }

  /// Status and time before and after: `200 12 ms → 500 15 ms`. Without room, only the one that has changed.
  private static func change(_ row: RunComparison.Row, isWide: Bool) -> String {
    let texts = [row.old, row.new].compactMap { result in
      result.map { result in
        let status = result.status.map(ExchangeSummary.label(ofStatus:)) ?? result.mark.label
        let time = result.duration > .zero ? Formatting.duration(result.duration) : ""
        if !isWide { return row.change == .slower ? time : status }
        return time.isEmpty ? status : "\(status) \(time)"
      }
    }
    return texts.joined(separator: " → ")
  }
}

extension RunRow.Mark {
  /// The result in four columns.
  var label: String {
    switch self {
    case .passed: "pass"
    case .failed: "FAIL"
    case .error: "ERR"
    case .cancelled: "stop"
    case .skipped: "skip"
    }
  }

  var role: Style.Role {
    switch self {
    case .passed: .success
    case .failed, .error: .error
    case .cancelled: .warning
    case .skipped: .hint
    }
  }
}

extension RunComparison.Change {
  var title: String {
    switch self {
    case .newlyFailing: "newly failing"
    case .stillFailing: "still failing"
    case .fixed: "fixed"
    case .slower: "slower"
    case .added: "only now"
    case .removed: "only before"
    case .same: "same"
    }
  }

  /// The title in seven columns.
  var word: String {
    switch self {
    case .newlyFailing: "FAILS"
    case .stillFailing: "fails"
    case .added: "new"
    case .removed: "gone"
    case .fixed, .slower, .same: title
    }
  }

  var role: Style.Role {
    switch self {
    case .newlyFailing, .stillFailing: .error
    case .fixed: .success
    case .slower: .warning
    case .added, .removed: .label
    case .same: .hint
    }
  }
}
