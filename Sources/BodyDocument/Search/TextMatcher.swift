internal import Foundation
internal import RequestModel

/// A regular expression for whole texts: `^` and `$` match at their ends only.
package struct TextMatcher: Sendable {
  private let expression: RegularExpression

  package init(_ pattern: String) throws(RegularExpressionProblem) {
    expression = try RegularExpression(pattern, isWholeText: true)
  }

  /// The texts of the groups of the first match, the whole match first; `nil` without one.
  package func groups(in text: String) throws(RegularExpressionProblem) -> [String?]? {
    let scanner = expression.scanner()
    return try Array(text.utf8).withTypedBytes { (bytes) throws(RegularExpressionProblem) -> [String?]? in
      guard let match = try scanner.next(in: bytes, 0..<bytes.count) else { return nil }
      var groups: [String?] = [String(decoding: bytes[match], as: UTF8.self)]
      for number in 1..<max(1, scanner.groupCount) {
        groups.append(scanner.group(number).map { String(decoding: bytes[$0], as: UTF8.self) })
      }
      return groups
    }
  }

  package func matches(_ text: String) throws(RegularExpressionProblem) -> Bool {
    try Array(text.utf8).withTypedBytes { (bytes) throws(RegularExpressionProblem) -> Bool in
      try expression.first(in: bytes, 0..<bytes.count) != nil
    }
  }

  /// The text with all matches replaced; `$1` and `$$` are known.
  package func replacing(in text: String, with template: String) throws(RegularExpressionProblem) -> String {
    let scanner = expression.scanner()
    return try Array(text.utf8).withTypedBytes { (bytes) throws(RegularExpressionProblem) -> String in
      var (output, start, from) = ([UInt8](), 0, 0)
      while from <= bytes.count, let match = try scanner.next(in: bytes, from..<bytes.count) {
        output += bytes[start..<match.lowerBound]
        output += Self.expanded(template, scanner, bytes)
        start = match.upperBound
        from = match.isEmpty ? bytes.characterEnd(match.upperBound) : match.upperBound
      }
      output += bytes[start...]
      return String(decoding: output, as: UTF8.self)
    }
  }

  private static func expanded(
    _ template: String, _ scanner: RegularExpression.Scanner, _ bytes: UnsafeRawBufferPointer
  ) -> [UInt8] {
    var output: [UInt8] = []
    var rest = Array(template.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "$"), let next = rest.first else {
        output.append(byte)
        continue
      }
      if next == byte {
        output.append(byte)
        rest.removeFirst()
      } else if case let digit = next &- UInt8(ascii: "0"), digit < 10 {
        rest.removeFirst()
        if let group = scanner.group(Int(digit)) { output += bytes[group] }
      } else {
        output.append(byte)
      }
    }
    return output
  }
}
