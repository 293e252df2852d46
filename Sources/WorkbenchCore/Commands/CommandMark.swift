/// The name of a command in braces, such as `{changes.stage}` in the reason why another one cannot run.
struct CommandMark {
  let name: String
  /// With its braces.
  let range: Range<String.Index>

  /// The marks of a text, in order. Lists call this for hundreds of texts after a key.
  static func all(in text: String) -> [CommandMark] {
    let bytes = text.utf8
    var (marks, place) = ([CommandMark](), bytes.startIndex)
    while let open = bytes[place...].firstIndex(of: UInt8(ascii: "{")) {
      place = bytes.index(after: open)
      guard let close = bytes[place...].firstIndex(of: UInt8(ascii: "}")) else { break }
      let name = text[place..<close]
      guard isName(name.utf8) else { continue }
      marks.append(CommandMark(name: String(name), range: open..<bytes.index(after: close)))
      place = bytes.index(after: close)
    }
    return marks
  }

  /// Lower-case letters, a dot, and letters.
  private static func isName(_ name: Substring.UTF8View) -> Bool {
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return false }
    let letters: ClosedRange<UInt8> = 0x61...0x7A
    return parts[0].allSatisfy { letters.contains($0) } && parts[1].allSatisfy { letters.contains($0 | 0x20) }
  }
}
