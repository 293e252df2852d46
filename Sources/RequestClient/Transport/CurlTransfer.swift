internal import CCurl
internal import Foundation

/// An easy handle and the hop it carries. It lives on the loop's thread alone.
final class CurlTransfer {
  let easy: UnsafeMutableRawPointer
  private(set) var id: UInt64 = 0
  private(set) var hop: HopRequest?
  private(set) var receiver: (any HopReceiver)?
  /// Whether the handle can carry another hop: no option is left on it that the next one could not take back.
  private(set) var isReusable = true

  var record = HopRecord()
  var head = HeadParser()
  /// What we found wrong ourselves, which libcurl reports only as a callback that refused.
  var ownError: RequestError?
  var bodyReceived = 0
  private var body: (any BodyReader)?
  private var bodySent = 0
  private var whenReady: (@Sendable () -> Void)?
  private var isPaused = false
  private var isRefused = false
  var lists = CurlLists()
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init() {
    guard let easy = curl_easy_init() else { fatalError("libcurl has no memory for an easy handle") }
    self.easy = easy
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

  /// Takes on `hop`; what keeps it from being sent is `ownError` then.
  ///
  /// - Parameter whenReady: Called from any thread when a body that had nothing to give has more.
  func prepare(
    _ id: UInt64, _ hop: HopRequest, for receiver: any HopReceiver, handedOver: ContinuousClock.Instant,
    whenReady: @escaping @Sendable () -> Void
  ) {
    self.id = id
    self.hop = hop
    self.receiver = receiver
    self.whenReady = whenReady
    record = HopRecord(
      exchangeStart: hop.exchangeStart, handedOver: handedOver, keepsLines: hop.options.keepsWireLog)
    head = HeadParser(limit: hop.options.maxHeadSize, answersLogin: hop.login != nil)
    ownError = nil
    bodyReceived = 0
    isPaused = false
    isRefused = false
    errorText[0] = 0
    openBody()
    setOptions(of: hop)
  }

  private func openBody() {
    bodySent = 0
    do {
      body = try hop?.body?.open(whenReady: whenReady ?? {})
    } catch {
      ownError = .bodyFailed(error)
    }
  }

  /// Lets go of the hop, so that its body and its receiver are not kept by an idle handle.
  func release() -> (any HopReceiver)? {
    defer { receiver = nil }
    curl_easy_set_list(easy, CURLOPT_HTTPHEADER, nil)
    curl_easy_set_list(easy, CURLOPT_CONNECT_TO, nil)
    lists.free()
    hop = nil
    body = nil
    whenReady = nil
    record = HopRecord()
    head = HeadParser()
    return receiver
  }

  func pause() {
    isPaused = true
    curl_easy_pause_both(easy)
  }

  func resume() {
    isPaused = false
    curl_easy_continue_both(easy)
  }

  /// A piece that is refused meanwhile comes again once more.
  func goOnSending() {
    if !isPaused { curl_easy_continue_both(easy) }
  }

  /// The server has refused the message: a body that has nothing to give now is not waited for any more.
  ///
  /// libcurl stops sending by itself, but not on a connection that the server is about to close, and not while it waits.
  func stopWaitingToSend() {
    isRefused = true
    if body != nil { whenReady?() }
  }

  /// libcurl's own words for what went wrong.
  var errorDetail: String { String(cString: errorText) }

  private func setConstantOptions() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    for option in [CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA] {
      curl_easy_set_pointer(easy, option, context)
    }
    curl_easy_set_pointer(easy, CURLOPT_DEBUGDATA, context)
    curl_easy_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    setCallbacks()
    curl_easy_set_long(easy, CURLOPT_NOSIGNAL, 1)
    curl_easy_set_long(easy, CURLOPT_VERBOSE, 1)
    curl_easy_set_long(easy, CURLOPT_CERTINFO, 1)
    curl_easy_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
    curl_easy_set_long(easy, CURLOPT_PATH_AS_IS, 1)
    curl_easy_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    curl_easy_set_long(easy, CURLOPT_TCP_NODELAY, 1)
    // Without it, cancelling during a name lookup waits for the resolver's answer.
    curl_easy_set_long(easy, CURLOPT_QUICK_EXIT, 1)
    curl_easy_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    // Decodes everything that this libcurl can; the header itself is ours.
    curl_easy_set_string(easy, CURLOPT_ACCEPT_ENCODING, "")
  }

