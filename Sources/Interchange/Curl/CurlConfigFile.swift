/// A file of options for `curl --config`: one on each line, with or without hyphens, and its value after a space, an
/// equals sign or a colon.
enum CurlConfigFile {
  /// The options as words of a command line.
  static func words(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: true) { $0.isNewline }.flatMap { words(ofLine: $0) }
  }

  private static func words(ofLine line: Substring) -> [String] {
    let line = line.drop(while: \.isWhitespace)
    guard let first = line.first, first != "#" else { return [] }
    let name = line.prefix { !$0.isWhitespace && $0 != "=" && $0 != ":" }
    // `-dVALUE` is one word; otherwise, the value is a word of its own.
    let option = name.hasPrefix("-") ? String(name) : "--" + name
    let rest = line[name.endIndex...].drop { $0.isWhitespace || $0 == "=" || $0 == ":" }
    return rest.isEmpty ? [option] : [option, value(rest)]
  }

  private static func value(_ text: Substring) -> String {
    guard text.first == "\"" else { return String(text.prefix { !$0.isWhitespace }) }
    var value = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst(), character != "\"" {
      value.append(character == "\\" ? rest.popFirst().map(unescaped) ?? "\\" : character)
    }
    return value
  }

  private static func unescaped(_ character: Character) -> Character {
    switch character {
    case "t": "\t"
    case "n": "\n"
    case "r": "\r"
    case "v": "\u{0B}"
    default: character
    }
  }
}
