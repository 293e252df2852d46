/// The position in the requests of one iteration.
package struct RunCursor: Sendable {
  /// The default maximum number of requests sent in an iteration, as scripts may create a loop.
  package static let standardLimit = 10_000

  private let plan: RunPlan
  private let limit: Int
  private var position: Int? = 0
  private var count = 0

  package init(_ plan: RunPlan, limit: Int = standardLimit) {
    (self.plan, self.limit) = (plan, limit)
  }

  /// The request to send now; `nil` at the end.
  package var item: RunItem? { position.flatMap { plan.items.indices.contains($0) ? plan.items[$0] : nil } }

  /// The requests of the plan after this one.
  package var following: [RunItem] { position.map { Array(plan.items.dropFirst($0 + 1)) } ?? [] }

  /// Moves to the request after this one.
  ///
  /// - Parameters:
  ///   - failed: Whether the request was not completed. Its scripts then have no effect on the order.
  package mutating func advance(_ direction: RunDirection, failed: Bool) throws(RunCursorError) {
    guard let position else { return }
    count += 1
    switch failed ? .inOrder : direction.next {
    case .inOrder: self.position = position + 1
    case .none: self.position = nil
    case .request(let name):
      self.position = plan.position(of: name)
      if self.position == nil { throw .unknown(name) }
    }
    if count >= limit, item != nil { throw .endless(limit) }
  }

  /// Moves past the following requests of the same collection.
  ///
  /// - Returns: The skipped requests.
  package mutating func leaveCollection() -> [RunItem] {
    guard let item, let position else { return [] }
    let next = plan.items[position...].firstIndex { $0.root != item.root } ?? plan.items.count
    self.position = next
    return Array(plan.items[(position + 1)..<next])
  }
}

/// The reason why an iteration cannot continue.
package enum RunCursorError: Error, Equatable, CustomStringConvertible {
  case unknown(String)
  case endless(Int)

  package var description: String {
    switch self {
    case .unknown(let name):
      "The script's next request \"\(name)\" is not in this run — use the id, path or name of one of its requests"
    case .endless(let limit):
      "The iteration sent \(Formatting.number(limit)) requests and did not end — its scripts choose the next request "
        + "in a circle, or raise --max-requests"
    }
  }
}
