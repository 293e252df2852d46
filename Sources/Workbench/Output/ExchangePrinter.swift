import Foundation

/// Writes an exchange to standard output: raw to a pipe, pretty and coloured to a terminal.
struct ExchangePrinter {
  enum Part: String, CaseIterable {
    case body, headers, response, exchange, har, curl, messages
  }

  let part: Part
  /// Whether standard error gets a note about how the body is shown.
  var showsNotice = true

  /// The size of writes in bytes. A system call per line would be slow.
  private static let pieceSize = 1 << 16

  func write(_ exchange: Exchange) throws(OutputProblem) {
    switch part {
    case .body: try writeBody(exchange)
    case .headers:
      guard let answer = exchange.response else { return }
      try write(Self.head(answer))
      try writeTrailers(exchange)
    case .response:
      guard let answer = exchange.outcome.response else { return }
      try write(Self.head(answer) + "\n")
      try writeBody(exchange)
      try writeTrailers(exchange)
    case .exchange:
      if let sent = exchange.sent { try write(Self.head(sent, of: exchange)) }
      if let sent = exchange.sent, !sent.body.isEmpty { try writeBytes(sent.body + Data("\n".utf8)) }
      guard let answer = exchange.response else { return }
      try write("\n" + Self.head(answer) + "\n")
      try writeReadable(answer)
      try writeMessages(exchange) { $0.part == nil ? MessageText.json($0, at: $1) : nil }
      try writeTrailers(exchange)
    // SendCommand prints the curl command itself, as the request was not sent.
    case .curl: return
    case .messages:
      try writeMessages(exchange) { MessageText.json($0, at: $1) }
      // A response instead of a connection has a body.
      if exchange.hasOnlyBody { try writeBody(exchange) }
    case .har:
      let archive = HARExport.archive(of: exchange, version: ProgramVersion.number)
      try write(archive.rendered() + "\n")
    }
  }

  /// Writes messages, each as the line that `text` makes of it and its time.
  private func writeMessages(
    _ exchange: Exchange, _ text: (LogEvent.Message, Duration) -> Data?
  ) throws(OutputProblem) {
    for event in exchange.log.messages {
      guard case .message(let message) = event.content, let line = text(message, event.time) else { continue }
      try StandardOutput.write(text: line)
    }
  }

  private func writeBody(_ exchange: Exchange) throws(OutputProblem) {
    // A line each, as `send` writes them.
    if exchange.isConversation { return try writeMessages(exchange) { message, _ in MessageText.plain(message) } }
    if let answer = exchange.response { try writeBody(answer) }
  }

  private func writeBody(_ answer: Response) throws(OutputProblem) {
    guard TerminalText.outputIsTerminal else { return try StandardOutput.write(answer.body) }
    var document = answer.document
    if document.format.isBinaryDocument {
      // Bytes that cannot be read are named, not shown in hex.
      document.show(.pretty)
      if showsNotice, let notice = document.notice { StandardError.write(notice) }
    }
    var text = ""
    for index in 0..<document.lineCount {
      text += Self.line(document.line(at: index, columns: 0..<Int.max)) + "\n"
      if text.utf8.count >= Self.pieceSize || index == document.lineCount - 1 {
        // Its lines are safe already; they have colours.
        try StandardOutput.write(Data(text.utf8))
        text = ""
      }
    }
  }

  /// Writes the trailers after a blank line. The body may end within a line.
  private func writeTrailers(_ exchange: Exchange) throws(OutputProblem) {
    if !exchange.trailers.isEmpty { try write("\n" + Self.text(Self.lines(exchange.trailers))) }
  }

  private static func line(_ line: Line) -> String {
    String(repeating: " ", count: min(line.indent, 200))
      + line.spans.map { TerminalText.coloured($0.text.safeLines, $0.token.colour) }.joined()
  }

  /// The status line and the headers.
  static func head(_ answer: Response) -> String {
    text(["\(answer.httpVersion) \(answer.statusText)"] + lines(answer.headers))
  }

  private static func head(_ sent: SentRequest, of exchange: Exchange) -> String {
    let method = exchange.request.kind.takesMessages ? exchange.shownMethod : sent.method
    return text(["\(method) \(sent.url)"] + lines(sent.headers)) + "\n"
  }

  /// Joins the entries with one line each, whatever a URL or a header contains.
  private static func text(_ lines: [String]) -> String { lines.map { $0.safeLine + "\n" }.joined() }

  private static func lines(_ headers: [Header]) -> [String] { headers.map { "\($0.name): \($0.value)" } }

  private func write(_ text: String) throws(OutputProblem) { try StandardOutput.write(text: text) }

  /// Writes the bytes of a body; to a terminal, as text or as the JSON that they mean.
  private func writeReadable(_ answer: Response) throws(OutputProblem) {
    let mayBeBinary = BodyDocument.mayMeanJSON(answer.body, contentType: answer.headers.first("content-type"))
    if TerminalText.outputIsTerminal, mayBeBinary, answer.document.format.isBinaryDocument {
      try writeBody(answer)
    } else {
      try writeBytes(answer.body)
    }
  }

  private func writeBytes(_ bytes: Data) throws(OutputProblem) {
    if TerminalText.outputIsTerminal {
      try write(String(decoding: bytes, as: UTF8.self) + "\n")
    } else {
      try StandardOutput.write(bytes)
    }
  }
}

extension SyntaxRole {
  /// An SGR colour; 0 is the terminal's default.
  fileprivate var colour: Int {
    switch self {
    case .key, .tag, .attribute: 36
    case .string: 32
    case .number: 33
    case .boolean, .null: 35
    case .comment, .note, .punctuation: 90
    case .text: 0
    }
  }
}

extension Exchange {
  /// Whether its response has a body in place of messages. Of a stream, a part that is no event or line is not one.
  var hasOnlyBody: Bool {
    guard log.messages.isEmpty, let response, !response.body.isEmpty else { return false }
    return request.kind.takesMessages || StreamItemReader(contentType: response.headers.first("Content-Type")) == nil
  }

  /// A message for each incomplete body.
  var omissionNotes: [String] {
    let bodies = [("request", sent?.omission), ("response", outcome.response?.omission)].compactMap { name, omission in
      omission.map { "The last \(Formatting.bytes($0.byteCount)) of the \(name) body were not stored: \($0.reason)" }
    }
    let cut = log.messages.compactMap { event in
      if case .message(let message) = event.content { message.body.omission } else { nil }
    }
    let messages = cut.first.map { first in
      let count = Formatting.count(cut.count, "message")
      let size = Formatting.bytes(cut.reduce(0) { $0 + $1.byteCount })
      return "\(size) of \(count) \(cut.count == 1 ? "was" : "were") not stored: \(first.reason)"
    }
    return bodies + [messages].compactMap(\.self)
  }

  /// Status, time, size and version in one line, or the error message.
  var summaryLine: String {
    var facts: [String] = []
    if let answer = outcome.response { facts.append(answer.statusText) }
    switch outcome {
    case .completed(let answer):
      let messages = isConversation ? [Formatting.count(messageCount, "message")] : []
      let size = isConversation ? contentSize : answer.bodySize
      facts += [Formatting.duration(duration)] + messages + [Formatting.bytes(size), answer.httpVersion]
    case .failed(let failure, _): facts.append(failure.sentence)
    case .cancelled: facts.append("Cancelled")
    }
    return facts.joined(separator: " · ")
  }
}
