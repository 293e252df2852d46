internal import Glibc

/// Parses the lines of response heads and returns the final head once.
struct HeadParser {
  private var limit = Int.max
  private var handlesLogin = false
  /// Size of all heads and trailers in bytes.
  private(set) var size = 0
  private var httpVersion = ""
  private var status = 0
  private var reason = ""
  private(set) var headers: HTTPHeaders = []
  /// The fields after the body. They change nothing in the head (RFC 9110, section 6.5.1).
  private(set) var trailers: HTTPHeaders = []
  private(set) var isComplete = false
  private var recalled: HTTPHeaders = []

  /// - Parameters:
  ///   - handlesLogin: Whether libcurl handles the challenges of a login with several legs.
  ///   - recalled: Headers of an earlier response, reused if equal: responses of a server have mostly the same headers.
  init(limit: Int = .max, handlesLogin: Bool = false, recalling recalled: HTTPHeaders = []) {
    self.limit = limit
    self.handlesLogin = handlesLogin
    self.recalled = recalled
  }

  /// The final head, once it is complete.
  var current: ResponseHead? {
    isComplete ? ResponseHead(status: status, reason: reason, httpVersion: httpVersion, headers: headers) : nil
  }

  /// The status of the head being parsed, if any.
  var currentStatus: Int? { status == 0 ? nil : status }

  /// - Returns: The final head after its last line. Later lines are trailers.
  mutating func parse(_ line: UnsafeRawBufferPointer) throws(RequestError) -> ResponseHead? {
    size += line.count
    if size > limit { throw .headTooLarge(limit: limit) }
    let line = line.withoutLineEnd
    if isComplete {
      addTrailer(line)
      return nil
    }
    if line.isEmpty { return try end() }
    if line.begins(with: "HTTP/") {
      begin(line)
    } else {
      addHeader(line)
    }
    return nil
  }

  private mutating func begin(_ line: UnsafeRawBufferPointer) {
    let (version, rest) = line.cut(at: 0x20)
    let (code, phrase) = rest.cut(at: 0x20)
    httpVersion = String(wire: version)
    status = Int(String(wire: code)) ?? 0
    reason = String(wire: phrase)
    headers = []
    headers.reserveCapacity(12)
  }

  private mutating func addHeader(_ line: UnsafeRawBufferPointer) {
    if Self.unfold(line, into: &headers) { return }
    let place = headers.count
    if place < recalled.count, recalled[place].isSpelled(by: line) {
      headers.append(recalled[place])
    } else if let header = HTTPHeader(line: line) {
      headers.append(header)
    }
  }

  private mutating func addTrailer(_ line: UnsafeRawBufferPointer) {
    if line.isEmpty || Self.unfold(line, into: &trailers) { return }
    if let header = HTTPHeader(line: line) { trailers.append(header) }
  }

  /// Appends a folded line (RFC 9112, section 5.2) to the value that it continues.
  ///
  /// - Returns: Whether `line` is one.
  private static func unfold(_ line: UnsafeRawBufferPointer, into headers: inout HTTPHeaders) -> Bool {
    guard line[0] == 0x20 || line[0] == 0x09, !headers.isEmpty else { return false }
    headers[headers.count - 1].value += " " + String(wire: line.trimmed)
    return true
  }

  private mutating func end() throws(RequestError) -> ResponseHead? {
    if isInterim { return nil }
    try checkLength()
    isComplete = true
    return ResponseHead(status: status, reason: reason, httpVersion: httpVersion, headers: headers)
  }

  /// Whether another head follows.
  private var isInterim: Bool {
    switch status {
    // The response follows in the new protocol if it is supported.
    case 101: headers.first("Upgrade")?.lowercased() == "h2c"
    case 401 where handlesLogin:
      headers.values(for: "WWW-Authenticate").contains { value in
        let parts = value.unicodeScalars.split(separator: " ").map { String($0) }
        return parts.count == 2 && ["ntlm", "negotiate"].contains(parts[0].lowercased())
      }
    default: status < 200
    }
  }

  /// Rejects contradictory and invalid lengths, which may hide another response (RFC 9112, section 6.3). libcurl would
  /// use the last one.
  private func checkLength() throws(RequestError) {
    var first: String?
    for header in headers where header.name.isFieldName("Content-Length") {
      let isNumber = !header.value.isEmpty && header.value.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      guard isNumber, Int(header.value) != nil else { throw .protocolError("Content-Length: \(header.value)") }
      if let first, first != header.value {
        throw .protocolError("Content-Length: \(first) and Content-Length: \(header.value)")
      }
      first = header.value
    }
  }
}

extension HTTPHeader {
  /// Parses `Name: value`, without white space around the value. Returns `nil` if there is no colon.
  init?(line: UnsafeRawBufferPointer) {
    let (name, value) = line.cut(at: UInt8(ascii: ":"))
    if name.count == line.count { return nil }
    self.init(String(wire: name), String(wire: value.trimmed))
  }

  /// Whether `line` is this header in the usual form, with one space after the colon.
  func isSpelled(by line: UnsafeRawBufferPointer) -> Bool {
    let length = name.utf8.count
    return line.count == length + 2 + value.utf8.count && line[length] == UInt8(ascii: ":") && line[length + 1] == 0x20
      && line.begins(with: name) && UnsafeRawBufferPointer(rebasing: line[(length + 2)...]).begins(with: value)
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes before and after the first `byte`.
  fileprivate func cut(at byte: UInt8) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer) {
    guard let place = place(of: byte) else { return (self, UnsafeRawBufferPointer(rebasing: self[count...])) }
    return (UnsafeRawBufferPointer(rebasing: self[..<place]), UnsafeRawBufferPointer(rebasing: self[(place + 1)...]))
  }

  /// Same as `firstIndex(of:)`, but vectorized.
  func place(of byte: UInt8) -> Int? {
    guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
    return found - UnsafeMutableRawPointer(mutating: baseAddress)
  }

  func begins(with text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      guard let own = baseAddress, let other = bytes.baseAddress, count >= bytes.count else { return bytes.isEmpty }
      return memcmp(own, other, bytes.count) == 0
    } ?? starts(with: text.utf8)
  }

  var withoutLineEnd: UnsafeRawBufferPointer {
    var end = count
    if end > 0, self[end - 1] == 0x0A { end -= 1 }
    if end > 0, self[end - 1] == 0x0D { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: self[..<end])
  }

  /// The bytes without leading and trailing spaces and tabs.
  var trimmed: UnsafeRawBufferPointer {
    var (start, end) = (0, count)
    while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
    while end > start, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: self[start..<end])
  }
}
