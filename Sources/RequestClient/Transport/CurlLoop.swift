internal import CCurl
internal import Foundation
internal import Glibc

/// The event loop of the transport: takes commands, drives libcurl, reports finished transfers and sleeps. One thread at a
/// time runs it.
///
/// libcurl names the sockets and the timeout it waits for and is called only for those, so the cost of a transfer does not
/// depend on the number of others.
final class CurlLoop {
  private let queue: CurlCommandQueue
  private let multi: UnsafeMutableRawPointer
  private var sockets: SocketWatch
  /// When to call libcurl without socket activity.
  private var alarm: ContinuousClock.Instant?
  /// When this turn of the loop began: one look at the clock does for all of it.
  private var now = ContinuousClock.now
  private var commands: [CurlCommandQueue.Command] = []
  private var transfers: [UInt64: CurlTransfer] = [:]
  /// The last one that has ended, whose handle is tidied up when the next message is on its way.
  private var ended: CurlTransfer?
  private var idle: [CurlTransfer] = []
  private let tlsFacts = TLSFacts()
  private var isStopping = false
  /// Time of the last command or response.
  private var lastEvent = ContinuousClock.now
  /// Whether the message under way is the only one since the last pause.
  private var isAlone = true
  /// Remaining work of that message, which may run the caller's code.
  private var completion: CompletionWork?
  private static let watching = Duration.microseconds(100)

  /// Easy handles kept for the next message.
  private static let idleLimit = 64

  init(_ queue: CurlCommandQueue) {
    guard let multi = curl_multi_init() else { fatalError("libcurl has no memory for a multi handle") }
    self.queue = queue
    self.multi = multi
    sockets = SocketWatch(queue.wakeUp)
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

  /// - Returns: Work for the calling thread to run before it returns to the loop; `nil` when the loop has stopped.
  func run() -> CompletionWork? {
    while !isStopping {
      now = .now
      let hasCommands = obeyAll()
      fireAlarm()
      if reportFinished() || hasCommands { lastEvent = now }
      if let completion = completion.take() {
        // Where something is under way by now, it must not wait for the caller's code.
        if transfers.isEmpty, queue.beginCallback() { return completion }
        CallbackQueue.run(completion)
      }
      recycleEnded()
      let watches = watches
      for (socket, readiness) in sockets.wait(atMost: watches || !queue.prepareToSleep() ? 0 : patience) {
        act(socket, readiness)
      }
      if watches { sched_yield() }
    }
    for id in Array(transfers.keys) { end(id, .explicitlyCancelled) }
    if let completion = completion.take() { CallbackQueue.run(completion) }
    recycleEnded()
    idle = []
    queue.close()
    // Closing connections calls back.
    withExtendedLifetime(self) { _ = curl_multi_cleanup(multi) }
    return nil
  }

  /// Whether to poll again instead of sleeping. A nearby server responds faster than a thread can be put to sleep and woken.
  private var watches: Bool { transfers.count <= 1 && lastEvent.duration(to: now) < Self.watching }

  /// Handles commands posted by the calling thread from within the caller's code.
  func obey() {
    now = .now
    if obeyAll() { lastEvent = now }
    fireAlarm()
  }

  private func fireAlarm() {
    guard let alarm, alarm <= now else { return }
    self.alarm = nil
    act(CURL_SOCKET_BAD, 0)
  }

  /// In milliseconds, rounded up; negative forever.
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
    queue.take(&commands)
    if commands.isEmpty { return false }
    for command in commands { obey(command) }
    commands.removeAll(keepingCapacity: true)
    return true
  }

