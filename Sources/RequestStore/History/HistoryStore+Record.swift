internal import Foundation
internal import GRDB
package import RequestModel

extension HistoryStore {
  /// Keeps one exchange. Large bodies follow in transactions of their own, up to the limit of bodies.
  ///
  /// - Throws: `HistoryError.bodyLeftOut` where all is recorded but a body, or a part of it.
  package func record(_ exchange: Exchange) throws(HistoryError) {
    let unwritten: [UnwrittenBody]
    do {
      unwritten = try write { db in try ExchangeWriter(exchange, limit: bodyLimit, db).write() }
    } catch {
      return try recordWithoutBodies(exchange, because: error)
    }
    for body in unwritten { try write(body) }
  }

  /// Between two transactions, so that other programs have their turn; in microseconds.
  private static let gap: UInt32 = 2_000

  private func write(_ body: UnwrittenBody) throws(HistoryError) {
    var body = body
    do {
      while !body.isWritten {
        var next = body
        // Whoever pruned the exchange meanwhile does not want the rest of it.
        guard try write({ db in try next.writeSome(db) }) else { return }
        body = next
        usleep(Self.gap)
      }
    } catch {
      // Where not even that can be written, the record says that it was interrupted.
      try? write { db in try body.setOmission(error.description, db) }
      throw .bodyLeftOut(byteCount: body.rest.count, reason: error.description)
    }
  }

  private func recordWithoutBodies(_ exchange: Exchange, because error: HistoryError) throws(HistoryError) {
    let (bare, byteCount) = exchange.withoutBodies(because: error.description)
    guard byteCount > 0, error.isAboutSpace else { throw error }
    do {
      _ = try write { db in try ExchangeWriter(bare, limit: bodyLimit, db).write() }
    } catch {
      throw error
    }
    throw .bodyLeftOut(byteCount: byteCount, reason: error.description)
  }
}

extension HistoryError {
  /// Whether less data might have been written.
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
    var byteCount = bare.sent?.omitBody(reason) ?? 0
    bare.outcome.updateAnswer { byteCount += $0.omitBody(reason) }
    return (bare, byteCount)
  }
}

extension Response {
  /// - Returns: How many bytes were there.
  fileprivate mutating func omitBody(_ reason: String) -> Int {
    defer { body = Data() }
    if bodySize > 0 { omission = BodyOmission(byteCount: bodySize, reason: reason) }
    return body.count
  }
}

extension SentRequest {
  /// - Returns: How many bytes were there.
  fileprivate mutating func omitBody(_ reason: String) -> Int {
    defer { body = Data() }
    let size = body.count + (omission?.byteCount ?? 0)
    if size > 0 { omission = BodyOmission(byteCount: size, reason: reason) }
    return body.count
  }
}
