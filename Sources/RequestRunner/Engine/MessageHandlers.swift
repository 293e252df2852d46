internal import DequeModule
internal import Foundation
internal import Synchronization

/// Passes the messages of an exchange to the handlers of scripts while they arrive.
///
/// Each call passes the messages that arrived since the last one, so a slow handler delays messages, not the
/// connection. If too many messages wait, the connection is paused, so that none is lost.
final class MessageHandlers: Sendable {
  fileprivate struct Arrived {
    let message: LogEvent.Message
    let time: Duration
  }

  fileprivate struct State {
    var context: HookContext
    var waiting = Deque<Arrived>()
    /// The size of `waiting` in bytes.
    var size = 0
    var isFull = false
    /// Calls the handlers until no message waits.
    var task: Task<Void, Never>?
    /// Whether the handlers are no longer called.
    var isStopped = false
    /// The number of messages so far.
    var received = 0
    /// Whether the last message for handlers was received.
    var isComplete = false
    var failureCount = 0
    var hasLongMessage = false
  }

  /// The total size of waiting messages, in bytes, above which the connection is paused.
  static let limit = 16 << 20
  /// The maximum size of a message for a script, in bytes.
  static let longestMessage = 16_000_000
  /// The maximum number of messages in one call, and their size in bytes.
  private static let (callCount, callSize) = (100, 1 << 20)
  /// The maximum number of errors reported individually.
  private static let failureLimit = 100

  private let scripts: MessageScripts
  private let run: RunContext
  private let queue = TaskQueue(label: "workbench.messages")
  private let state: Mutex<State>

  init(_ scripts: MessageScripts, _ context: HookContext) {
    self.scripts = scripts
    run = context.run
    state = Mutex(State(context: context))
  }

  /// Whether too many messages wait.
  var isFull: Bool { state.withLock(\.isFull) }

  /// Adds a message. Messages without content, such as pings, are ignored.
  func receive(_ message: LogEvent.Message, at time: Duration) {
    guard message.isContent, isCounted(message) else { return }
    guard message.body.content.count <= Self.longestMessage else { return noteLongMessage(message) }
    let fills = state.withLock { state in
      guard !state.isStopped else { return false }
      state.append(Arrived(message: message, time: time))
      if state.task == nil { state.task = Task(executorPreference: queue) { [self] in await callHandlers() } }
      guard !state.isFull, state.size > Self.limit else { return false }
      state.isFull = true
      return true
    }
    if fills { run.transfers.apply() }
  }

  /// Counts a message, unless it is after the last one for handlers.
  private func isCounted(_ message: LogEvent.Message) -> Bool {
    let (number, isLater) = state.withLock { state in
      state.received += 1
      return (state.received, state.isComplete)
    }
    guard !isLater else { return false }
    if run.job.options.messageEnd?.isReached(by: message, number: number) == true {
      state.withLock { $0.isComplete = true }
    }
    return true
  }

  /// Waits until the handlers have seen all messages. Cancelling the task stops the calls.
  ///
  /// - Returns: The effects of the handlers on the order of the run.
  func finish() async -> RunDirection {
    await withTaskCancellationHandler {
      while let task = state.withLock(\.task) { await task.value }
    } onCancel: {
      _ = stop()
      state.withLock(\.task)?.cancel()
    }
    let (context, count) = state.withLock { ($0.context, $0.failureCount) }
    scripts.reportRest(context)
    if count > Self.failureLimit {
      run.warn("pm.onMessage: left out \(Formatting.count(count - Self.failureLimit, "more error"))")
    }
    return context.direction
  }

  // MARK: Calls

  private func callHandlers() async {
    while let (arrived, context) = nextCall() {
      var context = context
      let messages = arrived.map { arrived in
        with(ScriptMessage(arrived.message, at: arrived.time)) { $0.readMeaning(of: arrived.message) }
      }
      let outcome = await scripts.call(messages, &context)
      finishCall(outcome, context)
    }
  }

  /// The messages of the next call, which stay in `waiting` until it has ended; `nil` without any.
  private func nextCall() -> ([Arrived], HookContext)? {
    state.withLock { state in
      guard !state.isStopped, !state.waiting.isEmpty else {
        state.task = nil
        return nil
      }
      return (state.firstMessages(Self.callCount, size: Self.callSize), state.context)
    }
  }

  private func finishCall(_ outcome: MessageScripts.Outcome, _ context: HookContext) {
    let (room, hasRoom) = state.withLock { state in
      state.context = context
      let room = max(0, Self.failureLimit - state.failureCount)
      state.failureCount += outcome.failures.count
      return (room, state.removeFirst(outcome.count ?? 0))
    }
    // The handlers may have set a secret that is in earlier notes and messages.
    run.notes.eventWasAdded(run)
    run.remasking.handlersWereCalled(run)
    for failure in outcome.failures.prefix(room) { run.log(.check(.scriptError("script for messages", failure))) }
    if outcome.count ?? 0 == 0 {
      if stop() { run.warn("pm.onMessage: the handlers are not called for further messages") }
    } else if context.direction.stopsRun {
      _ = stop()
    } else if hasRoom {
      run.transfers.apply()
    }
  }

  /// Stops calling the handlers.
  ///
  /// - Returns: Whether the handlers were being called until now.
  private func stop() -> Bool {
    let wasStopped = state.withLock { state in
      defer { (state.isStopped, state.isFull, state.waiting, state.size) = (true, false, [], 0) }
      return state.isStopped
    }
    run.transfers.apply()
    return !wasStopped
  }

  // MARK: Notes

  private func noteLongMessage(_ message: LogEvent.Message) {
    let isFirst = state.withLock { state in
      defer { state.hasLongMessage = true }
      return !state.hasLongMessage
    }
    guard isFirst else { return }
    let size = Formatting.bytes(message.body.content.count)
    run.warn("pm.onMessage: a message of \(size) is left out: the limit is \(Formatting.bytes(Self.longestMessage))")
  }
}

extension MessageHandlers.State {
  fileprivate mutating func append(_ arrived: MessageHandlers.Arrived) {
    waiting.append(arrived)
    size += arrived.message.memorySize
  }

  /// The first messages up to a number and a size, but at least one.
  fileprivate func firstMessages(_ count: Int, size: Int) -> [MessageHandlers.Arrived] {
    var rest = size
    return Array(
      waiting.prefix(count).prefix { arrived in
        defer { rest -= arrived.message.memorySize }
        return rest > 0
      })
  }

  /// - Returns: Whether there is room again.
  fileprivate mutating func removeFirst(_ count: Int) -> Bool {
    let count = min(count, waiting.count)
    size -= waiting.prefix(count).reduce(0) { $0 + $1.message.memorySize }
    waiting.removeFirst(count)
    guard isFull, size <= MessageHandlers.limit / 2 else { return false }
    isFull = false
    return true
  }
}

extension LogEvent.Message {
  /// Whether it is received content, not a message of the protocol such as a ping.
  fileprivate var isContent: Bool {
    direction == .received && !["ping", "pong", "close", "comment"].contains(type)
  }
}
