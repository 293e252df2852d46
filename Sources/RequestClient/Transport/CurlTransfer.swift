internal import CCurl
internal import Foundation

/// An easy handle and the hop it carries. It lives on the loop's thread alone.
final class CurlTransfer {
  let easy: UnsafeMutableRawPointer
  private let mailbox: CurlMailbox
  let tlsFacts: TLSFacts
  private(set) var id: UInt64 = 0
  private(set) var hop: HopRequest?
  private(set) var receiver: (any HopReceiver)?
  /// Whether the handle can carry another hop: no option is left on it that the next one could not take back.
  var isReusable = true

  var record: HopRecord?
  /// The last message that libcurl began to send for this hop.
  var message: SentMessage?
  var head = HeadParser()
  /// Of the last answer that this handle carried.
  private var lastHeaders: HTTPHeaders = []
  /// What we found wrong ourselves, which libcurl reports only as a callback that refused.
  var ownError: RequestError?
  /// Of the body, decoded.
  var bodyReceived = 0
  /// The body, where it has a content coding.
  var encodedBody: EncodedBody?
  private var body: (any BodyReader)?
  private var bodySent = 0
  private var isPaused = false
  private var isRefused = false
  /// What the handle stands at, so that only what the next hop has otherwise is set.
  var settings: CurlSettings?
  /// The URL that the handle stands at.
  var target = ""
  var lists = CurlLists()
  var peer = EndpointMemory()
  var local = EndpointMemory()
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init(_ mailbox: CurlMailbox, _ tlsFacts: TLSFacts) {
    guard let easy = curl_easy_init() else { fatalError("libcurl has no memory for an easy handle") }
    self.easy = easy
    self.mailbox = mailbox
    self.tlsFacts = tlsFacts
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

  /// Takes on a hop; what keeps it from being sent is `ownError` then.
  func prepare(_ start: CurlMailbox.HopStart) {
    let hop = start.hop
    id = start.id
    self.hop = hop
    receiver = start.receiver
    record = HopRecord(of: hop, handedOver: start.handedOver)
    message = nil
    head = HeadParser(limit: hop.options.maxHeadSize, answersLogin: hop.login != nil, recalling: lastHeaders)
    ownError = nil
    bodyReceived = 0
    encodedBody = nil
    isPaused = false
    isRefused = false
    errorText[0] = 0
    openBody()
    set(CurlSettings(of: hop, bodyLength: body.map(\.length)))
    isReusable = !setRareOptions(hop)
  }

  private func openBody() {
    bodySent = 0
    do {
      body = try hop?.body?.open { [mailbox, id] in mailbox.post(.goOnSending(id)) }
    } catch {
      ownError = .bodyFailed(error)
    }
  }

  /// Lets go of the hop, so that its body and its receiver are not kept by an idle handle.
  func release() {
    receiver = nil
    hop = nil
    body = nil
    encodedBody = nil
    record = nil
    lastHeaders = head.headers
    head = HeadParser()
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
    if body != nil { mailbox.post(.goOnSending(id)) }
  }

  /// libcurl's own words for what went wrong.
  var errorDetail: String { String(cString: errorText) }

  private func setConstantOptions() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    for option in [
      CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_DEBUGDATA,
      CURLOPT_PREREQDATA, CURLOPT_OPENSOCKETDATA,
    ] {
      curl_easy_set_pointer(easy, option, context)
    }
    curl_easy_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    setCallbacks()
    curl_easy_set_long(easy, CURLOPT_NOSIGNAL, 1)
    curl_easy_set_long(easy, CURLOPT_CERTINFO, 1)
    curl_easy_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
    curl_easy_set_long(easy, CURLOPT_PATH_AS_IS, 1)
    curl_easy_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    curl_easy_set_long(easy, CURLOPT_TCP_NODELAY, 1)
    // Without it, cancelling during a name lookup waits for the resolver's answer.
    curl_easy_set_long(easy, CURLOPT_QUICK_EXIT, 1)
    curl_easy_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
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

  /// libcurl sends the body again: for the next leg of a login, or where a kept connection was closed.
  ///
  /// - Returns: Whether that is possible.
  func rewind() -> Bool {
    if bodySent == 0 { return true }
    guard mayRepeat() else { return false }
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
