/// The references to characters that XML and HTML have in common.
package enum MarkupEntities {
  private static let names: [Substring: Character] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

  /// Replaces references by their characters. Those of other names stay as they are.
  static func decoded(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var result = ""
    var rest = Substring(text)
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      guard let end = rest.prefix(12).firstIndex(of: ";"),
        let character = character(named: rest[rest.index(after: start)..<end])
      else {
        result += "&"
        rest = rest.dropFirst()
        continue
      }
      result.append(character)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  /// The character of a reference, without its `&` and `;`.
  package static func character(named name: Substring) -> Character? {
    guard name.first == "#" else { return names[name] }
    let digits = name.dropFirst()
    let number = digits.first?.lowercased() == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap { Unicode.Scalar($0) }.map { Character($0) }
  }
}
