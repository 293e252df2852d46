/// A value with a name in the text of a body: a member of JSON, or a pair such as those of a form.
struct NamedBodyValue {
  let name: String
  /// The text without its escapes.
  let value: String
  /// The UTF-8 offsets of the value in its line, as it is written.
  let range: Range<Int>

  /// Returns the values of each line. The text may be valid only once its variables are replaced; values with variables are
  /// left out.
  static func values(in lines: [String]) -> [[NamedBodyValue]] {
    let text = lines.joined(separator: "\n")
    var bytes = Array(text.utf8)
    if text.hasBraces {
      for range in Template.ranges(in: text) {
        for index in range { bytes[index] = variable }
      }
    }
    let all = isJSON(bytes) ? members(of: bytes) : pairs(of: bytes)
    return split(all, atEndsOf: lines)
  }

  /// Stands for the bytes of variables, which may have quotes and other marks. Neither JSON nor a form has this byte.
  private static let variable: UInt8 = 0

  /// JSON may begin with a comment.
  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    guard let first = bytes.first(where: { !blanks.contains($0) }) else { return false }
    return [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "/")].contains(first)
  }

  private static func members(of bytes: [UInt8]) -> [NamedBodyValue] {
    var members: [NamedBodyValue] = []
    for (name, range) in JSONStrings.named(in: bytes) {
      guard let name, !bytes[range].contains(variable) else { continue }
      let value = JSONString(escaped: String(decoding: bytes[range], as: UTF8.self)).value
      members.append(NamedBodyValue(name: JSONString(escaped: name).value, value: value, range: range))
    }
    return members
  }

  /// The pairs of `a=1&b=2`, and of `a=1` on lines of their own. Text with blanks before the equals sign is something else.
  private static func pairs(of bytes: [UInt8]) -> [NamedBodyValue] {
    let ends = Array("&\r\n".utf8)
    var pairs: [NamedBodyValue] = []
    for pair in bytes.split(whereSeparator: { ends.contains($0) }) {
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), pair[..<equals].allSatisfy({ $0 > 0x20 }),
        !pair[equals...].contains(variable),
        let decoded = URLQuery.decoded(String(decoding: pair, as: UTF8.self)).first
      else { continue }
      pairs.append(NamedBodyValue(name: decoded.name, value: decoded.value, range: (equals + 1)..<pair.endIndex))
    }
    return pairs
  }

  /// - Parameter values: With offsets in the whole text, in order.
  private static func split(_ values: [NamedBodyValue], atEndsOf lines: [String]) -> [[NamedBodyValue]] {
    var rest = values[...]
    var start = 0
    return lines.map { line -> [NamedBodyValue] in
      let end = start + line.utf8.count
      defer { start = end + 1 }
      let own = rest.prefix { $0.range.lowerBound <= end }
      rest = rest[own.endIndex...]
      return own.filter { $0.range.upperBound <= end }.map { value in
        NamedBodyValue(
          name: value.name, value: value.value,
          range: (value.range.lowerBound - start)..<(value.range.upperBound - start))
      }
    }
  }
}
