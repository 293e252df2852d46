import Foundation

/// Lists exchanges as lines or JSON.
struct HistoryLister {
  let query: [String]
  let limit: Int
  let isJSON: Bool

  func run() throws {
    guard limit > 0 else { throw CommandExit.usageError("--limit must be 1 or more") }
    let entries = try HistoryAccess.open().summaries(matching: HistoryAccess.query(query), limit: limit)
    if isJSON { return try StandardOutput.write(text: HistoryLines.json(entries).rendered() + "\n") }
    if entries.isEmpty { StandardError.write(query.isEmpty ? "Nothing was sent yet" : "Nothing matches") }
    let clock = Clock(offset: TimeZone.current.secondsFromGMT())
    try StandardOutput.write(rows: entries.map { HistoryLines.fields($0, clock) })
  }
}

/// Exchanges and their annotations as text and JSON.
enum HistoryLines {
  /// The fields of a row; one more if there are marks.
  static func fields(_ entry: ExchangeSummary, _ clock: Clock) -> [String] {
    [
      String(entry.id.description.prefix(8)), clock.fullText(entry.startedAt), result(entry.result), entry.method,
      entry.url, Formatting.duration(entry.duration), Formatting.bytes(entry.bodySize), entry.run?.title ?? entry.name,
    ] + annotation(entry.annotation)
  }

  /// The note about a size limit that cannot be kept.
  static func tooSmall(limit: Int, smallest: Int) -> String {
    "History takes at least \(Formatting.bytes(smallest)), more than its limit of \(Formatting.bytes(limit)) — unpin "
      + "exchanges, or raise the limit; nothing was removed for it"
  }

  static func result(_ result: ExchangeSummary.Result) -> String {
    switch result {
    case .status(let status): ExchangeSummary.label(ofStatus: status)
    case .failed: "ERR"
    case .cancelled: "---"
    }
  }

  private static func marks(_ annotation: Annotation) -> String {
    let pin = annotation.isPinned ? ["pinned"] : []
    let note = annotation.note.map { ["“\($0)”"] } ?? []
    return (pin + annotation.tags.map { "#" + $0 } + note).joined(separator: " ")
  }

  static func annotation(_ annotation: Annotation?) -> [String] {
    guard let annotation else { return [] }
    let marks = marks(annotation)
    return marks.isEmpty ? [] : [marks]
  }

  static func json(_ entries: [ExchangeSummary]) -> JSONValue { .array(entries.map { .object(object($0)) }) }

  static func object(_ entry: ExchangeSummary) -> JSONObject {
    var object: JSONObject = [
      "id": .string(entry.id.description), "startedAt": .string(UTCTime.milliseconds(entry.startedAt)),
      "method": .string(entry.method), "url": .string(entry.url), "name": .string(entry.name),
    ]
    switch entry.result {
    case .status(Response.Head.noStatus): break
    case .status(let status): object["status"] = .number(status)
    case .failed(let kind): object["failure"] = .string(kind.rawValue)
    case .cancelled: object["cancelled"] = true
    }
    object["milliseconds"] = .number(Int(entry.duration / .milliseconds(1)))
    object["size"] = .number(entry.bodySize)
    if entry.annotation.isPinned { object["pinned"] = true }
    if !entry.annotation.tags.isEmpty { object["tags"] = .array(entry.annotation.tags.map { .string($0) }) }
    object["note"] = entry.annotation.note.map { .string($0) }
    object["run"] = entry.run.map {
      [
        "id": .string($0.idText), "name": .string($0.name), "requests": .number($0.requests),
        "failures": .number($0.failures),
      ]
    }
    return object
  }
}
