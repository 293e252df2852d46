internal import CCurl
internal import Foundation
internal import Synchronization

/// The two threads of a transport: one leads the loop; the other relieves it where it runs the caller's code for long.
///
/// With messages in turn, a handler runs where the answer came in and sends the next message from there: a hand-over
/// between threads costs as much as a small answer.
final class CurlCrew: Sendable {
  let mailbox = CurlMailbox()
  private let loop = Mutex<CurlLoop?>(nil)

  private static let initializeLibrary: CURLcode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  /// - Returns: The hop's number.
  func start(_ hop: HopRequest, for receiver: any HopReceiver) -> UInt64 {
    let (id, consequence) = mailbox.start(hop, for: receiver)
    switch consequence {
    case .startThread: startThreads()
    // On its way while the handler goes on. What makes a body's bytes is the caller's, and is called by no handler.
    case .obey where hop.body == nil: obey()
    case .obey, .wakeLeader, .callRelief, .nothing: break
    }
    return id
  }

  /// On the thread that is away: it comes back for a moment.
  private func obey() {
    guard mailbox.comeBack() else { return }
    loop.withLock { $0?.obey() }
    mailbox.leaveAgain()
  }

  private func startThreads() {
    // Here and not on the thread: what OpenSSL keeps for the thread that sets it up is not to be taken down by the end of
    // that thread while the end of the program takes down the rest.
    _ = Self.initializeLibrary
    startThread { crew in
      crew.loop.withLock { $0 = CurlLoop(crew.mailbox) }
      crew.lead()
      crew.relieve()
    }
    startThread { $0.relieve() }
  }

  /// The threads keep this object until the loop is stopped.
  private func startThread(_ work: @escaping @Sendable (CurlCrew) -> Void) {
    Thread.detachNewThread {
      pthread_setname_np(pthread_self(), "RequestClient")
      Thread.blockSignals()
      work(self)
    }
  }

  /// Returns when the loop is stopped or the other thread leads.
  private func lead() {
    while let errand = loop.withLock({ $0?.run() }) {
      errand()
      if !mailbox.comeBack() { return }
    }
  }

  private func relieve() {
    while mailbox.standBy() { lead() }
  }
}
