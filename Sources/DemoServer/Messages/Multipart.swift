/// The parts of a `multipart/form-data` body.
enum Multipart {
  struct Part: Sendable {
    let name: String
    /// `nil` for a plain field.
    let fileName: String?
    let contentType: String
    let content: [UInt8]
  }

  /// The named parts. A malformed body has none.
  static func parts(of body: [UInt8], boundary: String) -> [Part] {
    guard !boundary.isEmpty else { return [] }
    return body.withUnsafeBytes { bytes in
      let delimiters = MultipartDelimiters(bytes: bytes, boundary: boundary)
      var parts: [Part?] = []
      var current = delimiters.next(from: 0)
      while let delimiter = current, !delimiter.isLast, let next = delimiters.next(from: delimiter.upperBound) {
        let (headers, content) = delimiters.split(delimiter.upperBound..<max(delimiter.upperBound, next.lowerBound))
        parts.append(part(String(decoding: bytes[headers], as: UTF8.self), Array(bytes[content])))
        current = next
      }
      return parts.compactMap(\.self)
    }
  }

  private static func part(_ head: String, _ content: [UInt8]) -> Part? {
    var headers: [String: String] = [:]
    for line in head.split(whereSeparator: \.isNewline) {
      let pair = line.split(separator: ":", maxSplits: 1)
      if pair.count == 2 { headers[pair[0].trimmed.lowercased()] = String(pair[1].trimmed) }
    }
    let disposition = HeaderValue(headers["content-disposition"] ?? "")
    guard let name = disposition["name"] else { return nil }
    return Part(
      name: name, fileName: disposition["filename"], contentType: headers["content-type"] ?? "application/octet-stream",
      content: content)
  }
}
