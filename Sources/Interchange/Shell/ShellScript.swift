/// Reads shell text like `sh` and `bash`, with the features of commands copied from documents and browsers: quotes,
/// escapes, `$'…'`, comments, continued lines, here-documents, pipes, variables and the output of commands that only
/// print. Nothing is run.
struct ShellScript: ParsedScript {
  private(set) var commands: [ShellCommand] = []
  /// Notes about changed or unknown parts.
  private(set) var problems: [String] = []
  private var knownProblems: Set<String> = []
  var variables: ShellVariables

  var text: [Unicode.Scalar]
  var index = 0 {
    // Truncated input: never move past the end.
    didSet { index = min(index, text.count) }
  }
  var word: String?
  let files: CurlFiles
  /// How many `${` there are around the index, those that are not closed included.
  var openExpansions = 0
  /// How many scripts within scripts there are around this one.
  let depth: Int
  /// How many more scripts within this one are read: each has the variables of the one around it.
  private(set) var substitutions: Int
  /// How many more bytes pipes may print: `base64` makes its input larger, and may be repeated.
  private(set) var printable: Int
  /// How many more bytes variables outside of quotes may expand to.
  var expandable: Int
  /// The name of the script and its parameters; empty if they are unknown.
  private(set) var parameters: [String]

  var command = ShellCommand()
  /// Whether the words of the command only declare variables.
  var onlyDeclares = true
  /// Kinds of typographic quotes that nothing closes any more.
  var unclosedQuotes: Set<Bool> = []
  var facts = WordFacts()
  /// Here-documents that begin after this line, and the command that reads them.
  var pending: [HereDocument] = []
  var redirection: Redirection?
  /// Commands that read the output of the one before.
  private var piped: Set<Int> = []
  private var isPiped = false
  private var openParentheses = 0
  /// The array whose elements are being read: they are the words of the command.
  var array: OpenArray?
  /// How many `case` there are around the index.
  var openCases = 0
  /// Whether a pattern of a case is next.
  var awaitsPattern = false

  enum Redirection { case input, output, hereString }

  /// What is known of a word while it grows, so that it is not searched again for each character.
  struct WordFacts {
    /// Whether it is `NAME=…` with a plain name; `nil` before its first equals sign.
    var isAssignment: Bool?
    var hasSlash = false
    /// How many bytes were searched for a slash.
    var searched = 0
  }

  struct HereDocument {
    let end: String
    let stripsTabs: Bool
    let expands: Bool
    let command: Int
  }

  init(
    _ source: String, files: CurlFiles = CurlFiles(), variables: ShellVariables = ShellVariables(), depth: Int = 0,
    substitutions: Int = 200, printable: Int = 64 << 20, expandable: Int = 1 << 20, parameters: [String] = []
  ) {
    // Scripts within this one have marks of its variables.
    text = source.unicodeScalars.filter { $0 != "\r" && (depth > 0 || !VariableMarks.isMark($0)) }
    self.files = files
    self.variables = variables
    self.depth = depth
    self.substitutions = substitutions
    self.printable = printable
    self.expandable = expandable
    self.parameters = parameters
    while index < text.count { step() }
    leaveOpenArray()
    endCommand(isPiped: false)
    connectPipes()
  }

  func peek(_ offset: Int = 0) -> Unicode.Scalar? { index + offset < text.count ? text[index + offset] : nil }

  func looksAt(_ prefix: String) -> Bool { text[index...].starts(with: prefix.unicodeScalars) }

  mutating func append(_ scalar: Unicode.Scalar) {
    if word == nil { word = "" }
    word?.unicodeScalars.append(scalar)
  }

  mutating func append(_ string: String) {
    if word == nil { word = "" }
    word? += string
  }

  mutating func note(_ problem: String) {
    if knownProblems.insert(problem).inserted { problems.append(VariableMarks.plain(problem)) }
  }

  private mutating func step() {
    if awaitsPattern { return skipPattern() }
    let scalar = text[index]
    if array != nil, readInArray(scalar) { return }
    switch scalar {
    case " ", "\t": endWord(); index += 1
    case "\u{A0}", "\u{202F}", "\u{3000}":
      note("a non-breaking space between words is read as a space")
      endWord(); index += 1
    case "\u{200B}", "\u{FEFF}": index += 1
    case "\n": endWord(); index += 1; endCommand(isPiped: false); readHereDocuments()
    case ";": semicolon()
    case "&": ampersand()
    case "|":
      let isOr = looksAt("||")
      index += isOr || looksAt("|&") ? 2 : 1
      endCommand(isPiped: !isOr)
    case "#" where word == nil: while let next = peek(), next != "\n" { _ = next; index += 1 }
    case "(", ")": parenthesis(scalar)
    case "<": endWord(); readInput()
    case ">": readOutput()
    case "=" where facts.isAssignment == nil && onlyDeclares: equalsSign()
    default: part(of: scalar)
    }
  }

