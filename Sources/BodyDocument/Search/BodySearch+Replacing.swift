internal import Foundation
internal import RequestModel

// Finding and replacing in a text that is edited.
extension BodySearch {
  /// A match and what replaces it, in bytes of UTF-8.
  package struct Replacement: Equatable, Sendable {
    package var range: Range<Int>
    package var text: [UInt8]
  }

  /// The non-empty matches in a range of UTF-8, at most `limit`.
  package func matches(
    in bytes: [UInt8], _ range: Range<Int>? = nil, limit: Int = .max
  ) throws(RegularExpressionProblem) -> [Range<Int>] {
    try replacements(in: bytes, range, with: nil, limit: limit).map(\.range)
  }

  /// The matches in a range of UTF-8 with what replaces them.
  ///
  /// - Parameter template: With one, matches may be empty, such as those of `^`.
  package func replacements(
    in bytes: [UInt8], _ range: Range<Int>? = nil, with template: ReplacementTemplate?, limit: Int = .max
  ) throws(RegularExpressionProblem) -> [Replacement] {
    let scanner = finder(isText: true).expression.scanner()
    let range = range ?? 0..<bytes.count
    return try bytes.withTypedBytes { (bytes) throws(RegularExpressionProblem) -> [Replacement] in
      var found: [Replacement] = []
      var from = range.lowerBound
      while found.count < limit, from <= range.upperBound,
        let match = try scanner.next(in: bytes, from..<range.upperBound)
      {
        if !match.isEmpty || template != nil {
          found.append(Replacement(range: match, text: template?.bytes(scanner, in: bytes) ?? []))
        }
        from = match.isEmpty ? bytes.characterEnd(match.upperBound) : match.upperBound
      }
      return found
    }
  }
}

extension ReplacementTemplate {
  fileprivate func bytes(_ scanner: RegularExpression.Scanner, in bytes: UnsafeRawBufferPointer) -> [UInt8] {
    pieces.flatMap { piece -> [UInt8] in
      switch piece {
      case .text(let text): Array(text.utf8)
      case .group(let number): scanner.group(number).map { Array(bytes[$0]) } ?? []
      }
    }
  }
}