  private func setOptions(of hop: HopRequest) {
    let options = hop.options
    curl_easy_set_string(easy, CURLOPT_URL, hop.url.target)
    setMethod(hop.method)
    curl_easy_set_list(easy, CURLOPT_HTTPHEADER, lists.headers(of: hop))
    curl_easy_set_long(easy, CURLOPT_HTTP_VERSION, options.httpVersion.curlValue)
    curl_easy_set_long(easy, CURLOPT_TIMEOUT_MS, hop.timeLimit.map(\.curlMilliseconds) ?? 0)
    // Zero would mean libcurl's default of five minutes.
    curl_easy_set_long(
      easy, CURLOPT_CONNECTTIMEOUT_MS, options.connectTimeout.map(\.curlMilliseconds) ?? Int(Int32.max))
    setBuffer(hop)
    setTrust(hop)
    isReusable = !setRareOptions(hop)
  }

  /// Downloads and streams come in large pieces: each one costs a visit to the kernel, to us, and a line of the wire log.
  private func setBuffer(_ hop: HopRequest) {
    let receivesMuch = hop.bodyLimit == .max
    curl_easy_set_long(easy, CURLOPT_BUFFERSIZE, receivesMuch ? 256 << 10 : Int(CURL_MAX_WRITE_SIZE))
  }

  private func setTrust(_ hop: HopRequest) {
    let options = hop.options
    // libcurl would lend a kept connection that was held to HTTP/1.1 to a message that asks for more; connections with
    // different TLS settings are never shared, and these two mean the same to OpenSSL's defaults.
    let plain = options.httpVersion == .http1 ? CURL_SSLVERSION_TLSv1_2 : CURL_SSLVERSION_DEFAULT
    let least = options.minimumTLSVersion?.curlMinimum ?? Int(plain)
    curl_easy_set_long(easy, CURLOPT_SSLVERSION, least | (options.maximumTLSVersion?.curlMaximum ?? 0))
    curl_easy_set_long(easy, CURLOPT_SSL_VERIFYPEER, hop.trust.verifiesCertificate ? 1 : 0)
    curl_easy_set_long(easy, CURLOPT_SSL_VERIFYHOST, hop.trust.verifiesCertificate ? 2 : 0)
  }

  /// A body may go with any method; libcurl sends one with POST alone, under whatever name.
  private func setMethod(_ method: String) {
    let sendsBody = body != nil || ["POST", "PUT", "PATCH"].contains(method)
    curl_easy_set_long(easy, CURLOPT_HTTPGET, 1)
    if sendsBody {
      curl_easy_set_long(easy, CURLOPT_POST, 1)
      // −1 is a body of unknown length, which HTTP/1.1 sends in chunks.
      let length = body.map { $0.length ?? -1 } ?? 0
      curl_easy_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(length))
    } else if method == "HEAD" {
      curl_easy_set_long(easy, CURLOPT_NOBODY, 1)
    }
    curl_easy_set_string(easy, CURLOPT_CUSTOMREQUEST, method)
  }

  /// Fills libcurl's buffer with the next bytes of the body.
  ///
  /// - Returns: Their count, or one of libcurl's words for waiting and giving up.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let body else { return 0 }
    do {
      switch try body.read(into: buffer) {
      case .bytes(let count):
        bodySent += count
        receiver?.hopSent(bodyBytes: bodySent)
        return count
      // The end, as far as libcurl is told; nobody reads what follows on this connection.
      case .wait: return isRefused ? 0 : Int(CURL_READFUNC_PAUSE)
      case .end: return 0
      }
    } catch {
      ownError = .bodyFailed(error)
      return Int(CURL_READFUNC_ABORT)
    }
  }

  /// libcurl sends the body again where a kept connection turned out to be dead.
  ///
  /// - Returns: Whether that is possible.
  func rewind() -> Bool {
    if bodySent == 0 { return true }
    openBody()
    return ownError == nil
  }
}

extension Duration {
  /// At least 1: zero means no limit to libcurl.
  var curlMilliseconds: Int {
    let (seconds, attoseconds) = components
    if seconds > 2_000_000 { return 2_000_000_000 }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