  /// A part of a word.
  private mutating func part(of scalar: Unicode.Scalar) {
    switch scalar {
    case "'": index += 1; singleQuoted()
    case "\"": index += 1; doubleQuoted()
    case "\\": escaped()
    case "$" where peek(1) == "'": index += 2; ansiQuoted()
    case "$" where peek(1) == "\"": index += 2; doubleQuoted()
    case "$", "`":
      if let elements = takeElements(isQuoted: false) { append(elements) } else { appendUnquoted(expansion()) }
    case "“", "”", "„", "‘", "’": typographicQuote(scalar)
    case "–" where word == nil, "—" where word == nil: dash()
    default:
      noteBraces(scalar)
      append(scalar); index += 1
    }
  }

  /// Notes `{a,b}` outside of quotes, which bash makes several words of. In a URL, curl does the same.
  private mutating func noteBraces(_ scalar: Unicode.Scalar) {
    guard scalar == "{", !hasSlash() else { return }
    let inside = text[(index + 1)...].prefix { !" \t\n'\"\\$`{}".unicodeScalars.contains($0) }
    if inside.contains(","), peek(inside.count + 1) == "}" {
      note("braces outside of quotes are not expanded, as bash does")
    }
  }

  /// Whether there is a slash in the word so far.
  private mutating func hasSlash() -> Bool {
    guard !facts.hasSlash, let word else { return facts.hasSlash }
    facts.hasSlash = word.utf8.dropFirst(facts.searched).contains(UInt8(ascii: "/"))
    facts.searched = word.utf8.count
    return facts.hasSlash
  }

