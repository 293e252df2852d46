/// The commands of an example in shell. Knows what the pages use: quotes, comments, pipes, redirections and variables.
struct ShellBlock {
  private(set) var commands: [[String]] = []
  private var words: [String] = []
  private var word: String?
  private var skipsWord = false
  private var rest: Substring

  init(_ text: String) {
    rest = text[...]
    while let character = rest.popFirst() { read(character) }
    endCommand()
  }

  /// The arguments of the commands that start the workbench.
  var workbench: [[String]] {
    commands.compactMap { words in
      let words = words.drop { $0.contains("=") || ["sudo", "exec", "time"].contains($0) }
      guard let name = words.first, name == "workbench" || name.hasSuffix("/workbench") else { return nil }
      return Array(words.dropFirst())
    }
  }

  private mutating func read(_ character: Character) {
    switch character {
    case "'": word = (word ?? "") + quoted(by: "'")
    case "\"": word = (word ?? "") + quoted(by: "\"")
    case "\\":
      if let next = rest.popFirst(), next != "\n" { word = (word ?? "") + String(next) }
    case "#" where word == nil: rest = rest.drop { $0 != "\n" }
    case " ", "\t": endWord()
    case "|", "&", ";", "\n", "(", ")": endCommand()
    case ">", "<":
      if word?.allSatisfy(\.isNumber) == true { word = nil }
      endWord()
      rest = rest.drop { $0 == ">" || $0 == "&" }
      skipsWord = true
    default: word = (word ?? "") + String(character)
    }
  }

  private mutating func quoted(by quote: Character) -> String {
    var text = ""
    while let character = rest.popFirst(), character != quote {
      if character == "\\", quote == "\"", let next = rest.popFirst() {
        text.append(next)
      } else {
        text.append(character)
      }
    }
    return text
  }

  private mutating func endWord() {
    guard let ended = word else { return }
    if !skipsWord { words.append(ended) }
    word = nil
    skipsWord = false
  }

  private mutating func endCommand() {
    endWord()
    skipsWord = false
    if !words.isEmpty { commands.append(words) }
    words = []
  }
}
