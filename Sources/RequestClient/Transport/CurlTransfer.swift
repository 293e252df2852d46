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
  private var bodySent = 0
  private var list: UnsafeMutablePointer<curl_slist>?
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init() {
    guard let easy = curl_easy_init() else { fatalError("libcurl has no memory for an easy handle") }
    self.easy = easy
    setConstantOptions()
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(list)
    errorText.deallocate()
  }

  static func from(_ context: UnsafeMutableRawPointer) -> CurlTransfer {
    Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
  }

  /// Takes on `hop`; every option that differs between hops is set here.
  func prepare(
    _ id: UInt64, _ hop: HopRequest, for receiver: any HopReceiver, handedOver: ContinuousClock.Instant
  ) {
    self.id = id
    self.hop = hop
    self.receiver = receiver
    record = HopRecord(exchangeStart: hop.exchangeStart, handedOver: handedOver)
    head = HeadParser(limit: hop.options.maxHeadSize)
    ownError = nil
    bodyReceived = 0
    bodySent = 0
    errorText[0] = 0
    isReusable = hop.options.certificateAuthorityFile == nil
    setOptions(of: hop)
    list = headerList(of: hop)
    curl_easy_set_list(easy, CURLOPT_HTTPHEADER, list)
  }

  /// Lets go of the hop, so that its body and its receiver are not kept by an idle handle.
  func release() -> (any HopReceiver)? {
    defer { receiver = nil }
    curl_easy_set_list(easy, CURLOPT_HTTPHEADER, nil)
    curl_slist_free_all(list)
    list = nil
    hop = nil
    record = HopRecord()
    head = HeadParser()
    return receiver
  }

  func pause() { curl_easy_pause_both(easy) }
  func resume() { curl_easy_continue_both(easy) }

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
    setMethod(hop.method, body: hop.body)
    curl_easy_set_long(easy, CURLOPT_HTTP_VERSION, options.httpVersion.curlValue)
    // libcurl would lend a kept connection that was held to HTTP/1.1 to a message that asks for more; connections with
    // different TLS settings are never shared, and these two mean the same to OpenSSL's defaults.
    let tls = options.httpVersion == .http1 ? CURL_SSLVERSION_TLSv1_2 : CURL_SSLVERSION_DEFAULT
    curl_easy_set_long(easy, CURLOPT_SSLVERSION, Int(tls))
    curl_easy_set_long(easy, CURLOPT_SSL_VERIFYPEER, options.verifiesTLS ? 1 : 0)
    curl_easy_set_long(easy, CURLOPT_SSL_VERIFYHOST, options.verifiesTLS ? 2 : 0)
    if let file = options.certificateAuthorityFile { curl_easy_set_string(easy, CURLOPT_CAINFO, file) }
    curl_easy_set_long(easy, CURLOPT_TIMEOUT_MS, hop.timeLimit.map(\.curlMilliseconds) ?? 0)
    // Zero would mean libcurl's default of five minutes.
    curl_easy_set_long(
      easy, CURLOPT_CONNECTTIMEOUT_MS, options.connectTimeout.map(\.curlMilliseconds) ?? Int(Int32.max))
  }

  private func setMethod(_ method: String, body: Data?) {
    let sendsBody = body != nil || ["POST", "PUT", "PATCH"].contains(method)
    curl_easy_set_long(easy, CURLOPT_HTTPGET, 1)
    if sendsBody {
      curl_easy_set_long(easy, CURLOPT_POST, 1)
      curl_easy_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body?.count ?? 0))
    } else if method == "HEAD" {
      curl_easy_set_long(easy, CURLOPT_NOBODY, 1)
    }
    curl_easy_set_string(easy, CURLOPT_CUSTOMREQUEST, method)
  }

  /// The caller's headers as they are, and what keeps libcurl from adding its own.
  private func headerList(of hop: HopRequest) -> UnsafeMutablePointer<curl_slist>? {
    var list: UnsafeMutablePointer<curl_slist>?
    for header in hop.headers {
      // `Name;` is libcurl's way to send a header without a value.
      list = curl_slist_append(list, header.value.isEmpty ? header.name + ";" : header.name + ": " + header.value)
    }
    for name in ["Accept", "Accept-Encoding", "Content-Type", "Expect"] where hop.headers.first(name) == nil {
      list = curl_slist_append(list, name + ":")
    }
    return list
  }

  /// Fills libcurl's buffer with the next bytes of the body.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let body = hop?.body, bodySent < body.count else { return 0 }
    let start = body.startIndex + bodySent
    let count = min(buffer.count, body.count - bodySent)
    body.copyBytes(to: buffer.bindMemory(to: UInt8.self), from: start..<start + count)
    bodySent += count
    return count
  }

  /// libcurl sends the body again where a kept connection turned out to be dead.
  func seek(to offset: Int) { bodySent = offset }
}

extension Duration {
  /// At least 1: zero means no limit to libcurl.
  var curlMilliseconds: Int {
    let (seconds, attoseconds) = components
    if seconds > 2_000_000 { return 2_000_000_000 }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}

extension TransferOptions.HTTPVersion {
  var curlValue: Int {
    switch self {
    case .auto: Int(CURL_HTTP_VERSION_2TLS)
    case .http1: Int(CURL_HTTP_VERSION_1_1)
    case .http2: Int(CURL_HTTP_VERSION_2_0)
    case .http2PriorKnowledge: Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
    }
  }
}
