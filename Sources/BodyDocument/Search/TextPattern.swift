internal import Foundation
package import RequestModel

/// A search in the files of a collection, and its replacement.
package struct TextPattern: Equatable, Sendable {
  package var text: String
  package var replacement: String?
  package var isRegularExpression = false
  /// Whether `a` and `A` are different; `nil` if they are only for a pattern with capitals.
  package var matchesCase: Bool?
  package var matchesWords = false

  package init(
    _ text: String, replacement: String? = nil, isRegularExpression: Bool = false, matchesCase: Bool? = nil,
    matchesWords: Bool = false
  ) {
    (self.text, self.replacement, self.isRegularExpression) = (text, replacement, isRegularExpression)
    (self.matchesCase, self.matchesWords) = (matchesCase, matchesWords)
  }

  /// - Returns: `nil` for an empty pattern.
  package func matcher() throws(RegularExpressionProblem) -> PatternMatcher? {
    // The column of a mistake counts in the typed text.
    guard let plain = try BodySearch(SearchPattern(text, isRegularExpression: isRegularExpression)) else { return nil }
    let isWrapped = matchesCase != nil || matchesWords
    let search = isWrapped ? try BodySearch(SearchPattern(wrapped, isRegularExpression: true)) : plain
    guard let search else { return nil }
    let template = replacement.map { ReplacementTemplate($0, isRegularExpression ? .dollar : .literal) }
    return PatternMatcher(search: search, template: template, needle: needle)
  }

  private var ignoresCase: Bool {
    matchesCase.map { !$0 } ?? SearchPattern(text, isRegularExpression: isRegularExpression).ignoresCase
  }

  /// The pattern as a regular expression with its choices.
  private var wrapped: String {
    let core =
      isRegularExpression ? text : "\\Q" + text.replacingOccurrences(of: "\\E", with: "\\E\\\\E\\Q") + "\\E"
    let words = matchesWords ? "(?<!\\w)(?:\(core))(?!\\w)" : "(?:\(core))"
    return (ignoresCase ? "(?i)" : "(?-i)") + words
  }

  /// Bytes that every file with a match contains: a text that JSON does not escape; `nil` for others.
  private var needle: [UInt8]? {
    let bytes = Array(text.utf8)
    let isPlain = bytes.allSatisfy { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    return isRegularExpression || !isPlain ? nil : bytes
  }
}

/// A compiled pattern.
package struct PatternMatcher: TextMatching {
  let search: BodySearch
  let template: ReplacementTemplate?
  /// A text that a file must contain, ignoring case.
  let needle: [UInt8]?

  package func matches(in text: [UInt8]) throws(FileSearchProblem) -> [TextMatch] {
    let found: [BodySearch.Replacement]
    do throws(RegularExpressionProblem) {
      found = try search.replacements(in: text, with: template)
    } catch {
      throw FileSearchProblem(error.sentence)
    }
    return found.map { TextMatch($0.range, template == nil ? nil : $0.text) }
  }

  /// Escapes may spell any text, so that a file with one has to be read as JSON.
  package func mayMatch(file bytes: [UInt8]) -> Bool {
    guard let needle, let first = needle.first else { return true }
    let (lower, upper) = (Self.lower(first), Self.upper(first))
    return bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      let last = bytes.count - needle.count
      while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "\\") { return true }
        if index <= last, byte == lower || byte == upper, Self.matches(needle, bytes, at: index) { return true }
        index += 1
      }
      return false
    }
  }

  private static func matches(_ needle: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    for offset in needle.indices where lower(bytes[start + offset]) != lower(needle[offset]) { return false }
    return true
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }
  private static func upper(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte & 0xDF : byte
  }
}
