import Foundation
import Synchronization

/// The progress of a run of the command, as a line on the terminal during slow requests.
final class RunProgress: Sendable {
  private struct State {
    var done = 0
    /// The time since when a request is being sent; `nil` while the terminal is in other use.
    var sending: ContinuousClock.Instant?
  }

  private let count: Int
  private let start = ContinuousClock.now
  private let state = Mutex(State())
  private let line = Mutex<ProgressLine?>(nil)

  /// - Parameters:
  ///   - count: The number of requests in all iterations.
  ///   - isShown: Whether lines can be redrawn.
  init(count: Int, isShown: Bool) {
    self.count = count
    if isShown { line.withLock { $0 = ProgressLine { [weak self] in self?.text } } }
  }

  /// `Request 3 of 40 · 2 s · 1m20s left`
  private var text: String? {
    let (done, sending) = state.withLock { ($0.done, $0.sending) }
    guard let sending else { return nil }
    return Self.text(done: done, of: count, waiting: sending.duration(to: .now), elapsed: start.duration(to: .now))
  }

  static func text(done: Int, of count: Int, waiting: Duration, elapsed: Duration) -> String {
    var facts = ["Request \(Formatting.number(done + 1)) of \(Formatting.number(max(count, done + 1)))"]
    facts.append("\(Int(waiting / .seconds(1))) s")
    if done > 0, count > done {
      let left = Int(elapsed / .seconds(1) / Double(done) * Double(count - done))
      if left > 0 { facts.append("\(left < 60 ? "\(left) s" : "\(left / 60) min \(left % 60) s") left") }
    }
    return facts.joined(separator: " · ")
  }

  func willStart() { state.withLock { $0.sending = .now } }

  /// Clears the line for questions, logins and warnings.
  func observe(_ event: RunEvent) {
    switch event {
    case .prompts, .refused, .login, .warning, .note, .ended: pause()
    default: break
    }
  }

  /// Writes the result of a request.
  func finished(_ write: () -> Void) {
    state.withLock { state in
      state.done += 1
      state.sending = nil
    }
    interrupted(by: write)
  }

  private func pause() {
    state.withLock { $0.sending = nil }
    interrupted {}
  }

  private func interrupted(by write: () -> Void) {
    guard let line = line.withLock(\.self) else { return write() }
    line.interrupted(by: write)
  }

  func clear() { line.withLock(\.self)?.clear() }
}