  private func obey(_ command: CurlCommandQueue.Command) {
    switch command {
    case .start(let start):
      isAlone = transfers.isEmpty
      let transfer = idle.popLast() ?? CurlTransfer(queue, tlsFacts)
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
    recycleEnded()
    if error == nil { ended = transfer } else { release(of: transfer) }
  }

  /// Runs while the caller and the server are busy.
  private func recycleEnded() {
    guard let transfer = ended.take() else { return }
    release(of: transfer)
    if transfer.isReusable, idle.count < Self.idleLimit { idle.append(transfer) }
  }

  private func release(of transfer: CurlTransfer) {
    curl_multi_remove_handle(multi, transfer.easy)
    transfer.release()
  }

  /// With sequential requests, the thread that received the response runs its handlers, without a thread switch.
  private func runSoon(_ rest: @escaping CompletionWork) {
    if isAlone, completion == nil { completion = rest } else { CallbackQueue.run(rest) }
  }
}

/// Waits for the sockets that libcurl names, and for a wakeUp. A look costs the same for one socket and for a thousand.
struct SocketWatch: ~Copyable {
  private let epoll: Int32
  private let wakeUp: Int32
  /// By the sockets' numbers.
  private var standings: [Standing] = []
  private var stirred = [epoll_event](repeating: epoll_event(), count: 64)

  private struct Standing {
    /// Whether libcurl waits for it.
    var isWanted = false
    /// Whether a program that is started inherits it, as it does those of libcurl's name lookup. The kernel forgets a
    /// socket when the last who has it closes it, so such a one is released while it is still known by its number.
    var isInherited = false
  }

  init(_ wakeUp: borrowing EventFD) {
    self.wakeUp = wakeUp.descriptor
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    if epoll < 0 { fatalError("no descriptor to wait for sockets with: \(String(cString: strerror(errno)))") }
    // Edge-triggered, so the counter need not be read.
    control(EPOLL_CTL_ADD, self.wakeUp, EPOLLIN.rawValue | EPOLLET.rawValue)
  }

  deinit { Glibc.close(epoll) }

  /// Waits from now on for what libcurl wants of `socket` (`CURL_POLL_…`).
  ///
  /// A socket of which nothing is wanted stays watched until it stirs: mostly the next message goes over it soon.
  mutating func watch(_ socket: Int32, for wish: Int32) {
    let place = Int(socket)
    if standings.count <= place {
      standings.append(contentsOf: repeatElement(Standing(), count: place + 1 - standings.count))
    }
    standings[place].isWanted = wish != CURL_POLL_REMOVE
    if wish == CURL_POLL_REMOVE {
      if standings[place].isInherited { control(EPOLL_CTL_DEL, socket, 0) }
      return
    }
    let events = (wish & CURL_POLL_IN == 0 ? 0 : EPOLLIN.rawValue) | (wish & CURL_POLL_OUT == 0 ? 0 : EPOLLOUT.rawValue)
    // Only the kernel knows whether it is watched still: it forgets sockets that are closed.
    if control(EPOLL_CTL_MOD, socket, events) { return }
    standings[place].isInherited = fcntl(socket, F_GETFD) & FD_CLOEXEC == 0
    control(EPOLL_CTL_ADD, socket, events)
  }

  /// Waits for events, at most that many milliseconds, or forever if negative.
  ///
  /// - Returns: The sockets that can be read or written; how, `CURL_CSELECT_…` says.
  mutating func wait(atMost milliseconds: Int32) -> [(socket: Int32, readiness: Int32)] {
    let count = epoll_wait(epoll, &stirred, Int32(stirred.count), milliseconds)
    if count <= 0 { return [] }
    return stirred.prefix(Int(count)).compactMap { event in
      let socket = event.data.fd
      if socket == wakeUp { return nil }
      if standings[Int(socket)].isWanted { return (socket, Self.readiness(event.events)) }
      control(EPOLL_CTL_DEL, socket, 0)
      return nil
    }
  }

  /// What has broken can be read and written: libcurl finds out then.
  private static func readiness(_ events: UInt32) -> Int32 {
    let broken = EPOLLERR.rawValue | EPOLLHUP.rawValue
    return (events & (EPOLLIN.rawValue | broken) == 0 ? 0 : CURL_CSELECT_IN)
      | (events & (EPOLLOUT.rawValue | broken) == 0 ? 0 : CURL_CSELECT_OUT)
  }

  @discardableResult
  private func control(_ operation: Int32, _ socket: Int32, _ events: UInt32) -> Bool {
    var event = epoll_event(events: events, data: epoll_data(fd: socket))
    return epoll_ctl(epoll, operation, socket, &event) == 0
  }
}
