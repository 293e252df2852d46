/// The parts of a `multipart/form-data` body.
enum Multipart {
  struct Part: Sendable {
    let name: String
    /// `nil` where the part is a plain field.
    let fileName: String?
    let contentType: String
    let content: [UInt8]
  }

  /// The parts that have a name; a body that does not keep to its boundary has none.
  static func parts(of body: [UInt8], boundary: String) -> [Part] {
    guard !boundary.isEmpty else { return [] }
    let delimiter = Array("\r\n--\(boundary)".utf8)
    // The first delimiter may open the body, with no line before it.
    return sections(of: [0x0D, 0x0A] + body, between: delimiter).compactMap(part)
  }

  private static func sections(of body: [UInt8], between delimiter: [UInt8]) -> [ArraySlice<UInt8>] {
    var sections: [ArraySlice<UInt8>] = []
    var start: Int?
    var index = 0
    while let found = body[index...].firstRange(of: delimiter) {
      if let start { sections.append(body[start..<found.lowerBound]) }
      index = found.upperBound
      if body[index...].starts(with: "--".utf8) { break }
      start = index
    }
    return sections
  }

  private static func part(_ section: ArraySlice<UInt8>) -> Part? {
    guard let blank = section.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    var headers: [String: String] = [:]
    for line in String(decoding: section[..<blank.lowerBound], as: UTF8.self).split(whereSeparator: \.isNewline) {
      let pair = line.split(separator: ":", maxSplits: 1)
      if pair.count == 2 { headers[pair[0].trimmed.lowercased()] = String(pair[1].trimmed) }
    }
    let disposition = HeaderValue(headers["content-disposition"] ?? "")
    guard let name = disposition["name"] else { return nil }
    return Part(
      name: name, fileName: disposition["filename"], contentType: headers["content-type"] ?? "application/octet-stream",
      content: Array(section[blank.upperBound...]))
  }
}
