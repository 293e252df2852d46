internal import CCurl
internal import Foundation
internal import Glibc

/// The event loop of the transport: takes commands, drives libcurl, reports finished transfers and sleeps. One thread
/// at a time runs it.
///
/// libcurl is called only for the sockets and the timeout that it registered, so the cost of a transfer does not depend
/// on the number of others.
final class CurlLoop {
  private let queue: CurlCommandQueue
  private let watchdog: CurlWatchdog
  private let multi: UnsafeMutableRawPointer
  private var sockets: SocketPoller
  /// When to call libcurl without socket activity.
  private var timer: ContinuousClock.Instant?
  /// When to look for transfers whose time limit has passed; none has an earlier one.
  private var nextLimit: ContinuousClock.Instant?
  /// Start of the current iteration, to read the clock only once.
  private var now = ContinuousClock.now
  private var commands: [CurlCommandQueue.Command] = []
  private var transfers: [UInt64: CurlTransfer] = [:]
  /// The last transfer that has ended, cleaned up when the next message has been sent.
  private var ended: CurlTransfer?
  private var idle: [CurlTransfer] = []
  /// The transfers whose sockets are read and written here rather than by libcurl.
  private var raw: [Int32: CurlTransfer] = [:]
  /// Those that may have more to read although their sockets are quiet.
  private var unread: [CurlTransfer] = []
  private var lines: HopLines
  /// Hops that were paused while they wait in `lines`.
  private var paused: Set<UInt64> = []
  private let tlsDetails = TLSDetailsCache()
  private var isStopping = false
  /// Time of the last command or response.
  private var lastEvent = ContinuousClock.now
  /// Whether the current message was started while there was no other.
  private var isAlone = true
  /// Remaining work of that message, which may run the caller's code.
  private var completion: CompletionWork?
  private static let pollingDuration = Duration.microseconds(100)

  /// Maximum number of idle easy handles.
  private static let idleLimit = 64

