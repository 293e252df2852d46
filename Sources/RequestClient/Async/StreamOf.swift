internal import DequeModule
internal import Synchronization

/// Values of a request to loop over.
///
/// Leaving the loop, or never beginning one, ends what the sequence was made from, where it was made so. It can be
/// looped over once.
public struct StreamOf<Element: Sendable>: AsyncSequence, Sendable {
  typealias Buffer = AsyncStream<Element>

  private let buffer: Buffer
  private let credits: WaitingCredits
  private let onLeaving: @Sendable () -> Void

  /// - Parameter build: Fills the buffer; the credit of a value is handed over before the value.
  init(
    onLeaving: (@Sendable () -> Void)? = nil, bufferingPolicy: Buffer.Continuation.BufferingPolicy = .unbounded,
    build: (Buffer.Continuation, WaitingCredits) -> Void
  ) {
    let (stream, continuation) = Buffer.makeStream(bufferingPolicy: bufferingPolicy)
    let credits = WaitingCredits()
    let leave: @Sendable () -> Void = {
      // Nobody will take what waits, and the server must not be held back for it.
      credits.end()
      onLeaving?()
    }
    continuation.onTermination = { if case .cancelled = $0 { leave() } }
    buffer = stream
    self.credits = credits
    self.onLeaving = leave
    build(continuation, credits)
  }

  /// To be called once: two loops would share the values.
  public func makeAsyncIterator() -> Iterator {
    Iterator(values: buffer.makeAsyncIterator(), credits: credits, exit: Exit(onLeaving))
  }

  /// Takes one value after another.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var values: Buffer.Iterator
    fileprivate let credits: WaitingCredits
    fileprivate let exit: Exit

    /// The next value, `nil` at the end and when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
      let element = await values.next(isolation: actor)
      if element != nil { credits.letGoOfFirst() }
      if element == nil, !Task.isCancelled { exit.isOver() }
      return element
    }
  }

  /// Goes with the iterator, and acts when it goes before the end.
  fileprivate final class Exit: Sendable {
    private let onLeaving: @Sendable () -> Void
    private let flag = Flag()

    init(_ onLeaving: @escaping @Sendable () -> Void) { self.onLeaving = onLeaving }

    func isOver() { _ = flag.raise() }

    deinit { if flag.raise() { onLeaving() } }
  }
}

/// The credits of the values that wait in a sequence's buffer, in the same order.
final class WaitingCredits: Sendable {
  private struct State {
    var credits = Deque<StreamCredit?>()
    var isOver = false
  }

  private let state = Mutex(State())

  func add(_ credit: StreamCredit?) {
    state.withLock { state in
      if !state.isOver { state.credits.append(credit) }
    }
  }

  // Credits are let go when the lock is open again, as that may wake the transport.
  func letGoOfFirst() { _ = state.withLock { $0.credits.popFirst() } }

  func end() {
    let credits = state.withLock { state in
      state.isOver = true
      defer { state.credits = [] }
      return state.credits
    }
    withExtendedLifetime(credits) {}
  }
}
