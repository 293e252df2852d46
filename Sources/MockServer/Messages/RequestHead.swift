/// The request line and the headers of a request (RFC 9112).
struct RequestHead: Equatable {
  let method: String
  let target: String
  let isHTTP10: Bool
  let headers: [Header]
  let framing: Framing

  enum Framing: Equatable {
    case length(Int)
    case chunked
  }

  /// The reason for refusing a head: a status and a sentence.
  struct Refusal: Error, Equatable {
    let status: Int
    let sentence: String

    init(_ status: Int, _ sentence: String) {
      self.status = status
      self.sentence = sentence
    }
  }

  static let sizeLimit = 64 << 10
  static let lineLimit = 16 << 10
  static let headerLimit = 200
  static let bodyLimit = 64 << 20

  /// The end of the head, after its empty line; `nil` if the empty line is missing.
  static func end(in bytes: [UInt8], from start: Int = 0) -> Int? {
    var index = max(0, start - 3)
    while let newline = bytes[index...].firstIndex(of: 0x0A) {
      let next = newline + 1
      if next < bytes.count, bytes[next] == 0x0A { return next + 1 }
      if next + 1 < bytes.count, bytes[next] == 0x0D, bytes[next + 1] == 0x0A { return next + 2 }
      index = next
    }
    return nil
  }

  /// - Parameter bytes: A complete head with its empty line.
  init(_ bytes: some Collection<UInt8>) throws(Refusal) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      $0.last == 0x0D ? $0.dropLast() : $0
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    guard let first = lines.first else { throw Refusal(400, "The request is empty") }
    (method, target, isHTTP10) = try Self.requestLine(first)
    var headers: [Header] = []
    guard lines.count - 1 <= Self.headerLimit else {
      throw Refusal(431, "The request has more than \(Self.headerLimit) headers")
    }
    for line in lines.dropFirst() { headers.append(try Self.header(line)) }
    self.headers = headers
    try Self.checkHost(headers, isHTTP10)
    framing = try Self.framing(headers, isHTTP10)
  }

  private static func requestLine(
    _ line: some Collection<UInt8>
  ) throws(Refusal) -> (method: String, target: String, isHTTP10: Bool) {
    guard line.count <= lineLimit else { throw Refusal(414, "The request line is longer than \(lineLimit) bytes") }
    let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(\.isTokenByte) else {
      throw Refusal(400, "The request line is not METHOD TARGET HTTP/1.1")
    }
    let version = String(decoding: words[2], as: UTF8.self)
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw version.hasPrefix("HTTP/")
        ? Refusal(505, "This server speaks HTTP/1.1, not \(version)")
        : Refusal(400, "The request line is not METHOD TARGET HTTP/1.1")
    }
    let (method, target) = (String(decoding: words[0], as: UTF8.self), String(decoding: words[1], as: UTF8.self))
    guard isTarget(target, method), words[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw Refusal(400, "The target of the request is neither a path nor a URL")
    }
    return (method, target, version == "HTTP/1.0")
  }

  private static func isTarget(_ target: String, _ method: String) -> Bool {
    if method == "CONNECT" { return !target.isEmpty }
    if target == "*" { return method == "OPTIONS" }
    let lower = target.prefix(8).lowercased()
    return target.utf8.first == UInt8(ascii: "/") || lower.hasPrefix("http://") || lower.hasPrefix("https://")
  }

  private static func header(_ line: some BidirectionalCollection<UInt8>) throws(Refusal) -> Header {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(\.isTokenByte)
    else { throw Refusal(400, "A header line is not NAME: VALUE") }
    let value = line[line.index(after: colon)...].trimming { $0 == 0x20 || $0 == 0x09 }
    guard value.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }) else {
      throw Refusal(400, "A header has a control character")
    }
    return Header(String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  private static func checkHost(_ headers: [Header], _ isHTTP10: Bool) throws(Refusal) {
    let count = headers.count { $0.name.lowercased() == "host" }
    guard count == 1 || count == 0 && isHTTP10 else {
      throw Refusal(400, count == 0 ? "The request has no Host" : "The request has more than one Host")
    }
  }

  /// The framing of the body. A request with both kinds of framing is ambiguous and refused.
  private static func framing(_ headers: [Header], _ isHTTP10: Bool) throws(Refusal) -> Framing {
    func values(_ name: String) -> [String] { headers.filter { $0.name.lowercased() == name }.map(\.value) }
    let (encodings, lengths) = (values("transfer-encoding"), values("content-length"))
    if !encodings.isEmpty {
      guard lengths.isEmpty, !isHTTP10 else {
        throw Refusal(400, "The request has both Transfer-Encoding and Content-Length, or is HTTP/1.0")
      }
      guard encodings.count == 1, encodings[0].lowercased() == "chunked" else {
        throw Refusal(501, "The transfer encoding is not chunked")
      }
      return .chunked
    }
    guard let text = lengths.first else { return .length(0) }
    guard lengths.allSatisfy({ $0 == text }), !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else {
      throw Refusal(400, "Content-Length is not a number")
    }
    guard let length = Int(text), length <= bodyLimit else {
      throw Refusal(413, "The body is larger than \(bodyLimit >> 20) MiB")
    }
    return .length(length)
  }

  func has(_ token: String, in name: String) -> Bool {
    headers.contains { header in
      header.name.lowercased() == name
        && header.value.lowercased().split(separator: ",").contains { $0.filter { $0 != " " && $0 != "\t" } == token }
    }
  }

  /// Whether the connection stays open for another request.
  var keepsConnection: Bool {
    isHTTP10 ? has("keep-alive", in: "connection") : !has("close", in: "connection")
  }
}