  /// - Throws: The system's limit that was reached.
  init(_ queue: CurlCommandQueue, _ watchdog: CurlWatchdog, connectionsPerHost: Int?) throws(RequestError) {
    sockets = SocketPoller(try SocketPoller.open(queue.wakeUp))
    guard let multi = curl_multi_init() else { fatalError("libcurl has no memory for a multi handle") }
    self.queue = queue
    self.watchdog = watchdog
    lines = HopLines(limit: connectionsPerHost)
    self.multi = multi
    // Idle connections to keep; libcurl's default depends on the number of transfers and would close them too early.
    curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 128)
    setCallbacks()
  }

  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    curl_multi_set_socket(
      multi,
      { _, socket, interest, context, _ in
        if let context { CurlLoop.from(context).sockets.watch(socket, for: interest) }
        return 0
      }, context)
    curl_multi_set_timer(
      multi,
      { _, milliseconds, context in
        if let context { CurlLoop.from(context).setTimer(milliseconds) }
        return 0
      }, context)
  }

  private static func from(_ context: UnsafeMutableRawPointer) -> CurlLoop {
    Unmanaged<CurlLoop>.fromOpaque(context).takeUnretainedValue()
  }

  private func setTimer(_ milliseconds: Int) {
    timer = milliseconds < 0 ? nil : now + .milliseconds(milliseconds)
  }

  /// - Returns: Work for the calling thread to run before it returns to the loop; `nil` when the loop has stopped.
  func run() -> CompletionWork? {
    watchdog.loopBegins()
    while !isStopping {
      now = .now
      let hasCommands = handleCommands()
      fireTimer()
      if reportFinished() || hasCommands { lastEvent = now }
      endOverdue()
      startWaiting()
      if let completion = completion.take() {
        // Transfers started meanwhile must not wait for the caller's code.
        if transfers.isEmpty, queue.beginCallback() { return completion }
        CallbackQueue.run(completion)
      }
      recycleEnded()
      let polls = polls
      let isBusy = polls || !unread.isEmpty
      for (socket, readiness) in sockets.wait(atMost: isBusy || !queue.prepareToSleep() ? 0 : pollTimeout) {
        if let transfer = raw[socket] { drive(transfer) } else { socketAction(socket, readiness) }
      }
      driveUnread()
      if polls { sched_yield() }
    }
    for start in lines.waiting { end(start.id, .explicitlyCancelled) }
    for id in Array(transfers.keys) { end(id, .explicitlyCancelled) }
    if let completion = completion.take() { CallbackQueue.run(completion) }
    recycleEnded()
    idle = []
    queue.close()
    watchdog.close()
    // Closing connections calls the callbacks.
    withExtendedLifetime(self) { _ = curl_multi_cleanup(multi) }
    return nil
  }

  /// Whether to poll instead of sleeping. A nearby server responds faster than a thread can sleep and wake.
  private var polls: Bool { transfers.count <= 1 && lastEvent.duration(to: now) < Self.pollingDuration }

  /// Handles commands posted by the calling thread from within the caller's code.
  func handleNow() {
    now = .now
    if handleCommands() { lastEvent = now }
    startWaiting()
    fireTimer()
  }

  private func fireTimer() {
    guard let timer, timer <= now else { return }
    self.timer = nil
    socketAction(CURL_SOCKET_BAD, 0)
  }

  /// In milliseconds, rounded up; negative to wait forever.
  private var pollTimeout: Int32 {
    guard let next = [timer, nextLimit].compactMap(\.self).min() else { return -1 }
    return next <= now ? 0 : Int32(clamping: now.duration(to: next).curlMilliseconds + 1)
  }

  private func socketAction(_ socket: Int32, _ readiness: Int32) {
    var running: Int32 = 0
    watchdog.during(callFor: socket) { _ = curl_multi_socket_action(multi, socket, readiness, &running) }
  }

  /// Ends the transfers whose time limit has passed.
  private func endOverdue() {
    guard let due = nextLimit, due <= now else { return }
    for transfer in Array(transfers.values) {
      if let error = transfer.passedLimit(at: now) { end(transfer.id, error) }
    }
    for start in lines.waiting {
      if let deadline = start.deadline, deadline <= now { end(start.id, start.hop.totalLimitPassed) }
    }
    nextLimit = (transfers.values.compactMap(\.nextLimit) + lines.waiting.compactMap(\.deadline)).min()
  }

  /// - Returns: Whether there were commands.
  private func handleCommands() -> Bool {
    queue.drain(into: &commands)
    if commands.isEmpty { return false }
    for command in commands { handle(command) }
    commands.removeAll(keepingCapacity: true)
    return true
  }

  private func handle(_ command: CurlCommandQueue.Command) {
    switch command {
    case .start(let start):
      if lines.admit(start) { return begin(start) }
      limit(start.id, TransferLimits(deadline: start.deadline), start.deadline)
    case .cancel(let id): end(id, .explicitlyCancelled)
    case .pause(let id):
      if let transfer = transfers[id] { transfer.pause() } else if lines.has(id) { paused.insert(id) }
    case .resume(let id):
      guard let transfer = transfers[id] else {
        paused.remove(id)
        return
      }
      transfer.resume()
      drive(transfer)
    case .continueSending(let id):
      guard let transfer = transfers[id] else { return }
      if transfer.raw == nil { transfer.continueSending() } else { drive(transfer) }
    case .stop: isStopping = true
    }
  }

  private func begin(_ start: CurlCommandQueue.HopStart) {
    isAlone = transfers.isEmpty && lines.isEmpty
    let transfer = idle.popLast() ?? makeTransfer()
    transfers[start.id] = transfer
    transfer.prepare(start)
    limit(start.id, transfer.limits, transfer.nextLimit)
    if let error = transfer.callbackError { return finish(transfer, code: CURLE_ABORTED_BY_CALLBACK, because: error) }
    curl_multi_add_handle(multi, transfer.easy)
    if !paused.isEmpty, paused.remove(start.id) != nil { transfer.pause() }
  }

  private func limit(_ id: UInt64, _ limits: TransferLimits, _ next: ContinuousClock.Instant?) {
    watchdog.begin(id, limits)
    if let next { nextLimit = nextLimit.map { min($0, next) } ?? next }
  }

  private func startWaiting() {
    while let start = lines.next() { begin(start) }
  }

  private func makeTransfer() -> CurlTransfer {
    CurlTransfer(queue, watchdog, tlsDetails) { [unowned self] work in
      runSoon(work)
    } noteVersion: { [unowned self] version, hop in
      lines.note(version, of: hop)
    }
  }

  /// - Returns: Whether a transfer has finished.
  private func reportFinished() -> Bool {
    var hasReported = false
    var waiting: Int32 = 0
    while let message = curl_multi_info_read(multi, &waiting) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      let code = message.pointee.data.result
      guard let context = curl_easy_get_private(easy) else { continue }
      let transfer = CurlTransfer.from(context)
      if transfer.raw != nil, code == CURLE_OK {
        beginRaw(transfer)
      } else {
        finish(transfer, code: code, because: nil)
      }
      hasReported = true
    }
    return hasReported
  }

  private func end(_ id: UInt64, _ reason: RequestError) {
    paused.remove(id)
    if let transfer = transfers[id] {
      transfer.isAborted = true
      finish(transfer, code: CURLE_ABORTED_BY_CALLBACK, because: reason)
    } else if let start = lines.remove(id) {
      watchdog.end(id)
      if let rest = start.receiver.hopFinished(HopReport(unsent: start, reason)) { CallbackQueue.run(rest) }
    }
  }

  private func finish(_ transfer: CurlTransfer, code: CURLcode, because reason: RequestError?) {
    transfers[transfer.id] = nil
    endRaw(transfer)
    watchdog.end(transfer.id)
    if let hop = transfer.hop { lines.end(hop) }
    let error = reason ?? transfer.error(for: code)
    if let rest = transfer.receiver?.hopFinished(transfer.report(error)) { runSoon(rest) }
    recycleEnded()
    if error == nil { ended = transfer } else { release(of: transfer) }
  }

  /// libcurl has connected. From here on the program handles the transfer itself.
  private func beginRaw(_ transfer: CurlTransfer) {
    guard let socket = transfer.beginRaw() else { return finish(transfer, code: CURLE_COULDNT_CONNECT, because: nil) }
    raw[socket] = transfer
    drive(transfer)
  }

  private func drive(_ transfer: CurlTransfer) {
    guard let exchange = transfer.raw, raw[exchange.socket] === transfer else { return }
    lastEvent = now
    let step = transfer.driveRaw()
    if exchange.hasNewLimits {
      exchange.hasNewLimits = false
      limit(transfer.id, transfer.limits, transfer.nextLimit)
    }
    switch step {
    case .wait(let interest): sockets.watch(exchange.socket, for: interest == 0 ? CURL_POLL_REMOVE : interest)
    // Its socket may be ready, too, so that it is driven twice.
    case .again: if !unread.contains(where: { $0 === transfer }) { unread.append(transfer) }
    case .finished(let code): finish(transfer, code: code, because: nil)
    }
  }

  private func driveUnread() {
    if unread.isEmpty { return }
    let transfers = unread
    unread = []
    for transfer in transfers { drive(transfer) }
  }

  private func endRaw(_ transfer: CurlTransfer) {
    guard let exchange = transfer.raw, raw[exchange.socket] === transfer else { return }
    raw[exchange.socket] = nil
    exchange.phase = .over
    sockets.watch(exchange.socket, for: CURL_POLL_REMOVE)
  }

  /// Called when the caller or the server is busy.
  private func recycleEnded() {
    guard let transfer = ended.take() else { return }
    release(of: transfer)
    if transfer.isReusable, idle.count < Self.idleLimit { idle.append(transfer) }
  }

  private func release(of transfer: CurlTransfer) {
    curl_multi_remove_handle(multi, transfer.easy)
    transfer.release()
  }

  /// Sequential requests run their handlers on the thread that received the response, without a thread switch.
  private func runSoon(_ rest: @escaping CompletionWork) {
    if isAlone, completion == nil { completion = rest } else { CallbackQueue.run(rest) }
  }
}

