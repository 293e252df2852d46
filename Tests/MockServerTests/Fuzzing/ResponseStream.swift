/// The responses that a server wrote on one connection.
struct ResponseStream {
  private(set) var statuses: [Int] = []
  /// The part that is not HTTP; `nil` if all of it is valid.
  private(set) var problem: String?

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, problem == nil { problem = take(&rest) }
  }

  private mutating func take(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) else { return "a head without an end" }
    let head = rest[..<end.lowerBound]
    guard !head.contains(0), let text = String(validating: head, as: UTF8.self) else { return "a head that is no text" }
    rest = rest[end.upperBound...]
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    guard let first = lines.popFirst()?.wholeMatch(of: /HTTP\/1\.1 ([1-5][0-9][0-9]) [\t\x20-\x7E]*/),
      let status = Int(first.1)
    else { return "no status line in \(text)" }
    statuses.append(status)
    guard lines.allSatisfy({ $0.wholeMatch(of: /[A-Za-z0-9-]+: [\t\x20-\x7E]*/) != nil }) else {
      return "no header in \(text)"
    }
    return takeBody(status, lines.map(String.init), &rest)
  }

  private func takeBody(_ status: Int, _ headers: [String], _ rest: inout ArraySlice<UInt8>) -> String? {
    let lengths = headers.filter { $0.hasPrefix("Content-Length: ") }.map { Int($0.dropFirst(16)) }
    if status < 200 || status == 204 || status == 304 { return lengths.isEmpty ? nil : "a length without a body" }
    guard lengths.count == 1, let length = lengths[0] else { return "not one length in \(headers)" }
    guard rest.count >= length else { return "a body of \(rest.count) of \(length) bytes" }
    rest = rest.dropFirst(length)
    return headers.contains("Connection: close") && !rest.isEmpty ? "bytes after the last response" : nil
  }
}
