internal import CCurl
internal import Foundation

/// The loop of the transport's threads, one of which leads it at a time: takes commands, lets libcurl work, reports what
/// ended, sleeps.
///
/// libcurl says which sockets and which moment it waits for, and is called for those alone: what a transfer costs does
/// not depend on how many others there are.
final class CurlLoop {
  private let mailbox: CurlMailbox
  private let multi: UnsafeMutableRawPointer
  private var sockets: SocketWatch
  /// When libcurl wants to be called though no socket stirs.
  private var alarm: ContinuousClock.Instant?
  /// When this turn of the loop began: one look at the clock does for all of it.
  private var now = ContinuousClock.now
  private var commands: [CurlMailbox.Command] = []
  private var transfers: [UInt64: CurlTransfer] = [:]
  /// The last one that has ended, whose handle is tidied up when the next message is on its way.
  private var ended: CurlTransfer?
  private var idle: [CurlTransfer] = []
  private let tlsFacts = TLSFacts()
  private var isStopping = false
  /// When there were commands or answers last.
  private var lastEvent = ContinuousClock.now
  /// Whether the message under way is the only one since the last pause.
  private var isAlone = true
  /// What the end of such a message left to do, which may run the caller's code.
  private var errand: Errand?
  private static let watching = Duration.microseconds(100)

  /// Easy handles kept for the next message.
  private static let idleLimit = 64

  init(_ mailbox: CurlMailbox) {
    guard let multi = curl_multi_init() else { fatalError("libcurl has no memory for a multi handle") }
    self.mailbox = mailbox
    self.multi = multi
    sockets = SocketWatch(mailbox.bell)
    // Idle connections to keep; libcurl's own limit follows the number of transfers and would close them too early.
    curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 128)
    setCallbacks()
  }

  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    curl_multi_set_socket(
      multi,
      { _, socket, wish, context, _ in
        if let context { CurlLoop.from(context).sockets.watch(socket, for: wish) }
        return 0
      }, context)
    curl_multi_set_timer(
      multi,
      { _, milliseconds, context in
        if let context { CurlLoop.from(context).setAlarm(milliseconds) }
        return 0
      }, context)
  }

  private static func from(_ context: UnsafeMutableRawPointer) -> CurlLoop {
    Unmanaged<CurlLoop>.fromOpaque(context).takeUnretainedValue()
  }

  private func setAlarm(_ milliseconds: Int) {
    alarm = milliseconds < 0 ? nil : now + .milliseconds(milliseconds)
  }

  /// - Returns: What the calling thread is to run of the caller's code before it comes back; `nil` when all is over.
  func run() -> Errand? {
    while !isStopping {
      now = .now
      let hasCommands = obeyAll()
      ringAlarm()
      if reportFinished() || hasCommands { lastEvent = now }
      if let errand = errand.take() {
        // Where something is under way by now, it must not wait for the caller's code.
        if transfers.isEmpty, mailbox.leave() { return errand }
        CallerPool.run(errand)
      }
      tidyUp()
      let watches = watches
      for (socket, readiness) in sockets.wait(atMost: watches || !mailbox.fallAsleep() ? 0 : patience) {
        act(socket, readiness)
      }
      if watches { sched_yield() }
    }
    for id in Array(transfers.keys) { end(id, .explicitlyCancelled) }
    if let errand = errand.take() { CallerPool.run(errand) }
    tidyUp()
    idle = []
    mailbox.close()
    // It calls back as it closes connections.
    withExtendedLifetime(self) { _ = curl_multi_cleanup(multi) }
    return nil
  }

  /// Whether to look again at once rather than sleep. A server nearby answers, and who got an answer sends the next
  /// message, sooner than a thread is put to sleep and woken; with more under way there is always something to do.
  private var watches: Bool { transfers.count <= 1 && lastEvent.duration(to: now) < Self.watching }

  /// Sends what the calling thread, which is away from the loop, has posted.
  func obey() {
    now = .now
    if obeyAll() { lastEvent = now }
    ringAlarm()
  }

  private func ringAlarm() {
    guard let alarm, alarm <= now else { return }
    self.alarm = nil
    act(CURL_SOCKET_BAD, 0)
  }

  /// In milliseconds, rounded up; negative for ever.
  private var patience: Int32 {
    guard let alarm else { return -1 }
    return alarm <= now ? 0 : Int32(clamping: now.duration(to: alarm).curlMilliseconds + 1)
  }

  private func act(_ socket: Int32, _ readiness: Int32) {
    var running: Int32 = 0
    curl_multi_socket_action(multi, socket, readiness, &running)
  }

  /// - Returns: Whether there were commands.
  private func obeyAll() -> Bool {
    mailbox.take(&commands)
    if commands.isEmpty { return false }
    for command in commands { obey(command) }
    commands.removeAll(keepingCapacity: true)
    return true
  }

  private func obey(_ command: CurlMailbox.Command) {
    switch command {
    case .start(let start):
      isAlone = transfers.isEmpty
      let transfer = idle.popLast() ?? CurlTransfer(mailbox, tlsFacts)
      transfers[start.id] = transfer
      transfer.prepare(start)
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
    if let rest = transfer.receiver?.hopFinished(transfer.report(error)) { runSoon(rest) }
    tidyUp()
    if error == nil { ended = transfer } else { letGo(of: transfer) }
  }

  /// While whoever waited for the answer wakes up, and servers think.
  private func tidyUp() {
    guard let transfer = ended.take() else { return }
    letGo(of: transfer)
    if transfer.isReusable, idle.count < Self.idleLimit { idle.append(transfer) }
  }

  private func letGo(of transfer: CurlTransfer) {
    curl_multi_remove_handle(multi, transfer.easy)
    transfer.release()
  }

  /// With messages in turn, the thread that got the answer runs what belongs to it, and nobody has to wake up.
  private func runSoon(_ rest: @escaping Errand) {
    if isAlone, errand == nil { errand = rest } else { CallerPool.run(rest) }
  }
}
