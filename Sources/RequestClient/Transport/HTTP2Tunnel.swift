internal import CHTTP2
internal import Glibc

/// A stream of HTTP/2 that carries the bytes of another protocol (RFC 8441), on a connection of its own.
///
/// ```
/// connection ── receive ──► nghttp2 ──► takeReceived: the head as text, then the bytes of the stream
/// connection ◄─ output ──── nghttp2 ◄── send
/// ```
/// The status 200 of an accepted stream is 101 in the head, as for HTTP/1.1: what follows is the same.
final class HTTP2Tunnel {
  struct OutOfMemory: Error {}

  private var session: OpaquePointer?
  private let headers: [(name: String, value: String)]
  private var stream: Int32 = 0
  /// The head of the response.
  private var answer = ""
  private var hasAnswer = false
  private var received: [UInt8] = []
  /// How many bytes of the stream have come since the server was allowed to send more.
  private var untaken = 0
  /// The bytes of the stream that are not in frames yet.
  private var unsent: [UInt8] = []
  /// Whether nghttp2 asked for bytes when there were none.
  private var isIdle = false
  private(set) var isRequested = false
  /// Whether the server has accepted the stream.
  private(set) var isAccepted = false
  /// Why the connection cannot be used any more.
  private(set) var problem: RequestError?
  /// The size of all heads of the response, as HTTP/2 counts it.
  private var headSize = 0
  private let headLimit: Int
  /// Whether the server has ended the stream.
  private(set) var hasEnded = false

  private static let unsentLimit = 64 << 10
  private static let window: Int32 = 1 << 20
  private static let connectProtocol = NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL

  init(_ hop: HopRequest) throws(OutOfMemory) {
    headLimit = hop.options.maxHeadSize
    let own = hop.headers.filter { !Self.replaced.contains($0.name.lowercased()) }
    let host = hop.headers.first("Host") ?? hop.url.authority
    headers =
      [
        (":method", "CONNECT"), (":protocol", "websocket"), (":scheme", hop.url.isSecure ? "https" : "http"),
        (":authority", host), (":path", hop.url.pathAndQuery),
      ] + own.map { ($0.name.lowercased(), $0.value) }
    guard start() else { throw OutOfMemory() }
  }

  /// Headers of HTTP/1.1 for which HTTP/2 has something else, or nothing.
  private static let replaced: Set = [
    "host", "upgrade", "connection", "sec-websocket-key", "keep-alive", "proxy-connection", "transfer-encoding",
  ]

