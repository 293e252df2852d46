internal import Dispatch
internal import Foundation
internal import Synchronization

/// The connections of a redirect listener. None of them delays another: a browser also opens unused connections, and
/// other programs may send slowly.
final class RedirectConnections: Sendable {
  private struct Connection {
    let descriptor: CInt
    let source: any DispatchSourceRead
    var request = RedirectRequest()
  }

  private struct State {
    /// The connections by number, in the order of arrival.
    var open: [Int: Connection] = [:]
    var nextNumber = 0
  }

  /// The maximum number of connections. A further one closes the oldest.
  private static let countLimit = 64

  let queue = DispatchQueue(label: "workbench.redirect")
  private let visit: RedirectVisit
  private let timeLimit: Double
  private let state = Mutex(State())

  /// - Parameter timeLimit: The time limit for a whole request, in seconds.
  init(_ visit: RedirectVisit, timeLimit: Double) { (self.visit, self.timeLimit) = (visit, timeLimit) }

  /// Serves an accepted connection, which does not block, and owns it.
  func add(_ descriptor: CInt) {
    let (number, oldest) = state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { [self] in receive(number) }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      state.open[number] = Connection(descriptor: descriptor, source: source)
      return (number, state.open.count > Self.countLimit ? state.open.keys.min() : nil)
    }
    if let oldest { end(oldest) }
    queue.asyncAfter(deadline: .now() + timeLimit) { [weak self] in self?.end(number) }
  }

  func endAll() { for number in state.withLock({ Array($0.open.keys) }) { end(number) } }

  private func end(_ number: Int) { state.withLock { $0.open.removeValue(forKey: number)?.source.cancel() } }

  private func receive(_ number: Int) {
    guard let descriptor = state.withLock({ $0.open[number]?.descriptor }) else { return }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { return end(number) }
    let received = chunk[..<count]
    let (progress, request) = state.withLock { state in
      (state.open[number]?.request.append(received) ?? .invalid, state.open[number]?.request)
    }
    guard progress != .incomplete else { return }
    if progress == .complete, let request {
      let reply = visit.reply(to: request)
      // The reply fits into the empty buffer.
      _ = send(descriptor, reply, reply.count, CInt(MSG_NOSIGNAL))
    }
    end(number)
  }
}
