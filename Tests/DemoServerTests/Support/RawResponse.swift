/// A parsed HTTP/1.1 response.
struct RawResponse {
  let status: Int
  let headers: [(name: String, value: String)]
  /// The raw body, including chunk framing.
  let raw: [UInt8]

  init?(_ bytes: [UInt8]) {
    guard let blank = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<blank.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
    self.status = status
    headers = lines.dropFirst().map { line in
      let pair = line.split(separator: ":", maxSplits: 1)
      return (String(pair[0]), pair.count > 1 ? String(pair[1].drop { $0 == " " }) : "")
    }
    raw = Array(bytes[blank.upperBound...])
  }

  subscript(header: String) -> String? { headers.first { $0.name.lowercased() == header.lowercased() }?.value }

  /// The body without framing.
  var body: [UInt8] { self["Transfer-Encoding"] == "chunked" ? chunks.flatMap { $0 } : raw }

  var text: String { String(decoding: body, as: UTF8.self) }

  var chunks: [[UInt8]] {
    var chunks: [[UInt8]] = []
    var rest = raw[...]
    while let line = rest.firstRange(of: [0x0D, 0x0A]),
      let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16), size > 0
    {
      chunks.append(Array(rest[line.upperBound...].prefix(size)))
      rest = rest[line.upperBound...].dropFirst(size + 2)
    }
    return chunks
  }
}
