import Foundation
import Glibc

/// Guesses the media type of a body from its text.
enum TextKind {
  private static let json = "application/json"
  private static let form = "application/x-www-form-urlencoded"

  /// `nil` for plain text.
  static func mediaType(of text: String) -> String? {
    looksLikeJSON(text.utf8) ? json : looksLikeForm(text) ? form : nil
  }

  /// Whether it can contain variables.
  static func mayHoldVariables(_ bytes: Data) -> Bool {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      let brace = UInt8(ascii: "{")
      var offset = 0
      while let found = memchr(start + offset, Int32(brace), bytes.count - offset) {
        let next = found - UnsafeMutableRawPointer(mutating: start) + 1
        if next < bytes.count, bytes[next] == brace { return true }
        offset = next
      }
      return false
    }
  }

  /// Whether the trimmed text is in braces or brackets. `{{body}}` is a variable.
  private static func looksLikeJSON(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.last(where: { !isSpace($0) }) else {
      return false
    }
    switch (bytes[first], last) {
    case (UInt8(ascii: "["), UInt8(ascii: "]")): return true
    case (UInt8(ascii: "{"), UInt8(ascii: "}")): return !bytes[first...].starts(with: "{{".utf8)
    default: return false
    }
  }

  /// `a=1&b=2`
  private static func looksLikeForm(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0.properties.isWhitespace || $0 == "<" }
      && text.parts(separatedBy: "&").allSatisfy { part in part.cut(at: "=").map { !$0.before.isEmpty } ?? false }
  }
}
