internal import Foundation
internal import GRDB

extension HistoryStore {
  /// Records an exchange. Large bodies are written in separate transactions, up to the body limit.
  ///
  /// - Parameter bodyFile: A file of this history's `BodyFolder` with the response body, which is kept without copying.
  /// - Throws: `HistoryError.bodyLeftOut` if everything except a body or a part of it was recorded.
  package func record(_ exchange: Exchange, bodyFile: AnonymousFile? = nil) throws(HistoryError) {
    var writer = ExchangeWriter(exchange, limit: bodyLimit)
    let unwritten: [UnwrittenContent]
    do {
      try findSources(&writer, bodyFile)
      unwritten = try write(writer.write)
    } catch {
      writer.removeFiles(folder)
      return try recordWithoutBodies(exchange, because: error)
    }
    try write(unwritten)
  }

  /// Records many exchanges with small bodies in one transaction, for filling a history.
  package func record(all exchanges: [Exchange]) throws(HistoryError) {
    let writers = exchanges.map { ExchangeWriter($0, limit: bodyLimit) }
    let unwritten = try write { db in try writers.flatMap { try $0.write(db) } }
    try write(unwritten)
  }

  /// Finds large contents that need not be written: equal ones, and the file of the response body.
  private func findSources(_ writer: inout ExchangeWriter, _ bodyFile: AnonymousFile?) throws(HistoryError) {
    for (number, content) in writer.parts.largeContents {
      if let id = try read({ db in try ContentStore(db: db, folder: folder).find(content) }) {
        writer.parts.sources[number] = .stored(id)
      } else if let bodyFile, number == writer.parts.responseBody, bodyFile.count == content.count,
        let name = folder?.keep(bodyFile)
      {
        writer.parts.sources[number] = .file(name)
      }
    }
  }

  /// The pause between transactions that lets other programs write, in microseconds.
  private static let gap: UInt32 = 2_000

  /// Writes large contents.
  ///
  /// - Throws: `HistoryError.bodyLeftOut`, after all of them were tried.
  func write(_ contents: [UnwrittenContent]) throws(HistoryError) {
    var (missing, reason) = (0, "")
    for content in contents {
      do throws(HistoryError) {
        try write(content)
      } catch {
        guard case .bodyLeftOut(let byteCount, let cause) = error else { throw error }
        missing += byteCount
        if reason.isEmpty { reason = cause }
      }
    }
    if missing > 0 { throw .bodyLeftOut(byteCount: missing, reason: reason) }
  }

  /// Writes the rest of a large content.
  func write(_ content: UnwrittenContent) throws(HistoryError) {
    var content = content
    var unpacked = content.rest.count
    do {
      while !content.isWritten {
        let chunks = content.packSome()
        // The exchange was pruned meanwhile.
        guard try write({ db in try content.write(chunks, db) }) else { return }
        unpacked = content.rest.count
        usleep(Self.gap)
      }
    } catch {
      // If this fails too, the record keeps the note that it was interrupted.
      try? write { db in try content.setProblem(error.description, db) }
      throw .bodyLeftOut(byteCount: unpacked, reason: error.description)
    }
  }

  private func recordWithoutBodies(_ exchange: Exchange, because error: HistoryError) throws(HistoryError) {
    let (bare, byteCount) = exchange.withoutBodies(because: error.description)
    do throws(HistoryError) {
      guard byteCount > 0, error.isAboutSpace else { throw error }
      _ = try write(ExchangeWriter(bare, limit: bodyLimit).write)
    } catch {
      removeNotes(of: [exchange])
      throw error
    }
    throw .bodyLeftOut(byteCount: byteCount, reason: error.description)
  }
}

extension ExchangeWriter {
  /// Removes files without a row.
  fileprivate func removeFiles(_ folder: BodyFolder?) {
    for case .file(let name) in parts.sources.values { folder?.remove(name) }
  }
}

extension HistoryError {
  /// Whether writing less data, or other data, could succeed.
  var isAboutSpace: Bool {
    switch self {
    case .full, .other: true
    default: false
    }
  }
}

extension Exchange {
  /// Returns the exchange without its bodies and messages, and the bytes left out.
  package func withoutBodies(because reason: String) -> (Exchange, byteCount: Int) {
    var bare = self
    let byteCount = bare.log.omitBodies(because: reason)
    return (bare, byteCount)
  }
}

extension ExchangeLog {
  /// Leaves out the bodies and the contents of messages.
  ///
  /// - Returns: The number of omitted bytes.
  @discardableResult package mutating func omitBodies(because reason: String) -> Int {
    var byteCount = 0
    for index in events.indices { byteCount += events[index].content.omitBody(reason) }
    return byteCount
  }
}

extension LogEvent.Content {
  /// - Returns: The number of omitted bytes.
  fileprivate mutating func omitBody(_ reason: String) -> Int {
    switch self {
    case .request(var sent):
      var body = LogEvent.Body(sent.body, omission: sent.omission)
      defer {
        (sent.body, sent.omission) = (body.content, body.omission)
        self = .request(sent)
      }
      return body.omit(reason)
    case .body(var body):
      defer { self = .body(body) }
      return body.omit(reason)
    case .message(var message):
      defer { self = .message(message) }
      return message.body.omit(reason)
    case .hop, .head, .check, .console, .other: return 0
    }
  }
}

extension LogEvent.Body {
  fileprivate mutating func omit(_ reason: String) -> Int {
    defer { content = Data() }
    let size = content.count + (omission?.byteCount ?? 0)
    if size > 0 { omission = BodyOmission(byteCount: size, reason: reason) }
    return content.count
  }
}
