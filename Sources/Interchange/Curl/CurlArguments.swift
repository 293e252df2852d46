/// The arguments of one `curl` command, as curl parses them.
struct CurlArguments {
  struct Option: Equatable {
    /// The long name without hyphens.
    let name: String
    /// `nil` for a flag.
    let value: String?
    /// Whether it is a flag that `--no-` turned off.
    var isOff = false
  }

  /// The options and URLs between two `--next`.
  struct Group: Equatable {
    var options: [Option] = []
    var urls: [String] = []
  }

  private(set) var groups = [Group()]
  private(set) var problems: [String] = []
  /// Notes about arguments that curl refuses but whose meaning is clear.
  private(set) var remarks: [String] = []
  private let files: CurlFiles
  private var variables = CurlVariables()
  /// How many files of options are open.
  private var depth = 0

  init(_ words: some Sequence<String>, files: CurlFiles = CurlFiles()) {
    self.files = files
    read(Array(words))
    groups.removeAll { $0 == Group() }
  }

  private mutating func read(_ words: [String]) {
    var rest = words[...]
    var endsOptions = false
    while let word = rest.popFirst() {
      if endsOptions || word == "-" || !word.hasPrefix("-") {
        groups[groups.count - 1].urls.append(word)
      } else if word == "--" {
        endsOptions = true
      } else if word.hasPrefix("--") {
        long(String(word.dropFirst(2)), &rest)
      } else {
        letters(word.dropFirst(), &rest)
      }
    }
  }

  private mutating func long(_ text: String, _ rest: inout ArraySlice<String>) {
    let (name, attached) = text.cut(at: "=").map { ($0.before, $0.after) } ?? (text, nil)
    if attached != nil { remarks.append("--\(name)=: curl takes the value as a word of its own") }
    if name == "next" {
      groups.append(Group())
    } else if let takesValue = CurlOptionTable.takesValue(name) {
      guard takesValue else { return append(Option(name: name, value: nil)) }
      guard let value = attached ?? rest.popFirst() else { return problems.append("--\(name) has no value") }
      set(name, value)
    } else if let name = name.removingExactly(prefix: "no-"), CurlOptionTable.takesValue(name) == false {
      append(Option(name: name, value: nil, isOff: true))
    } else if let name = name.removingExactly(prefix: "expand-"), CurlOptionTable.takesValue(name) == true {
      guard let value = attached ?? rest.popFirst() else { return problems.append("--expand-\(name) has no value") }
      set(name, variables.expanded(value, &problems))
    } else if let whole = CurlOptionTable.completion(of: name) {
      long(whole + text.dropFirst(name.count), &rest)
    } else {
      problems.append("--\(name) is unknown")
    }
  }

  private mutating func letters(_ text: Substring, _ rest: inout ArraySlice<String>) {
    var text = text
    while let letter = text.popFirst() {
      guard let name = CurlOptionTable.name(of: letter) else {
        problems.append("-\(letter) is unknown")
        continue
      }
      guard CurlOptionTable.takesValue(name) == true else {
        var none: ArraySlice<String> = []
        long(name, &none)
        continue
      }
      guard let value = text.isEmpty ? rest.popFirst() : String(text) else {
        return problems.append("-\(letter) has no value")
      }
      return set(name, value)
    }
  }

  private mutating func set(_ name: String, _ value: String) {
    switch name {
    case "url" where value.hasPrefix("@"): problems.append("--url \(value): the URLs of a file")
    case "url": groups[groups.count - 1].urls.append(value)
    case "config": readOptions(of: value)
    case "variable": variables.declare(value, files, &problems)
    default: append(Option(name: name, value: value))
    }
  }

  private mutating func append(_ option: Option) { groups[groups.count - 1].options.append(option) }

  private mutating func readOptions(of path: String) {
    guard depth < 10, let text = files.text(path) else {
      return problems.append("-K \(path): options of \(files.unread(path))")
    }
    depth += 1
    read(CurlConfigFile.words(of: text))
    depth -= 1
  }
}
