internal import CCurl
internal import Foundation

/// An easy handle and its hop. Used on the loop's thread only.
final class CurlTransfer {
  let easy: UnsafeMutableRawPointer
  private let queue: CurlCommandQueue
  let tlsFacts: TLSFacts
  private(set) var id: UInt64 = 0
  private(set) var hop: HopRequest?
  private(set) var receiver: (any HopReceiver)?
  /// Whether the handle can be reused: all its options can be reset.
  var isReusable = true

  var record: HopRecord?
  /// The last message that libcurl began to send for this hop.
  var message: SentMessage?
  var head = HeadParser()
  /// Headers of the handle's last response.
  private var lastHeaders: HTTPHeaders = []
  /// An error found in a callback, which libcurl reports only as an aborted callback.
  var ownError: RequestError?
  /// Of the body, decoded.
  var bodyReceived = 0
  /// The body, if it has a content coding.
  var encodedBody: EncodedBody?
  private var body: (any BodyReader)?
  private var bodySent = 0
  private var isPaused = false
  private var isRefused = false
  /// Current settings of the easy handle; only differences are set for the next hop.
  var settings: CurlSettings?
  /// Current URL of the easy handle.
  var target = ""
  var lists = CurlLists()
  var peer = EndpointMemory()
  var local = EndpointMemory()
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init(_ queue: CurlCommandQueue, _ tlsFacts: TLSFacts) {
    guard let easy = curl_easy_init() else { fatalError("libcurl has no memory for an easy handle") }
    self.easy = easy
    self.queue = queue
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

  /// Prepares the handle for a hop. `ownError` is set if it cannot be sent.
  func prepare(_ start: CurlCommandQueue.HopStart) {
    let hop = start.hop
    id = start.id
    self.hop = hop
    receiver = start.receiver
    record = HopRecord(of: hop, handedOver: start.handedOver)
    message = nil
    head = HeadParser(limit: hop.options.maxHeadSize, handlesLogin: hop.login != nil, recalling: lastHeaders)
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
      body = try hop?.body?.open { [queue, id] in queue.post(.goOnSending(id)) }
    } catch {
      ownError = .bodyFailed(error)
    }
  }

  /// Releases the hop, so that its body and its receiver are not kept by an idle handle.
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

  /// A chunk that is refused meanwhile is delivered again.
  func goOnSending() {
    if !isPaused { curl_easy_continue_both(easy) }
  }

  /// Stops waiting for the body, because the server has rejected the message.
  ///
  /// libcurl stops sending by itself, but not on a connection that the server is about to close, and not while it waits.
  func stopWaitingToSend() {
    isRefused = true
    if body != nil { queue.post(.goOnSending(id)) }
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
    curl_easy_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    setCallbacks()
    curl_easy_set_long(easy, CURLOPT_NOSIGNAL, 1)
    curl_easy_set_long(easy, CURLOPT_CERTINFO, 1)
    curl_easy_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
    curl_easy_set_long(easy, CURLOPT_PATH_AS_IS, 1)
    curl_easy_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    curl_easy_set_long(easy, CURLOPT_TCP_NODELAY, 1)
    // Without it, cancelling during a name lookup waits for the resolver.
    curl_easy_set_long(easy, CURLOPT_QUICK_EXIT, 1)
    curl_easy_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
  }

  /// Fills libcurl's buffer with the next bytes of the body.
  ///
  /// - Returns: Their count, or libcurl's code for pausing or aborting.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let body else { return 0 }
    do {
      switch try body.read(into: buffer) {
      case .bytes(let count):
        bodySent += count
        receiver?.hopSent(bodyBytes: bodySent)
        return count
      // Report the end; the rest of this connection is not read.
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
