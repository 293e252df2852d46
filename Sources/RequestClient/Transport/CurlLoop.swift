internal import CCurl
internal import Foundation

/// The loop of the transport's thread: takes commands, lets libcurl work, reports what ended, sleeps.
final class CurlLoop {
  private let mailbox: CurlMailbox
  private let multi: UnsafeMutableRawPointer
  private var transfers: [UInt64: CurlTransfer] = [:]
  private var idle: [CurlTransfer] = []
  private var tlsFacts = TLSFacts()
  private var isStopping = false
  private static let watching = Duration.microseconds(100)

  /// Easy handles kept for the next message.
  private static let idleLimit = 64

  init(_ mailbox: CurlMailbox, _ multi: CurlMultiHandle) {
    self.mailbox = mailbox
    self.multi = multi.raw
  }

  func run() {
    Self.blockSignals()
    var lastEvent = ContinuousClock.now
    while !isStopping {
      let commands = mailbox.take()
      commands.forEach(obey)
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      if reportFinished() || !commands.isEmpty { lastEvent = .now }
      if watches(since: lastEvent) {
        sched_yield()
      } else if mailbox.fallAsleep() {
        curl_multi_poll(multi, nil, 0, Int32.max, nil)
      }
    }
    for id in Array(transfers.keys) { end(id, .explicitlyCancelled) }
    idle = []
    mailbox.close()
    curl_multi_cleanup(multi)
  }

  /// Whether to look again at once rather than sleep. A server nearby answers, and who got an answer sends the next
  /// message, sooner than a thread is put to sleep and woken; with more under way there is always something to do.
  private func watches(since lastEvent: ContinuousClock.Instant) -> Bool {
    transfers.count <= 1 && lastEvent.duration(to: .now) < Self.watching
  }

  /// Signals are the main thread's; SIGPIPE from a TLS write is nobody's.
  private static func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
  }

  private func obey(_ command: CurlMailbox.Command) {
    switch command {
    case .start(let id, let hop, let receiver, let handedOver):
      let transfer = idle.popLast() ?? CurlTransfer()
      transfers[id] = transfer
      let mailbox = mailbox
      transfer.prepare(id, hop, for: receiver, handedOver: handedOver) { mailbox.post(.goOnSending(id)) }
      if let error = transfer.ownError { return finish(transfer, code: CURLE_ABORTED_BY_CALLBACK, because: error) }
      curl_multi_add_handle(multi, transfer.easy)
    case .cancel(let id): end(id, .explicitlyCancelled)
    case .pause(let id): transfers[id]?.pause()
    case .resume(let id): transfers[id]?.resume()
    case .goOnSending(let id): transfers[id]?.goOnSending()
    case .stop: isStopping = true
    }
  }

  /// - Returns: Whether there was something to report.
  private func reportFinished() -> Bool {
    var hasReported = false
    var waiting: Int32 = 0
    while let message = curl_multi_info_read(multi, &waiting) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      let code = message.pointee.data.result
      guard let context = curl_easy_get_private(easy) else { continue }
      finish(CurlTransfer.from(context), code: code, because: nil)
      hasReported = true
    }
    return hasReported
  }

  private func end(_ id: UInt64, _ reason: RequestError) {
    if let transfer = transfers[id] { finish(transfer, code: CURLE_ABORTED_BY_CALLBACK, because: reason) }
  }

  private func finish(_ transfer: CurlTransfer, code: CURLcode, because reason: RequestError?) {
    transfers[transfer.id] = nil
    let error = reason ?? transfer.error(for: code)
    let report = transfer.report(error, remembering: &tlsFacts)
    curl_multi_remove_handle(multi, transfer.easy)
    let receiver = transfer.release()
    if error == nil, transfer.isReusable, idle.count < Self.idleLimit { idle.append(transfer) }
    receiver?.hopFinished(report)
  }
}
