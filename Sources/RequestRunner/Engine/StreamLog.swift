internal import Foundation
internal import Synchronization

/// Logs the events or lines of a response that is a stream while its body arrives.
///
/// Keeps a limited number of events in memory; the body has all.
final class StreamLog: Sendable {
  private struct State {
    /// `nil` for another body.
    var reader: StreamItemReader?
    /// The number of bytes read.
    var offset = 0
    var isShown = false
    /// The events that are logged once all secrets of the response are known.
    var held: [LogEvent] = []
    var keptCount = 0
    var keptBytes = 0
    var isFull = false
    /// Of the connections so far.
    var lastEventID = ""
    var reconnectionTime: Duration?
    /// Whether later connections are to be more of the same stream of events.
    var expectsMore = false

    func refuses(_ head: ResponseHead) -> Bool { expectsMore && !head.isEventStream }

    /// Keeps what a connection after this one needs.
    mutating func notePlace() {
      lastEventID = reader?.lastEventID ?? lastEventID
      reconnectionTime = reader?.reconnectionTime ?? reconnectionTime
    }
  }

  /// Limits for the kept events.
  private static let countLimit = 100_000
  private static let byteLimit = 64 << 20
  /// The number of bytes that are read at a time.
  static let pieceSize = 256 << 10

  private let state = Mutex(State())
  private let followers = Mutex<(steps: StepRun?, learn: Learn?)>((nil, nil))
  private let handlers = Mutex<MessageHandlers?>(nil)

  /// Learns the secrets in an event or a line before it is logged.
  typealias Learn = @Sendable (LogEvent.Message) -> Void

  /// Runs steps on later events and learns secrets from them.
  func follow(_ steps: StepRun?, _ learn: Learn?) { followers.withLock { $0 = (steps, learn) } }

  /// Passes later events to the handlers of scripts as soon as they may be shown.
  func pass(to handlers: MessageHandlers?) { self.handlers.withLock { $0 = handlers } }

  /// Begins another body, perhaps of another connection of the same stream.
  ///
  /// - Parameter isShown: Whether events are logged while they arrive.
  func begin(_ head: ResponseHead, isShown: Bool) {
    state.withLock { state in
      let type = head.headers.first("Content-Type")
      let reader = StreamItemReader(contentType: type, lastEventID: state.lastEventID)
      state.reader = state.refuses(head) ? nil : reader
      (state.offset, state.isShown) = (0, isShown)
    }
    if offset != nil { followers.withLock { $0.steps }?.open() }
  }

  /// Begins to refuse responses that are not more of the same stream of events.
  func expectMore() { state.withLock { $0.expectsMore = true } }

  /// Whether a response is not shown, because it answers a reconnection and is not more of the stream.
  func refuses(_ head: ResponseHead) -> Bool { state.withLock { $0.refuses(head) } }

  /// Forgets a response that is not shown.
  func reset() { state.withLock { $0 = State() } }

  /// The event ID to resume from, or empty.
  var lastEventID: String { state.withLock(\.lastEventID) }
  /// The reconnection time set by the stream.
  var reconnectionTime: Duration? { state.withLock(\.reconnectionTime) }

  /// The events or lines that are not logged yet, without comments.
  var heldMessages: [LogEvent.Message] { state.withLock { $0.held.compactMap(\.streamMessage) } }
  /// Whether there were more events than are kept.
  var isFull: Bool { state.withLock(\.isFull) }

  /// The number of bytes read so far; `nil` if no more are needed.
  var offset: Int? { state.withLock { $0.reader == nil ? nil : $0.offset } }

  /// Reads the next bytes of the body, in pieces: events take more memory than their bytes. Nothing more is read once the
  /// transfer is cancelled.
  func readChunk(_ chunk: Data, _ run: RunContext) {
    var rest = chunk
    while !rest.isEmpty, !run.transfers.isCancelled {
      let piece = rest.prefix(Self.pieceSize)
      rest = rest.dropFirst(piece.count)
      read(run) { state in
        state.offset += piece.count
        return state.reader?.read(piece) ?? []
      }
    }
  }

