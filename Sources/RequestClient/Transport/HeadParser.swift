/// Collects the head's lines as libcurl hands them over, and yields the final head once.
struct HeadParser {
  private var limit = Int.max
  private var answersLogin = false
  private var size = 0
  private var httpVersion = ""
  private var status = 0
  private var reason = ""
  private(set) var headers: HTTPHeaders = []
  private(set) var isComplete = false

  /// - Parameter answersLogin: Whether libcurl itself answers the challenges of a login in several legs.
  init(limit: Int = .max, answersLogin: Bool = false) {
    self.limit = limit
    self.answersLogin = answersLogin
  }

  /// The status of a head that has begun.
  var currentStatus: Int? { status == 0 ? nil : status }

  /// - Returns: The head when `line` ended the final one. Lines after it are trailers, which nobody asks for.
  mutating func take(_ line: UnsafeRawBufferPointer) throws(RequestError) -> ResponseHead? {
    size += line.count
    if size > limit { throw .headTooLarge(limit: limit) }
    if isComplete { return nil }
    let line = line.withoutLineEnd
    if line.isEmpty { return try end() }
    if line.starts(with: "HTTP/".utf8) {
      begin(line)
    } else {
      add(line)
    }
    return nil
  }

  private mutating func begin(_ line: UnsafeRawBufferPointer) {
    let parts = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
    httpVersion = String(wire: UnsafeRawBufferPointer(rebasing: parts[0]))
    status = parts.count > 1 ? Int(String(wire: UnsafeRawBufferPointer(rebasing: parts[1]))) ?? 0 : 0
    reason = parts.count > 2 ? String(wire: UnsafeRawBufferPointer(rebasing: parts[2])) : ""
    headers = []
    headers.reserveCapacity(12)
  }

  private mutating func add(_ line: UnsafeRawBufferPointer) {
    if line[0] == 0x20 || line[0] == 0x09, !headers.isEmpty {
      // A folded line (RFC 9112, section 5.2) goes on with the value before it.
      headers[headers.count - 1].value += " " + String(wire: line.trimmed)
      return
    }
    if let header = Header(line: line) { headers.append(header) }
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
    // The answer comes by the new protocol if that is one of ours.
    case 101: headers.first("Upgrade")?.lowercased() == "h2c"
    case 401 where answersLogin:
      headers.values(for: "WWW-Authenticate").contains { value in
        let parts = value.split(separator: " ")
        return parts.count == 2 && ["ntlm", "negotiate"].contains(parts[0].lowercased())
      }
    default: status < 200
    }
  }

  /// Lengths that contradict each other, or are none, may hide another answer (RFC 9112, section 6.3); libcurl takes
  /// the last one.
  private func checkLength() throws(RequestError) {
    var first: String?
    for header in headers where header.name.count == 14 && header.name.lowercased() == "content-length" {
      let isNumber = !header.value.isEmpty && header.value.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      guard isNumber, Int(header.value) != nil else { throw .protocolError("Content-Length: \(header.value)") }
      if let first, first != header.value {
        throw .protocolError("Content-Length: \(first) and Content-Length: \(header.value)")
      }
      first = header.value
    }
  }
}

extension Header {
  /// `Name: value`, white space around the value left out; `nil` where there is no colon.
  init?(line: UnsafeRawBufferPointer) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    self.init(
      String(wire: UnsafeRawBufferPointer(rebasing: line[..<colon])),
      String(wire: UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]).trimmed))
  }
}

extension UnsafeRawBufferPointer {
  var withoutLineEnd: UnsafeRawBufferPointer {
    var end = count
    if end > 0, self[end - 1] == 0x0A { end -= 1 }
    if end > 0, self[end - 1] == 0x0D { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: self[..<end])
  }

  /// Without blanks and tabs at both ends.
  var trimmed: UnsafeRawBufferPointer {
    var (start, end) = (0, count)
    while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
    while end > start, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: self[start..<end])
  }
}
