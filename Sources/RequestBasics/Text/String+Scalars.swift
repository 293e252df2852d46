internal import Glibc

// Standard library operations by Unicode scalar instead of `Character`, so that a combining mark cannot hide a
// delimiter.
//
// Inlinable, so that other modules get specialized code: trees of 10,000 files are compared often.
extension StringProtocol {
  @inlinable package func startsExactly(with prefix: some StringProtocol) -> Bool { utf8.starts(with: prefix.utf8) }

  @inlinable package func endsExactly(with suffix: some StringProtocol) -> Bool {
    utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// The text after `prefix`; `nil` if the text does not start with it.
  @inlinable package func removingExactly(prefix: some StringProtocol) -> String? {
    startsExactly(with: prefix) ? String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
  }

  @inlinable package func containsExactly(_ part: some StringProtocol) -> Bool { firstRangeExactly(of: part) != nil }

  /// The first place of `part`. Costs as much as a search for bytes.
  @inlinable package func firstRangeExactly(of part: some StringProtocol) -> Range<String.Index>? {
    let found = utf8.withContiguousStorageIfAvailable { text in
      part.utf8.withContiguousStorageIfAvailable { ByteSearch.offset(of: $0, in: text) }
    }
    guard case .some(.some(let offset)) = found else { return unicodeScalars.firstRange(of: part.unicodeScalars) }
    guard let offset else { return nil }
    let start = utf8.index(startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: part.utf8.count)
  }

  @inlinable package func replacingExactly(_ part: String, with other: String) -> String {
    // Most texts have nothing to replace.
    guard containsExactly(part) else { return String(self) }
    // An empty text is found between all scalars.
    guard !part.isEmpty else {
      return String(String(self).unicodeScalars.replacing(part.unicodeScalars, with: other.unicodeScalars))
    }
    return parts(separatedByText: part).joined(separator: other)
  }

  /// The parts between separators, including empty ones.
  @inlinable package func parts(separatedBy separator: Unicode.Scalar) -> [String] {
    unicodeScalars.split(separator: separator, omittingEmptySubsequences: false).map {
      String(self[$0.startIndex..<$0.endIndex])
    }
  }

  /// The parts between separators of several characters, including empty ones; the whole text for an empty separator.
  @inlinable package func parts(separatedByText separator: String) -> [String] {
    var parts: [String] = []
    var start = startIndex
    while !separator.isEmpty, let range = self[start...].firstRangeExactly(of: separator) {
      parts.append(String(self[start..<range.lowerBound]))
      start = range.upperBound
    }
    return parts + [String(self[start...])]
  }

  /// The text without the spaces around it.
  package var trimmingSpaces: String {
    let text = unicodeScalars.trimming { $0 == " " }
    return String(self[text.startIndex..<text.endIndex])
  }

  /// The text without the white space around it, line endings among it.
  package var trimmingWhitespace: String {
    let text = unicodeScalars.trimming { $0.properties.isWhitespace }
    let (start, end) = (text.startIndex, text.endIndex)
    return start == startIndex && end == endIndex ? String(self) : String(self[start..<end])
  }

  /// The text before and after the first `separator`; `nil` without a separator.
  @inlinable package func cut(at separator: Unicode.Scalar) -> (before: String, after: String)? {
    guard let index = unicodeScalars.firstIndex(of: separator) else { return nil }
    return (String(self[..<index]), String(self[unicodeScalars.index(after: index)...]))
  }
}

/// Finds bytes in bytes.
@usableFromInline
package enum ByteSearch {
  @usableFromInline
  package static func offset(of part: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let wanted = part.baseAddress, let start = text.baseAddress, !part.isEmpty else {
      return part.isEmpty ? 0 : nil
    }
    var place = 0
    while place + part.count <= text.count {
      let count = text.count - part.count - place + 1
      guard let hit = memchr(start + place, Int32(wanted.pointee), count) else { return nil }
      place = UnsafeRawPointer(hit) - UnsafeRawPointer(start)
      if memcmp(hit, wanted, part.count) == 0 { return place }
      place += 1
    }
    return nil
  }
}
