internal import Synchronization

/// Values of a request to loop over.
///
/// Leaving the loop ends what the sequence was made from, where it was made so. It can be looped over once.
public struct StreamOf<Element: Sendable>: AsyncSequence, Sendable {
  typealias Buffer = AsyncStream<(Element, StreamCredit?)>

  private let buffer: Buffer
  private let onLeaving: (@Sendable () -> Void)?

  /// - Parameter build: Fills the buffer; values may come with a credit, which is held until they are taken out.
  init(
    onLeaving: (@Sendable () -> Void)? = nil, bufferingPolicy: Buffer.Continuation.BufferingPolicy = .unbounded,
    build: (Buffer.Continuation) -> Void
  ) {
    self.onLeaving = onLeaving
    let (stream, continuation) = Buffer.makeStream(bufferingPolicy: bufferingPolicy)
    buffer = stream
    build(continuation)
  }

  /// To be called once: two loops would share the values.
  public func makeAsyncIterator() -> Iterator {
    Iterator(values: buffer.makeAsyncIterator(), exit: onLeaving.map(Exit.init))
  }

  /// Takes one value after another.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var values: Buffer.Iterator
    fileprivate let exit: Exit?

    /// The next value, `nil` at the end and when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
      let element = await values.next(isolation: actor)?.0
      if element == nil, !Task.isCancelled { exit?.isOver() }
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
