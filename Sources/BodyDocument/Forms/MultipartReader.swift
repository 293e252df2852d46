import Foundation
import RequestModel

/// Splits a multipart body at its boundary: RFC 2046, section 5.1.1. Line ends may be bare LF.
struct MultipartReader {
  /// The largest number of parts. A body with more is shown as text.
  private static let maximumParts = 100_000

  private let bytes: UnsafeRawBufferPointer
  private let delimiters: MultipartDelimiters
  private var sections: [MultipartSection] = []
  private var lineCount = 0

  /// - Returns: `nil` if the boundary is missing, there are too many parts, or reading was stopped.
  static func view(of body: Data, boundary: String, unless isStopped: () -> Bool) -> MultipartView? {
    body.withUnsafeBytes { bytes in
      var reader = MultipartReader(bytes: bytes, boundary: boundary)
      return reader.readAll(unless: isStopped) ? MultipartView(sections: reader.sections) : nil
    }
  }

  private init(bytes: UnsafeRawBufferPointer, boundary: String) {
    self.bytes = bytes
    delimiters = MultipartDelimiters(bytes: bytes, boundary: boundary)
  }

  private mutating func readAll(unless isStopped: () -> Bool) -> Bool {
    guard var current = delimiters.next(from: 0, unless: isStopped) else { return false }
    addText(0..<current.lowerBound)
    for _ in 0..<Self.maximumParts {
      addSection(.delimiter, current.line)
      guard !current.isLast else {
        addText(current.upperBound..<bytes.count)
        return true
      }
      let next = delimiters.next(from: current.upperBound, unless: isStopped)
      addPart(current.upperBound..<max(current.upperBound, next?.lowerBound ?? bytes.count))
      guard let next else { return !isStopped() }
      current = next
    }
    return false
  }

  // MARK: Sections

  private mutating func addSection(_ content: MultipartSection.Content, _ range: Range<Int>) {
    let section = MultipartSection(firstLine: lineCount, bytes: range, content: content)
    guard section.lineCount > 0 else { return }
    lineCount += section.lineCount
    sections.append(section)
  }

  private mutating func addText(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    addSection(.text(LineIndex(UnsafeRawBufferPointer(rebasing: bytes[range]))), range)
  }

  private mutating func addPart(_ part: Range<Int>) {
    guard !part.isEmpty else { return }
    let (headers, content) = delimiters.split(part)
    let head = UnsafeRawBufferPointer(rebasing: bytes[headers])
    addSection(.headers(LineIndex(head)), headers)
    addSection(.blank, headers.upperBound..<content.lowerBound)
    guard !content.isEmpty else { return }
    if let fact = fact(about: content, contentType: contentType(in: head)) {
      addSection(.fact(fact), content)
    } else {
      addText(content)
    }
  }

  private func contentType(in head: UnsafeRawBufferPointer) -> String? {
    // Longer headers are not legitimate.
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
