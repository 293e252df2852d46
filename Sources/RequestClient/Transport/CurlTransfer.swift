internal import CCurl
internal import Foundation

/// An easy handle and its hop. Used on the loop's thread only.
final class CurlTransfer {
  let easy: UnsafeMutableRawPointer
  let queue: CurlCommandQueue
  let watchdog: CurlWatchdog
  let tlsDetails: TLSDetailsCache
  /// Runs the caller's code.
  let runSoon: (@escaping CompletionWork) -> Void
  /// Called with the HTTP version of a response.
  let noteVersion: (String, HopRequest) -> Void
  private(set) var id: UInt64 = 0
  private(set) var hop: HopRequest?
  private(set) var receiver: (any HopReceiver)?
  /// Whether the handle can be reused, because all its options can be reset.
  var isReusable = true

  var record: HopRecord?
  /// The last message that libcurl began to send for this hop.
  var message: SentMessage?
  var head = HeadParser()
  /// Headers of the handle's last response.
  private var lastHeaders: HTTPHeaders = []
  /// The system's error for the last connection that could not be opened.
  var socketError: Int32?
  /// An error from a callback, which libcurl reports only as an aborted callback.
  var callbackError: RequestError?
  /// Number of decoded bytes of the body.
  var bodyReceived = 0
  /// Whether libcurl has delivered some of the body.
  var hasBody = false
  /// Whether the receiver needs no more of the body.
  var hasEnough = false
  /// The connection of a message that asks for another protocol.
  var raw: RawExchange?
  /// The body, if it has a content coding.
  var encodedBody: EncodedBody?
  private var body: (any BodyReader)?
  private var bodySent = 0
  private(set) var isPaused = false
  private var isRefused = false
  private(set) var limits = TransferLimits()
  /// Since when the server is silent; `nil` before the message is sent and while the server is held back.
  private var silentSince: ContinuousClock.Instant?
  /// Whether the loop ended the transfer, rather than libcurl.
  var isAborted = false
  /// Current settings of the easy handle; only differences are set for the next hop.
  var settings: CurlSettings?
  /// Current URL of the easy handle.
  var target = ""
  var lists = CurlLists()
  var peer = EndpointCache()
  var local = EndpointCache()
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init(
    _ queue: CurlCommandQueue, _ watchdog: CurlWatchdog, _ tlsDetails: TLSDetailsCache,
    runSoon: @escaping (@escaping CompletionWork) -> Void, noteVersion: @escaping (String, HopRequest) -> Void
  ) {
    guard let easy = curl_easy_init() else { fatalError("libcurl has no memory for an easy handle") }
    self.easy = easy
    self.queue = queue
    self.watchdog = watchdog
    self.tlsDetails = tlsDetails
    self.runSoon = runSoon
    self.noteVersion = noteVersion
    setConstantOptions()
  }

  deinit {
    curl_easy_cleanup(easy)
    lists.free()
    errorText.deallocate()
  }

  static func from(_ context: UnsafeMutableRawPointer) -> CurlTransfer {
    Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
  }

  /// Prepares the handle for a hop. Sets `callbackError` if the hop cannot be sent.
  func prepare(_ start: CurlCommandQueue.HopStart) {
    let hop = start.hop
    id = start.id
    self.hop = hop
    receiver = start.receiver
    record = HopRecord(of: hop, handedOver: start.handedOver)
    message = nil
    head = HeadParser(limit: hop.options.maxHeadSize, handlesLogin: hop.login != nil, recalling: lastHeaders)
    callbackError = nil
    socketError = nil
    bodyReceived = 0
    hasBody = false
    hasEnough = false
    encodedBody = nil
    isPaused = false
    isRefused = false
    isAborted = false
    silentSince = nil
    limits = TransferLimits(deadline: start.deadline, silence: hop.options.readTimeout)
    errorText[0] = 0
    openBody()
    set(CurlSettings(of: hop, bodyLength: body.map(\.length)))
    isReusable = !setRareOptions(hop)
    if let upgrade = hop.upgrade { prepareRaw(hop, upgrade) }
  }

  private func openBody() {
    bodySent = 0
    do {
      body = try hop?.body?.open { [queue, id] in queue.post(.continueSending(id)) }
    } catch {
      callbackError = .bodyFailed(error)
    }
  }

  /// Releases the hop, so that an idle handle does not retain its body and receiver.
  func release() {
    receiver = nil
    hop = nil
    body = nil
    encodedBody = nil
    record = nil
    raw = nil
    lastHeaders = head.headers
    head = HeadParser()
  }

  func pause() {
    isPaused = true
    silentSince = nil
    if raw == nil { curl_easy_pause_both(easy) }
  }

  func resume() {
    isPaused = false
    raw?.isHeld = false
    noteActivity()
    if raw == nil { curl_easy_continue_both(easy) }
  }

