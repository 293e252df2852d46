import Foundation

/// Takes a multipart body apart at its boundary: RFC 2046, section 5.1.1. Line ends may be LF alone.
struct MultipartReader {
  /// More parts than anybody reads; such a body is shown as text.
  private static let maximumParts = 100_000

  private let bytes: UnsafeRawBufferPointer
  private let delimiter: [UInt8]
  private var sections: [MultipartSection] = []
  private var lineCount = 0

  /// - Returns: `nil` where the boundary does not stand in the body or parts it too often, or the reading was stopped.
  static func view(of body: Data, boundary: String, unless isStopped: () -> Bool) -> MultipartView? {
    body.withUnsafeBytes { bytes in
      var reader = MultipartReader(bytes: bytes, boundary: boundary)
      return reader.readAll(unless: isStopped) ? MultipartView(sections: reader.sections) : nil
    }
  }

  private init(bytes: UnsafeRawBufferPointer, boundary: String) {
    self.bytes = bytes
    delimiter = Array("--\(boundary)".utf8)
  }

  /// A delimiter with its whole line.
  private struct Delimiter {
    /// From the line end before it, which belongs to it.
    var lowerBound: Int
    var line: Range<Int>
    var upperBound: Int
    var isLast: Bool
  }

  private mutating func readAll(unless isStopped: () -> Bool) -> Bool {
    guard var current = nextDelimiter(from: 0, unless: isStopped) else { return false }
    addText(0..<current.lowerBound)
    for _ in 0..<Self.maximumParts {
      add(.delimiter, current.line)
      guard !current.isLast else {
        addText(current.upperBound..<bytes.count)
        return true
      }
      let next = nextDelimiter(from: current.upperBound, unless: isStopped)
      addPart(current.upperBound..<max(current.upperBound, next?.lowerBound ?? bytes.count))
      guard let next else { return !isStopped() }
      current = next
    }
    return false
  }

  // MARK: Delimiters

  private func nextDelimiter(from start: Int, unless isStopped: () -> Bool) -> Delimiter? {
    var offset = start
    var nextCheck = start
    while offset < bytes.count {
      if offset >= nextCheck {
        if isStopped() { return nil }
        nextCheck = offset + (1 << 20)
      }
      if let found = delimiter(at: offset) { return found }
      guard let feed = bytes.offset(of: UInt8(ascii: "\n"), from: offset) else { return nil }
      offset = feed + 1
    }
    return nil
  }

  /// The delimiter whose line begins at `start`.
  private func delimiter(at start: Int) -> Delimiter? {
    guard bytes[start] == UInt8(ascii: "-"), bytes[start...].starts(with: delimiter) else { return nil }
    var end = start + delimiter.count
    let isLast = bytes.has("--", at: end)
    if isLast { end += 2 }
    let lineEnd = bytes.offset(of: UInt8(ascii: "\n"), from: end) ?? bytes.count
    guard bytes[end..<lineEnd].allSatisfy(\.isJSONSpace) else { return nil }
    var before = start
    if before > 0 { before -= 1 }
    if before > 0, before < start, bytes[before - 1] == UInt8(ascii: "\r") { before -= 1 }
    return Delimiter(
      lowerBound: before, line: start..<end, upperBound: min(lineEnd + 1, bytes.count), isLast: isLast)
  }

  // MARK: Sections

  private mutating func add(_ content: MultipartSection.Content, _ range: Range<Int>) {
    let section = MultipartSection(firstLine: lineCount, bytes: range, content: content)
    guard section.lineCount > 0 else { return }
    lineCount += section.lineCount
    sections.append(section)
  }

  private mutating func addText(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    add(.text(LineIndex(UnsafeRawBufferPointer(rebasing: bytes[range]))), range)
  }

  private mutating func addPart(_ part: Range<Int>) {
    guard !part.isEmpty else { return }
    let (headers, content) = parted(part)
    let head = UnsafeRawBufferPointer(rebasing: bytes[headers])
    add(.headers(LineIndex(head)), headers)
    add(.blank, headers.upperBound..<content.lowerBound)
    guard !content.isEmpty else { return }
    if let fact = fact(about: content, contentType: contentType(in: head)) {
      add(.fact(fact), content)
    } else {
      addText(content)
    }
  }

  /// The headers with their line ends, and what stands behind the blank line.
  private func parted(_ part: Range<Int>) -> (headers: Range<Int>, content: Range<Int>) {
    var line = part.lowerBound
    while line < part.upperBound {
      let feed = min(bytes.offset(of: UInt8(ascii: "\n"), from: line) ?? part.upperBound, part.upperBound)
      if bytes[line..<feed].allSatisfy({ $0 == UInt8(ascii: "\r") }) {
        return (part.lowerBound..<line, min(feed + 1, part.upperBound)..<part.upperBound)
      }
      line = feed + 1
    }
    return (part, part.upperBound..<part.upperBound)
  }

  private func contentType(in head: UnsafeRawBufferPointer) -> String? {
    // Nobody sends longer headers in good faith.
    let lines = String(decoding: head.prefix(16384), as: UTF8.self).split(whereSeparator: \.isNewline)
    let name = "content-type:"
    return lines.first { $0.lowercased().hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
  }

  private func fact(about content: Range<Int>, contentType: String?) -> String? {
    let slice = UnsafeRawBufferPointer(rebasing: bytes[content])
    guard let base = slice.baseAddress else { return nil }
    let body = Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: base), count: slice.count, deallocator: .none)
    if let facts = BinaryFacts(of: body, ContentType(contentType)) { return facts.summary }
    return firstInvalidUTF8(in: slice) == nil ? nil : Messages.binarySummary(nil, byteCount: slice.count)
  }
}
