internal import Dispatch
internal import Synchronization

/// Writes what happens in a conversation or a stream into history while it happens. A program that is killed loses at most
/// the last second of it.
///
/// Each event is written once, by a thread of its own, and nothing is written while nothing happens.
final class EventNotes: Sendable {
  private enum Phase { case forbidden, allowed, active, ended }

  /// The position up to which the events are in history.
  private struct Place {
    /// The version of their mask.
    var version: Int
    /// The number of events.
    var count = 0
    /// The number of parts.
    var number = 0
    /// The bytes of messages.
    var size = 0
  }

  private struct State {
    var phase = Phase.forbidden
    /// The head of a response. A connection has its own among the events.
    var head: (head: ResponseHead, time: Duration)?
    var omitsBodies = false
    var isDue = false
    var place = Place(version: 0)
  }

  private let state = Mutex(State())

  private static let queue = DispatchQueue(label: "workbench.notes")
  /// The rest of the second is for writing.
  private static let interval = DispatchTimeInterval.milliseconds(750)
  /// The bytes of a part.
  private static let partSize = 1 << 20

  /// Permits notes: history has one of the request.
  func allow(omittingBodies: Bool) {
    state.withLock { state in
      if state.phase == .forbidden { state.phase = .allowed }
      state.omitsBodies = omittingBodies
    }
  }

  /// Begins with a connection, or with a response that is a stream.
  func begin(of run: RunContext, with head: ResponseHead? = nil) {
    let isActive = state.withLock { state in
      guard state.phase == .allowed else { return false }
      state.phase = .active
      state.head = head.map { ($0, run.elapsed) }
      return true
    }
    if isActive { eventWasAdded(run) }
  }

  /// Ends before the exchange is recorded.
  func end() { state.withLock { $0.phase = .ended } }

  func eventWasAdded(_ run: RunContext) {
    let isFirst = state.withLock { state in
      guard state.phase == .active, !state.isDue else { return false }
      state.isDue = true
      return true
    }
    guard isFirst, let write = run.services.noteEvents else { return }
    Self.queue.asyncAfter(deadline: .now() + Self.interval) { [weak run] in
      if let run { run.notes.write(run, write) }
    }
  }

  private func write(_ run: RunContext, _ write: SendEngine.NoteEvents) {
    state.withLock { $0.isDue = false }
    while let (part, place) = nextPart(run) {
      // A failed write is tried again with the next event. Recording the exchange reports the error.
      do { try write(part) } catch { return }
      state.withLock { $0.place = place }
    }
  }

  /// Returns the next part, and the place behind it. A secret that was learned meanwhile may be in earlier parts, which are
  /// written again.
  private func nextPart(_ run: RunContext) -> (SendingPart, Place)? {
    let (isActive, omitsBodies, head) = state.withLock { ($0.phase == .active, $0.omitsBodies, $0.head) }
    guard isActive else { return nil }
    var place = state.withLock(\.place)
    run.maskSecretsOfScript()
    // A mask that is newer than its version has more secrets.
    let version = run.mask.version
    let mask = run.mask.current
    if place.version != version { place = Place(version: version) }
    let events = run.record.events(from: place.count, size: Self.partSize)
    var log = ExchangeLog(events.map(mask.masked))
    if place.number == 0, let head {
      log.events.insert(LogEvent(.head(mask.maskedHead(Response(head.head)).head), at: head.time), at: 0)
    }
    guard !log.events.isEmpty else { return nil }
    if omitsBodies { log.omitBodies(because: RunContext.noBodiesReason) }
    let part = SendingPart(of: run.job.id, number: place.number, events: log.events, earlierSize: place.size)
    place.count += events.count
    place.number += 1
    place.size += log.events.reduce(0) { $0 + $1.messageSize }
    return (part, place)
  }
}

extension LogEvent {
  /// About the memory that it takes, in bytes.
  var memorySize: Int {
    if case .message(let message) = content { return message.memorySize }
    return 256
  }

  fileprivate var messageSize: Int {
    if case .message(let message) = content { return message.body.content.count }
    return 0
  }
}