  /// Continues reading the body.
  func continueSending() {
    if isPaused { return }
    noteActivity()
    curl_easy_continue_both(easy)
  }

  /// Stops sending the body, because the server has rejected the message.
  ///
  /// libcurl stops sending by itself, except on a connection that the server will close, and while the body is paused.
  func stopSending() {
    isRefused = true
    if body != nil { queue.post(.continueSending(id)) }
  }

  /// libcurl's error message.
  var errorDetail: String { String(cString: errorText) }

  private func setConstantOptions() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    for option in [
      CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_DEBUGDATA,
      CURLOPT_PREREQDATA, CURLOPT_OPENSOCKETDATA,
    ] {
      curl_easy_set_pointer(easy, option, context)
    }
    // A connection may outlive the handle, but not the watchdog.
    curl_easy_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(watchdog.sockets).toOpaque())
    curl_easy_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    setCallbacks()
    curl_easy_set_long(easy, CURLOPT_NOSIGNAL, 1)
    curl_easy_set_long(easy, CURLOPT_CERTINFO, 1)
    curl_easy_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
    // libcurl would repeat a message after each 417, as often as the server sends one.
    curl_easy_set_long(easy, CURLOPT_MAXREDIRS, 0)
    curl_easy_set_long(easy, CURLOPT_PATH_AS_IS, 1)
    curl_easy_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    curl_easy_set_long(easy, CURLOPT_TCP_NODELAY, 1)
    // Otherwise, cancelling during a name lookup waits for the resolver.
    curl_easy_set_long(easy, CURLOPT_QUICK_EXIT, 1)
    curl_easy_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
  }

  /// Fills libcurl's buffer with the next bytes of the body.
  ///
  /// - Returns: The number of bytes, or libcurl's code for pausing or aborting.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let body else { return 0 }
    // The server sees from the length that this is not all; an end of chunks would look like the end of the body.
    if isRefused, body.length != nil { return 0 }
    do {
      noteActivity()
      switch try body.read(into: buffer) {
      case .bytes(let count):
        bodySent += count
        receiver?.hopSent(bodyBytes: bodySent)
        return count
      // End the body; the connection will not be reused.
      case .wait where isRefused: return 0
      case .wait:
        // The caller is silent, not the server.
        silentSince = nil
        return Int(CURL_READFUNC_PAUSE)
      case .end: return 0
      }
    } catch {
      callbackError = .bodyFailed(error)
      return Int(CURL_READFUNC_ABORT)
    }
  }

  /// Restarts the body, for the next leg of a login or after a reused connection was closed.
  ///
  /// - Returns: Whether that is possible.
  func rewind() -> Bool {
    // After a response, the message is not sent again.
    if bodySent == 0 || head.isComplete && hop?.login == nil { return true }
    guard mayRepeat() else { return false }
    openBody()
    return callbackError == nil
  }
}

// Time limits. libcurl's own would measure silence in whole seconds and count that of a caller who holds it back.
extension CurlTransfer {
  func setLimits(_ limits: TransferLimits) {
    self.limits = limits
    silentSince = nil
    noteActivity()
  }

  /// Bytes were sent or received, or the message begins.
  func noteActivity() {
    watchdog.noteCallback()
    if limits.silence != nil, !isPaused { silentSince = .now }
  }

  /// The caller holds the server back.
  func holdBack() { silentSince = nil }

  /// When to look again whether a limit has passed.
  var nextLimit: ContinuousClock.Instant? {
    let silence = limits.silence.map { (silentSince ?? .now) + $0 }
    return [limits.deadline, silence].compactMap(\.self).min()
  }

  /// The error of a limit that has passed.
  func passedLimit(at now: ContinuousClock.Instant) -> RequestError? {
    guard let hop else { return nil }
    if let deadline = limits.deadline, deadline <= now { return hop.totalLimitPassed }
    guard let limit = limits.silence, let silentSince, silentSince + limit <= now else { return nil }
    return .timedOut(.read, host: hop.url.host, limit: limit)
  }
}

extension CurlCommandQueue.HopStart {
  /// When the time limit passes, which counts from the handover.
  var deadline: ContinuousClock.Instant? { hop.timeLimit.map { handedOver + $0 } }
}

extension HopRequest {
  /// The URL for a known `target`, with the scheme of the protocol that the message asks for.
  func text(of target: String) -> String {
    let text = url.description(of: target)
    return upgrade == nil ? text : "ws" + text.dropFirst(4)
  }

  /// The host, with the port if the URL has one.
  var place: String { url.port.map { "\(url.host):\($0)" } ?? url.host }
  var totalLimitPassed: RequestError { .timedOut(.total, host: place, limit: options.timeout ?? .zero) }
}

extension Duration {
  /// At least 1, because libcurl treats zero as no limit.
  var curlMilliseconds: Int {
    let (seconds, attoseconds) = components
    if seconds > 2_000_000 { return 2_000_000_000 }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