/// Waits for libcurl's sockets and a wake-up with `epoll`, whose cost does not depend on the number of sockets.
struct SocketPoller: ~Copyable {
  private let epoll: Int32
  private let wakeUp: Int32
  /// Indexed by socket number.
  private var registrations: [Registration] = []
  private var events = [epoll_event](repeating: epoll_event(), count: 64)

  private struct Registration {
    /// Whether libcurl is waiting for the socket.
    var isWanted = false
    /// Whether child processes inherit the socket, like those of libcurl's name lookup. `epoll` keeps pollingDuration a
    /// closed socket while another process has it open, so it must be removed before it is closed.
    var isInherited = false
  }

  /// - Throws: The system's limit that was reached.
  static func open(_ wakeUp: borrowing EventFD) throws(RequestError) -> (epoll: Int32, wakeUp: Int32) {
    let wakeUp = try wakeUp.open()
    let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    if epoll < 0 { throw .localLimit(reason: String(cString: strerror(errno))) }
    return (epoll, wakeUp)
  }

  /// - Parameter descriptors: From `open`.
  init(_ descriptors: (epoll: Int32, wakeUp: Int32)) {
    (epoll, wakeUp) = descriptors
    // Edge-triggered, so the counter need not be read.
    control(EPOLL_CTL_ADD, self.wakeUp, EPOLLIN.rawValue | EPOLLET.rawValue)
  }

