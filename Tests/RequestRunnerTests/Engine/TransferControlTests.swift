import Dispatch
import RequestClient
import Synchronization
import TestSupport
import Testing

@testable import RequestRunner

/// When a transfer is paused, and when it goes on.
@Suite(.timeLimit(.minutes(1)))
struct TransferControlTests {
  /// Something that takes what arrives.
  private final class Consumer: Sendable {
    private let isBehind = Atomic(false)
    private let control: TransferControl

    init(of control: TransferControl, isBehind: Bool = false) {
      self.control = control
      self.isBehind.store(isBehind, ordering: .sequentiallyConsistent)
      control.follow { [weak self] in self?.isBehind.load(ordering: .sequentiallyConsistent) ?? false }
    }

    func set(isBehind: Bool) {
      self.isBehind.store(isBehind, ordering: .sequentiallyConsistent)
      control.apply()
    }
  }

  private let server: RawServer
  private let session = Session()
  private let control = TransferControl()

  init() throws {
    server = try RawServer { connection in
      try connection.readHead()
      connection.waitForEnd()
    }
  }

  /// A transfer that does not end by itself.
  private func transfer() -> DataRequest { session.request(server.url, shouldAutomaticallyResume: false) }

  @Test func anyConsumerThatIsBehindPausesTheTransferUntilAllHaveCaughtUp() {
    let (first, second, transfer) = (Consumer(of: control), Consumer(of: control), transfer())
    control.begin(transfer)
    var states = [transfer.state]
    for (consumer, isBehind) in [
      (first, true), (second, true), (first, false), (second, false), (second, true), (second, false),
    ] {
      consumer.set(isBehind: isBehind)
      states.append(transfer.state)
    }
    #expect(states == [.resumed, .suspended, .suspended, .suspended, .resumed, .suspended, .resumed])
  }

  @Test func aTransferThatBeginsWhileAConsumerIsBehindIsPaused() {
    let (consumer, transfer) = (Consumer(of: control, isBehind: true), transfer())
    control.begin(transfer)
    let before = transfer.state
    consumer.set(isBehind: false)
    #expect([before, transfer.state] == [.suspended, .resumed])
  }

  @Test func aTransferGoesOnOnceNothingPausesIt() {
    let (consumer, transfer) = (Consumer(of: control), transfer())
    control.begin(transfer)
    control.pause(true)
    control.hold(true)
    consumer.set(isBehind: true)
    var states = [transfer.state]
    control.pause(false)
    states.append(transfer.state)
    consumer.set(isBehind: false)
    states.append(transfer.state)
    control.hold(false)
    states.append(transfer.state)
    #expect(states == [.suspended, .suspended, .suspended, .resumed])
  }

  @Test func theLastChangeOfConsumersOnSeveralThreadsWins() {
    let consumers = (0..<4).map { _ in Consumer(of: control) }
    let transfer = transfer()
    control.begin(transfer)
    DispatchQueue.concurrentPerform(iterations: consumers.count) { index in
      for turn in 1...100 { consumers[index].set(isBehind: turn < 100) }
    }
    #expect(transfer.state == .resumed)
    consumers[1].set(isBehind: true)
    #expect(transfer.state == .suspended)
  }
}
