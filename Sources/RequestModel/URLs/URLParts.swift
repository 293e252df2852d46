/// A URL split around its query, without decoding. `?`, `#` and `&` inside `{{variables}}` are not separators.
package struct URLParts: Equatable, Sendable {
  package var address: String
  /// The undecoded parameters; `nil` without a question mark. The separators of empty parameters belong to the
  /// parameter before them, or at the start, to the first one.
  package var pairs: [String]?
  /// The fragment with its `#`, or nothing.
  package var fragment: String

  package init(_ url: String) {
    let marks = URLMarks(url)
    let end = marks.first("#", in: 0..<marks.count) ?? marks.count
    let query = marks.first("?", in: 0..<end)
    address = marks.text(0..<(query ?? end))
    fragment = marks.text(end..<marks.count)
    pairs = query.map { Self.joiningEmpty(marks.split("&", in: ($0 + 1)..<end)) }
  }

  private static func joiningEmpty(_ parts: [String]) -> [String] {
    let start = parts.prefix(while: \.isEmpty).count
    guard start < parts.count else { return [] }
    return parts[start...].reduce(into: []) { pairs, part in
      if part.isEmpty {
        pairs[pairs.count - 1] += "&"
      } else {
        pairs.append(pairs.isEmpty ? String(repeating: "&", count: start) + part : part)
      }
    }
  }

  /// The undecoded query without its question mark. Empty separators at its ends may be missing.
  var query: String? { pairs?.joined(separator: "&") }

  /// The whole URL.
  package var text: String { address + (pairs.map { "?" + $0.joined(separator: "&") } ?? "") + fragment }
}

/// The bytes of a URL and which of them belong to variables.
struct URLMarks {
  private let bytes: [UInt8]
  private let variables: [Range<Int>]

  init(_ text: String) {
    bytes = Array(text.utf8)
    variables = Template.ranges(in: text)
  }

  var count: Int { bytes.count }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The first occurrence of an ASCII character outside of variables.
  func first(_ mark: Unicode.Scalar, in range: Range<Int>) -> Int? {
    range.first { place in bytes[place] == UInt8(ascii: mark) && !variables.contains { $0.contains(place) } }
  }

  func split(_ mark: Unicode.Scalar, in range: Range<Int>) -> [String] {
    var parts: [String] = []
    var start = range.lowerBound
    while let place = first(mark, in: start..<range.upperBound) {
      parts.append(text(start..<place))
      start = place + 1
    }
    return parts + [text(start..<range.upperBound)]
  }
}

extension String {
  /// Changes the text between variables, and the variables themselves.
  func mapped(text: (ArraySlice<UInt8>) -> String, variable: (String) -> String = { $0 }) -> String {
    let bytes = Array(utf8)
    var (result, start) = ("", 0)
    for range in Template.ranges(in: self) {
      result += text(bytes[start..<range.lowerBound]) + variable(String(decoding: bytes[range], as: UTF8.self))
      start = range.upperBound
    }
    return result + text(bytes[start...])
  }
}

extension URLParts {
  /// The parameters with their escapes decoded, as rows of a table.
  ///
  /// - Parameter keepsSpelling: Whether the rows are for a query table and must be sent with the same spelling.
  package func rows(keepsSpelling: Bool) -> [Parameter] {
    (pairs ?? []).map { keepsSpelling ? QueryPair($0).shownRow(isAsIs: false) : QueryPair($0).row(isAsIs: false) }
  }
}