  deinit { Glibc.close(epoll) }

  /// Registers libcurl's interest in `socket` (`CURL_POLL_…`).
  ///
  /// A socket without interest stays registered until it has an event: usually the next message reuses it soon.
  mutating func watch(_ socket: Int32, for interest: Int32) {
    let place = Int(socket)
    if registrations.count <= place {
      registrations.append(contentsOf: repeatElement(Registration(), count: place + 1 - registrations.count))
    }
    registrations[place].isWanted = interest != CURL_POLL_REMOVE
    if interest == CURL_POLL_REMOVE {
      if registrations[place].isInherited { control(EPOLL_CTL_DEL, socket, 0) }
      return
    }
    let events =
      (interest & CURL_POLL_IN == 0 ? 0 : EPOLLIN.rawValue) | (interest & CURL_POLL_OUT == 0 ? 0 : EPOLLOUT.rawValue)
    // Only the kernel knows whether the socket is still registered: closing it removes it.
    if control(EPOLL_CTL_MOD, socket, events) { return }
    registrations[place].isInherited = fcntl(socket, F_GETFD) & FD_CLOEXEC == 0
    control(EPOLL_CTL_ADD, socket, events)
  }

  /// Waits for events.
  ///
  /// - Parameter milliseconds: Maximum duration; negative to wait forever.
  /// - Returns: The sockets that are ready, with `CURL_CSELECT_…`.
  mutating func wait(atMost milliseconds: Int32) -> [(socket: Int32, readiness: Int32)] {
    let count = epoll_wait(epoll, &events, Int32(events.count), milliseconds)
    if count <= 0 { return [] }
    return events.prefix(Int(count)).compactMap { event in
      let socket = event.data.fd
      if socket == wakeUp { return nil }
      if registrations[Int(socket)].isWanted { return (socket, Self.readiness(event.events)) }
      control(EPOLL_CTL_DEL, socket, 0)
      return nil
    }
  }

  /// Errors are reported as readable and writable, so that libcurl detects them, but only as readable while there is
  /// something to read: sending would fail, and the response of a server that does not read all of a body be lost.
  private static func readiness(_ events: UInt32) -> Int32 {
    let isBroken = events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
    let isReadable = events & EPOLLIN.rawValue != 0
    if isReadable, isBroken { return CURL_CSELECT_IN }
    return (isReadable || isBroken ? CURL_CSELECT_IN : 0)
      | (events & EPOLLOUT.rawValue != 0 || isBroken ? CURL_CSELECT_OUT : 0)
  }

  @discardableResult
  private func control(_ operation: Int32, _ socket: Int32, _ events: UInt32) -> Bool {
    var event = epoll_event(events: events, data: epoll_data(fd: socket))
    return epoll_ctl(epoll, operation, socket, &event) == 0
  }
}
