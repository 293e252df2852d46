internal import Foundation
internal import GRDB
package import RequestModel

extension HistoryStore {
  /// Records one exchange. Large bodies follow in transactions of their own, up to the limit of bodies.
  ///
  /// - Parameter bodyFile: A file of this history's `BodyFolder` with the response body. It is kept where it is, and not
  ///   copied.
  /// - Throws: `HistoryError.bodyLeftOut` where all is recorded but a body or a part of it.
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
    for content in unwritten { try write(content) }
  }

  /// Looks for large contents that need not be written: equal ones, and the file of the response body.
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

  /// Between two transactions, so that other programs get their turn; in microseconds.
  private static let gap: UInt32 = 2_000

  /// Writes a large content to its end.
  func write(_ content: UnwrittenContent) throws(HistoryError) {
    var content = content
    var unpacked = content.rest.count
    do {
      while !content.isWritten {
        let chunks = content.packSome()
        // An exchange that was pruned meanwhile needs no more of its body.
        guard try write({ db in try content.write(chunks, db) }) else { return }
        unpacked = content.rest.count
        usleep(Self.gap)
      }
    } catch {
      // Where not even that can be written, the record says that it was interrupted.
      try? write { db in try content.setProblem(error.description, db) }
      throw .bodyLeftOut(byteCount: unpacked, reason: error.description)
    }
  }

  private func recordWithoutBodies(_ exchange: Exchange, because error: HistoryError) throws(HistoryError) {
    let (bare, byteCount) = exchange.withoutBodies(because: error.description)
    guard byteCount > 0, error.isAboutSpace else { throw error }
    _ = try write(ExchangeWriter(bare, limit: bodyLimit).write)
    throw .bodyLeftOut(byteCount: byteCount, reason: error.description)
  }
}

extension ExchangeWriter {
  /// Removes the files that no row refers to after all.
  fileprivate func removeFiles(_ folder: BodyFolder?) {
    for case .file(let name) in parts.sources.values { folder?.remove(name) }
  }
}

extension HistoryError {
  /// Whether less data might fit.
  fileprivate var isAboutSpace: Bool {
    switch self {
    case .full, .other: true
    default: false
    }
  }
}

extension Exchange {
  fileprivate func withoutBodies(because reason: String) -> (Exchange, byteCount: Int) {
    var bare = self
    var byteCount = 0
    for index in bare.log.events.indices { byteCount += bare.log.events[index].content.omitBody(reason) }
    return (bare, byteCount)
  }
}

extension LogEvent.Content {
  /// - Returns: The number of bytes that are left out.
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
