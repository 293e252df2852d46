internal import Foundation
internal import GRDB

/// The indexed data of an exchange, equal before it is recorded and after it is read.
struct IndexedExchange {
  let startedAt: Date
  let duration: Int64
  let method: String
  let url: String
  let name: String
  let outcome: String
  let status: Int?
  let failure: String?
  let environment: String?
  let bodySize: Int
  let requestID: String?
  var annotation = Annotation()
  private let log: ExchangeLog
  /// In bytes, of each body.
  private let textLimit: Int
  /// Whether the words of MessagePack and CBOR count.
  private let hasItems: Bool

  /// Bytes of each body, and of all messages of an exchange.
  static let textLimit = 32 << 10

  /// - Parameters:
  ///   - row: The columns of `exchange`.
  ///   - log: The stored log, possibly with more of the bodies.
  init(
    _ row: Row, log: ExchangeLog, limit: BodyLimit = .standard, annotation: Annotation = Annotation(),
    hasItems: Bool = true
  ) {
    startedAt = Date(timeIntervalSinceReferenceDate: row["startedAt"])
    (duration, method, url, name) = (row["duration"], row["method"], row["url"], row["name"])
    (outcome, status, failure) = (row["outcome"], row["status"], row["failure"])
    (environment, bodySize, requestID) = (row["environment"], row["bodySize"], row["requestID"])
    (self.log, self.hasItems) = (log, hasItems)
    textLimit = min(Self.textLimit, limit.byteCount)
    self.annotation = annotation
  }

  // MARK: Facets

  /// The status of a complete response.
  var answeredStatus: Int? { outcome == "answered" ? status : nil }

  var features: [HistoryQuery.Feature] {
    var features: [HistoryQuery.Feature] = []
    if isFailure { features.append(.failure) }
    if bodySize > 0 { features.append(.body) }
    if annotation.note != nil { features.append(.note) }
    if !annotation.tags.isEmpty { features.append(.tag) }
    if annotation.isPinned { features.append(.pin) }
    return features
  }

  private var isFailure: Bool {
    outcome == "failed" || (answeredStatus ?? 0) >= 400 || !log.failedChecks.isEmpty
  }

  /// The URL's host and port. The rule is part of the file format, as in `SearchWords`.
  var host: String? {
    guard let start = url.range(of: "://")?.upperBound else { return nil }
    let authority = url[start...].prefix { !"/?#".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    return host.isEmpty ? nil : String(host.prefix(200))
  }

  /// The text in which any part can be found.
  var summaryText: String {
    [url, name, method, status.map(String.init) ?? "", failure ?? "", environment ?? ""]
      .map { $0.prefix(Self.summaryLimit) }.joined(separator: "\n")
  }

  private static let summaryLimit = 2_000

  // MARK: Text

  /// Calls `take` with the headers, text bodies, messages, checks and the note, and the words of MessagePack and CBOR.
  func forEachText(_ take: (String) -> Void) {
    let hasBody = log.response?.body.isEmpty == false
    var rest = Self.textLimit
    var type: String?
    for event in log.events {
      switch event.content {
      case .request(let sent):
        take(Self.text(of: sent.headers))
        let type = sent.headers.first("Content-Type")
        if let text = text(of: sent.body, type, limit: textLimit) { take(text) }
      case .hop(let hop):
        take(hop.url)
        if !hop.trailers.isEmpty { take(Self.text(of: hop.trailers)) }
      case .head(let head):
        take(Self.text(of: head.headers))
        type = head.headers.first("Content-Type")
      case .body(let body): if let text = text(of: body.content, type, limit: textLimit) { take(text) }
      // The body has it, too, unless the program was killed.
      case .message(let message) where message.part != nil && hasBody: break
      case .message(let message):
        guard let text = text(of: message.body.content, nil, limit: min(rest, textLimit)) else { continue }
        rest = max(0, rest - text.utf8.count)
        take(text)
      case .check(let check): take(check.name + "\n" + check.detail)
      case .console(let line): take(String(line.text.prefix(Self.summaryLimit)))
      case .other: break
      }
    }
    if let note = annotation.note { take(note) }
  }

  private static func text(of headers: [Header]) -> String {
    headers.map { $0.name + "\n" + $0.value.prefix(summaryLimit) }.joined(separator: "\n")
  }

  /// The beginning of a body, or of the words in it; `nil` if it is neither text nor MessagePack or CBOR.
  private func text(of body: Data, _ type: String?, limit: Int) -> String? {
    let start = body.prefix(limit)
    guard hasItems else { return Self.text(start) }
    let encodings = BinaryEncoding.possible(for: start, contentType: type)
    if BinaryEncoding.mediaType(type).isEmpty || encodings.isEmpty, let text = Self.text(start) { return text }
    // Not the JSON that the bytes mean: no library is needed to remove what was added.
    let texts = encodings.compactMap { ItemText.text(of: start, as: $0) }.filter { !$0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  private static func text(_ start: Data) -> String? {
    guard !start.isEmpty, !start.contains(0) else { return nil }
    // The cut may be within a character.
    for cut in 0...3 {
      if let text = String(validating: start.dropLast(cut), as: UTF8.self) { return text }
    }
    return nil
  }
}
