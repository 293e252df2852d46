/// A URL as it is written, taken apart around its query. `?`, `#` and `&` inside of `{{variables}}` separate nothing.
package struct URLParts: Equatable, Sendable {
  package var address: String
  /// The parameters as they are written, without empty ones; `nil` without a question mark.
  package var pairs: [String]?
  /// The fragment with its `#`, or nothing.
  package var fragment: String

  package init(_ url: String) {
    let marks = URLMarks(url)
    let end = marks.first("#", in: 0..<marks.count) ?? marks.count
    let query = marks.first("?", in: 0..<end)
    address = marks.text(0..<(query ?? end))
    fragment = marks.text(end..<marks.count)
    pairs = query.map { marks.split("&", in: ($0 + 1)..<end).filter { !$0.isEmpty } }
  }

  /// The URL again; empty parameters are gone.
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
    range.first { bytes[$0] == UInt8(ascii: mark) && !isInVariable($0) }
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

  private func isInVariable(_ place: Int) -> Bool { variables.contains { $0.contains(place) } }
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
  package var rows: [Parameter] { (pairs ?? []).map { QueryPair($0).row(isAsIs: false) } }
}