  private func start() -> Bool {
    var callbacks: OpaquePointer?
    guard nghttp2_session_callbacks_new(&callbacks) == 0 else { return false }
    defer { nghttp2_session_callbacks_del(callbacks) }
    nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, frame, name, nameSize, value, valueSize, _, context in
      let tunnel = HTTP2Tunnel.from(context)
      guard tunnel.hasRoom(for: nameSize + valueSize + 32) else {
        return Int32(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
      }
      let (name, value) = (HTTP2Tunnel.text(name, nameSize), HTTP2Tunnel.text(value, valueSize))
      if let frame, frame.pointee.hd.type == NGHTTP2_HEADERS.number { tunnel.addHeader(name, value) }
      return 0
    }
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, _, bytes, count, context in
      let tunnel = HTTP2Tunnel.from(context)
      tunnel.received.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
      tunnel.untaken += count
      return 0
    }
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, context in
      if let frame { HTTP2Tunnel.from(context).handleFrame(frame.pointee) }
      return 0
    }
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, context in
      HTTP2Tunnel.from(context).close(stream, code)
      return 0
    }
    var option: OpaquePointer?
    guard nghttp2_option_new(&option) == 0 else { return false }
    defer { nghttp2_option_del(option) }
    nghttp2_option_set_no_auto_window_update(option, 1)
    let context = Unmanaged.passUnretained(self).toOpaque()
    guard nghttp2_session_client_new2(&session, callbacks, context, option) == 0 else { return false }
    let settings = [
      nghttp2_settings_entry(settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue), value: 0),
      nghttp2_settings_entry(
        settings_id: Int32(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.rawValue), value: UInt32(Self.window)),
    ]
    return nghttp2_submit_settings(session, 0, settings, settings.count) == 0
      && nghttp2_session_set_local_window_size(session, 0, 0, Self.window) == 0
  }

  deinit { nghttp2_session_del(session) }

  private static func from(_ context: UnsafeMutableRawPointer?) -> HTTP2Tunnel {
    Unmanaged<HTTP2Tunnel>.fromOpaque(context!).takeUnretainedValue()
  }

  private static func text(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> String {
    String(wire: UnsafeRawBufferPointer(start: bytes, count: count))
  }

  // MARK: In

  /// Handles bytes of the connection. What came before a problem is received.
  func receive(_ bytes: UnsafeRawBufferPointer) {
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    if nghttp2_session_mem_recv(session, start, bytes.count) < 0 { fail() }
  }

  /// nghttp2 ends the session after an error of the server, and says so with its next output.
  private func fail() {
    problem = problem ?? .webSocket(.http2(hasSettings ? "The server broke HTTP/2" : Self.isOther))
  }

  /// The connection has ended.
  func end() {
    if !hasSettings { fail() }
  }

  /// The server speaks another protocol.
  static let isOther = "The server does not speak HTTP/2 — set the HTTP version of the request to 1.1"

  private var hasSettings = false

  /// The head of the request in the form of the wire log.
  var head: String {
    let path = headers.first { $0.name == ":path" }?.value ?? "/"
    return "CONNECT \(path) HTTP/2\r\n" + headers.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
  }

  /// The head and the bytes that arrived since the last call.
  func takeReceived() -> [UInt8] {
    defer { received = [] }
    return received
  }

  /// Lets the server send as much as the receiver has taken.
  func makeRoom() {
    if untaken > 0 { nghttp2_session_consume(session, stream, untaken) }
    untaken = 0
  }

  private func handleFrame(_ frame: nghttp2_frame) {
    if frame.hd.type == NGHTTP2_SETTINGS.number, frame.hd.flags & NGHTTP2_FLAG_ACK.number == 0 {
      hasSettings = true
      request()
    }
    guard isRequested, frame.hd.stream_id == stream else { return }
    if frame.hd.type == NGHTTP2_HEADERS.number, !hasAnswer { endAnswer() }
    if frame.hd.flags & NGHTTP2_FLAG_END_STREAM.number != 0, [NGHTTP2_HEADERS.number, 0].contains(frame.hd.type) {
      hasEnded = true
    }
  }

  /// Counts a field of a head, which interim responses and compression may repeat without end.
  private func hasRoom(for size: Int) -> Bool {
    headSize += size
    if headSize <= headLimit { return true }
    problem = problem ?? .headTooLarge(limit: headLimit)
    return false
  }

  private func addHeader(_ name: String, _ value: String) {
    if hasAnswer { return }
    guard name == ":status" else {
      if !name.hasPrefix(":") { answer += "\(name): \(value)\r\n" }
      return
    }
    isAccepted = value.count == 3 && value.hasPrefix("2")
    answer = "HTTP/2 \(isAccepted ? "101 Switching Protocols" : value)\r\n"
  }

  private func endAnswer() {
    // An interim response: the final one follows.
    if answer.hasPrefix("HTTP/2 1"), !isAccepted {
      answer = ""
      return
    }
    hasAnswer = true
    received.append(contentsOf: (answer + "\r\n").utf8)
  }

  private func close(_ stream: Int32, _ code: UInt32) {
    guard stream == self.stream, !hasEnded else { return }
    hasEnded = true
    guard code != NGHTTP2_NO_ERROR.rawValue else { return }
    let name = String(cString: nghttp2_http2_strerror(code))
    problem = problem ?? .webSocket(.http2("The stream of HTTP/2 was reset: \(name)"))
  }

  // MARK: Out

  /// Sends the request once the server has said that it takes it.
  private func request() {
    guard !isRequested else { return }
    guard nghttp2_session_get_remote_settings(session, Self.connectProtocol) == 1 else {
      problem = .webSocket(
        .http2("The server takes no WebSocket over HTTP/2 (RFC 8441) — set the HTTP version of the request to 1.1"))
      return
    }
    isRequested = true
    var provider = nghttp2_data_provider()
    provider.read_callback = { _, _, bytes, size, _, _, context in
      HTTP2Tunnel.from(context).read(UnsafeMutableRawBufferPointer(start: bytes, count: size))
    }
    stream = Self.with(headers) { nghttp2_submit_request(session, nil, $0, $1, &provider, nil) }
    if stream < 0 {
      problem = .webSocket(.http2("HTTP/2 cannot send the handshake: \(String(cString: nghttp2_strerror(stream)))"))
    }
  }

  /// Calls `use` with the headers in nghttp2's form.
  private static func with(
    _ headers: [(name: String, value: String)], _ use: (UnsafePointer<nghttp2_nv>, Int) -> Int32
  ) -> Int32 {
    var bytes = headers.flatMap { Array($0.name.utf8) + Array($0.value.utf8) }
    return bytes.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress
      let pairs = headers.map { name, value in
        let (nameSize, valueSize) = (name.utf8.count, value.utf8.count)
        defer { start = start.map { $0 + nameSize + valueSize } }
        return nghttp2_nv(
          name: start, value: start.map { $0 + nameSize }, namelen: nameSize, valuelen: valueSize,
          flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue))
      }
      return use(pairs, pairs.count)
    }
  }

  private func read(_ target: UnsafeMutableRawBufferPointer) -> Int {
    if unsent.isEmpty {
      isIdle = true
      return Int(NGHTTP2_ERR_DEFERRED.rawValue)
    }
    let count = min(target.count, unsent.count)
    unsent.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    unsent.removeFirst(count)
    return count
  }

  /// Takes bytes for the stream.
  ///
  /// - Returns: How many; `nil` if the server does not take more at the moment.
  func send(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let count = min(bytes.count, Self.unsentLimit - unsent.count)
    if count == 0 { return nil }
    unsent.append(contentsOf: bytes[..<count])
    if isIdle {
      isIdle = false
      nghttp2_session_resume_data(session, stream)
    }
    return count
  }

  /// The next bytes for the connection; `nil` if there are none. They are valid until the next call.
  func nextOutput() -> UnsafeRawBufferPointer? {
    var bytes: UnsafePointer<UInt8>?
    let count = nghttp2_session_mem_send(session, &bytes)
    if count > 0 { return UnsafeRawBufferPointer(start: bytes, count: count) }
    if count < 0 || nghttp2_session_want_read(session) == 0, !hasEnded { fail() }
    return nil
  }

  /// Whether all bytes of the stream are in frames.
  var isDrained: Bool { unsent.isEmpty }
}

extension nghttp2_frame_type {
  fileprivate var number: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
}

extension nghttp2_flag {
  fileprivate var number: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
}