  /// Reads the rest of a complete body.
  func finish(_ body: Data, _ run: RunContext) {
    guard let offset else { return }
    readChunk(body.dropFirst(offset), run)
    end(run)
  }

  func end(_ run: RunContext) { read(run) { $0.reader?.end() ?? [] } }

  /// Logs the events that were held back.
  func release(_ run: RunContext) {
    let held = state.withLock { state in
      state.isShown = true
      defer { state.held = [] }
      return state.held
    }
    let handlers = handlers.withLock(\.self)
    for event in held {
      run.log(event)
      if let message = event.streamMessage { handlers?.receive(message, at: event.time) }
    }
  }

  // MARK: Events

  /// Where an event goes.
  private enum Destination { case log, hold, report, nowhere }

  private func read(_ run: RunContext, _ parse: (inout State) -> [StreamItem]) {
    let items = state.withLock { state in
      defer { state.notePlace() }
      return parse(&state)
    }
    let events = items.map { LogEvent(Self.content($0), at: run.elapsed) }
    let (steps, learn) = followers.withLock { $0 }
    let handlers = handlers.withLock(\.self)
    let readsAll = run.job.reportsAllEvents || steps != nil || handlers != nil
    for event in events {
      if let message = event.streamMessage { learn?(message) }
      let (destination, isFull) = state.withLock { state in
        Self.admit(event, reportsAll: run.job.reportsAllEvents, readsAll: readsAll, &state)
      }
      switch destination {
      case .log: run.log(event)
      case .report: run.report(event)
      case .hold, .nowhere: break
      }
      if isFull { run.warn(Self.fullNote) }
      guard let message = event.streamMessage else { continue }
      steps?.receive(message)
      if let handlers, destination != .hold, state.withLock(\.isShown) { handlers.receive(message, at: event.time) }
    }
  }

  private static let fullNote =
    "Only the first events are kept as messages, at most \(countLimit) or \(byteLimit >> 20) MB: the body has all"

  /// - Returns: Where the event goes, and whether this is the first event that is not kept.
  private static func admit(
    _ event: LogEvent, reportsAll: Bool, readsAll: Bool, _ state: inout State
  ) -> (Destination, isFull: Bool) {
    let size = if case .message(let message) = event.content { message.memorySize } else { 0 }
    let wasFull = state.isFull
    state.isFull = wasFull || state.keptCount >= countLimit || state.keptBytes + size > byteLimit
    if state.isFull {
      // The rest of lines need not be read. The IDs of events may be needed.
      if !readsAll, state.reader?.lastEventID == nil { state.reader = nil }
      return (reportsAll && state.isShown ? .report : .nowhere, !wasFull)
    }
    state.keptCount += 1
    state.keptBytes += size
    if state.isShown { return (.log, false) }
    state.held.append(event)
    return (.hold, false)
  }

  private static func content(_ item: StreamItem) -> LogEvent.Content {
    switch item {
    case .event(let event):
      message(StreamPart(.event, event: event.event, id: event.id), Data(event.data.utf8))
    case .comment(let text): message(StreamPart(.comment), Data(text.utf8))
    case .line(let line): message(StreamPart(.line), line)
    case .tooLong(let problem):
      .console(
        LogEvent.ConsoleLine("warn", "A part of the stream is longer than \(problem.limit >> 20) MB: not listed"))
    }
  }

  private static func message(_ part: StreamPart, _ content: Data) -> LogEvent.Content {
    .message(LogEvent.Message(part, LogEvent.Body(content)))
  }
}

extension LogEvent {
  /// The event or line of a stream; `nil` for a comment, and for anything else.
  var streamMessage: LogEvent.Message? {
    guard case .message(let message) = content, let part = message.part, part.kind != .comment else { return nil }
    return message
  }
}
