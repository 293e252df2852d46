internal import Foundation

/// Collects the head's lines as libcurl hands them over, and yields the final head once.
struct HeadParser {
  private var limit = Int.max
  private var size = 0
  private var httpVersion = ""
  private var status = 0
  private var reason = ""
  private(set) var headers: HTTPHeaders = []
  private(set) var isComplete = false

  init(limit: Int = .max) { self.limit = limit }

  /// The status of a head that has begun.
  var currentStatus: Int? { status == 0 ? nil : status }

  /// - Returns: The head when `line` ended the final one. Lines after it are trailers, which only the wire log keeps.
  mutating func take(_ line: UnsafeRawBufferPointer) throws(RequestError) -> ResponseHead? {
    size += line.count
    if size > limit { throw .headTooLarge(limit: limit) }
    if isComplete { return nil }
    let text = line.trimmedLine
    if text.isEmpty { return end() }
    if text.hasPrefix("HTTP/") {
      begin(text)
    } else {
      add(text)
    }
    return nil
  }

  private mutating func begin(_ line: String) {
    let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    httpVersion = String(parts[0])
    status = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    reason = parts.count > 2 ? String(parts[2]) : ""
    headers = []
  }

  private mutating func add(_ line: String) {
    if let first = line.utf8.first, first == 0x20 || first == 0x09, !headers.isEmpty {
      // A folded line (RFC 9112, section 5.2) goes on with the value before it.
      headers[headers.count - 1].value += " " + line.trimmingPrefix { $0 == " " || $0 == "\t" }
      return
    }
    if let header = Header(line: line) { headers.append(header) }
  }

  private mutating func end() -> ResponseHead? {
    guard status >= 200 || status == 101 else { return nil }
    isComplete = true
    return ResponseHead(status: status, reason: reason, httpVersion: httpVersion, headers: headers)
  }
}

extension Header {
  /// `Name: value`, white space around the value left out; `nil` where there is no colon.
  init?(line: String) {
    let bytes = line.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    var value = line[bytes.index(after: colon)...]
    while let first = value.utf8.first, first == 0x20 || first == 0x09 { value = value.dropFirst() }
    while let last = value.utf8.last, last == 0x20 || last == 0x09 { value = value.dropLast() }
    self.init(String(line[..<colon]), String(value))
  }
}

extension UnsafeRawBufferPointer {
  /// The text without its line end; Latin-1 where it is not UTF-8, as old servers send it.
  var trimmedLine: String {
    var end = count
    if end > 0, self[end - 1] == 0x0A { end -= 1 }
    if end > 0, self[end - 1] == 0x0D { end -= 1 }
    let line = UnsafeRawBufferPointer(rebasing: self[..<end])
    return String(validating: line, as: UTF8.self) ?? String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
  }
}