  static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.properties.isAlphabetic else { return false }
    return text.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
  }

  /// The first equals sign of a word before which there is no other than of a declaration.
  private mutating func equalsSign() {
    let name = word ?? ""
    let isAdded = name.hasSuffix("+")
    let target = isAdded ? String(name.dropLast()) : name
    if peek(1) == "(", redirection == nil, Self.isName(target) {
      dropWord()
      index += 2
      beginArray(target, isAdded: isAdded)
    } else {
      facts.isAssignment = Self.isName(name) || name.hasSuffix("]") && Self.isName(name.cut(at: "[")?.before ?? "")
      append("=" as Unicode.Scalar)
      index += 1
    }
  }

  private mutating func semicolon() {
    let branchEnd = openCases > 0 ? [";;&", ";;", ";&"].first(where: looksAt) : nil
    index += branchEnd?.count ?? 1
    endCommand(isPiped: false)
    awaitsPattern = branchEnd != nil && openCases > 0
  }

  private mutating func ampersand() {
    if looksAt("&>") {
      endWord()
      index += 2
      redirection = .output
      return
    }
    let isBackground = !looksAt("&&")
    let isInWord = word != nil
    index += isBackground ? 1 : 2
    if isBackground, isInWord, let next = peek(), next.properties.isAlphabetic {
      note("an & outside of quotes ends the command, as in a shell")
    }
    endCommand(isPiped: false)
  }

  private mutating func parenthesis(_ scalar: Unicode.Scalar) {
    if scalar == "(", word == nil || looksAt("()") {
      // A group, or the name of a function.
      if word != nil { dropWord(); index += 1 } else { openParentheses += 1 }
      index += 1
      endCommand(isPiped: false)
    } else if scalar == ")", openParentheses > 0 {
      openParentheses -= 1
      index += 1
      endCommand(isPiped: false)
    } else {
      append(scalar)
      index += 1
    }
  }

  private mutating func readOutput() {
    // A number in front is a file descriptor.
    if let digits = word, digits.allSatisfy(\.isNumber) { dropWord() } else { endWord() }
    index += looksAt(">>") || looksAt(">&") || looksAt(">|") ? 2 : 1
    redirection = .output
  }

  mutating func redirect(_ kind: Redirection) { redirection = kind }

  /// The number of the command that is being read.
  var currentCommand: Int { commands.count }

  mutating func endWord() {
    guard let finished = word else { return }
    let wasAssignment = facts.isAssignment == true
    dropWord()
    switch redirection {
    case .input: command.inputFile = finished
    case .hereString: command.input = finished + "\n"
    case .output: break
    case nil where wasAssignment: assign(finished)
    case nil:
      command.words.append(finished)
      let isOption = finished.hasPrefix("-") && command.words.count > 1
      onlyDeclares = onlyDeclares && (isOption || Self.declaring.contains(finished))
      if array == nil { readReservedWord(finished) }
    }
    redirection = nil
  }

  /// Words before assignments.
  private static let declaring: Set = ["export", "local", "readonly", "declare", "typeset"]

  /// Words that a command may follow.
  private static let openings: Set = ["{", "!", "if", "then", "elif", "else", "while", "until", "do"]

  /// Begins the command after `function NAME {`, and the patterns after `case WORD in`.
  private mutating func readReservedWord(_ last: String) {
    switch last {
    case "{" where command.words.count == 3 && command.words[0] == "function": beginCommand()
    case "in" where command.words.count > 2 && command.words.first(where: { !Self.openings.contains($0) }) == "case":
      endCommand(isPiped: false)
      openCases += 1
      awaitsPattern = true
    case "esac" where openCases > 0 && command.words.count == 1:
      beginCommand()
      openCases -= 1
    default: break
    }
  }

  private mutating func dropWord() { (word, facts) = (nil, WordFacts()) }

  private mutating func beginCommand() { (command, onlyDeclares) = (ShellCommand(), true) }

  private mutating func assign(_ text: String) {
    if let (array, element) = text.cut(at: "["), Self.isName(array) { return assign("[" + element, in: array) }
    guard let (name, value) = text.cut(at: "=") else { return }
    variables.set(name, .text(value))
  }

  /// A variable outside of quotes may be several words, and nothing is no word.
  private mutating func appendUnquoted(_ text: String) {
    if text.isEmpty { return }
    guard expandable > 0 else {
      note("variables that stand for more than 1 MB are not split into words")
      return append(text)
    }
    let known = variables.replacing(text)
    expandable -= known.utf8.count
    guard known.contains(where: \.isWhitespace), facts.isAssignment != true, redirection == nil else {
      return append(text)
    }
    for (number, part) in known.split(whereSeparator: \.isWhitespace).enumerated() {
      if number > 0 { endWord() }
      append(String(part))
    }
  }

  private mutating func endCommand(isPiped next: Bool) {
    endWord()
    let isFunction = command.words.first == "function" && command.words.count < 3
    guard !command.words.isEmpty, !isFunction else { return beginCommand() }
    if isPiped { piped.insert(commands.count) }
    // `shift` and `set -- …` change the parameters.
    if command.words[0] == "shift" || command.words.starts(with: ["set", "--"]) { parameters = [] }
    let read = nestedCommands(of: command) ?? [command]
    commands += read
    beginCommand()
    isPiped = next
  }

  private mutating func connectPipes() {
    for number in piped.sorted() where commands[number].input == nil && commands[number].inputFile == nil {
      let former = commands[number - 1]
      if former.words.first == "cat", former.words.count == 2 {
        commands[number].inputFile = former.words[1]
      } else if let text = ShellOutput(variables: variables, files: files).text(of: former) {
        guard text.utf8.count <= printable else {
          note("pipes print more than 64 MB: what follows is unknown")
          continue
        }
        printable -= text.utf8.count
        commands[number].input = text
      }
    }
  }

  mutating func add(commands inner: [ShellCommand]) { commands += inner }

  /// Reads a script within this one, which has the same parameters unless it is given others.
  mutating func inner(_ source: String, parameters: [String]? = nil) -> ShellScript {
    let script = ShellScript(
      source, files: files, variables: variables, depth: depth + 1, substitutions: substitutions - 1,
      printable: printable, expandable: expandable, parameters: parameters ?? self.parameters)
    (substitutions, printable, expandable) = (script.substitutions, script.printable, script.expandable)
    return script
  }

  mutating func attachDocument(_ document: String, to number: Int) {
    if number < commands.count { commands[number].input = document }
  }

  /// The output of a script whose commands only print; `nil` if one would have to be run.
  var output: String? {
    guard !commands.isEmpty, commands.indices.dropFirst().allSatisfy(piped.contains) else { return nil }
    return commands.last.flatMap { ShellOutput(variables: variables, files: files).text(of: $0) }
  }
}
