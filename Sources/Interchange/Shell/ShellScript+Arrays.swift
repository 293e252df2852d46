// Arrays: `NAME=(…)`, `NAME+=(…)` and `${NAME[@]}`.
extension ShellScript {
  struct OpenArray {
    let name: String
    /// Whether the elements are added to those it has.
    let isAdded: Bool
    /// The command around it.
    let command: ShellCommand
  }

  mutating func beginArray(_ name: String, isAdded: Bool) {
    array = OpenArray(name: name, isAdded: isAdded, command: command)
    (command, onlyDeclares) = (ShellCommand(), false)
  }

  /// Reads a character that means something else between the brackets of an array.
  mutating func readInArray(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n": endWord()
    case ")": endArray()
    case "(", ";", "&", "|", "<", ">": append(scalar)
    default: return false
    }
    index += 1
    return true
  }

  private mutating func endArray() {
    endWord()
    guard let finished = array else { return }
    var elements = command.words
    (command, onlyDeclares, array) = (finished.command, true, nil)
    if elements.contains(where: { $0.hasPrefix("[") && $0.contains("]=") }) {
      note("the keys of the array \(finished.name) are not read")
      elements = []
    }
    if finished.isAdded {
      variables.append(elements, to: finished.name)
    } else {
      variables.set(finished.name, elements)
    }
  }

  /// Makes an array that nothing closes a command, which is not read: it may have others in it.
  mutating func leaveOpenArray() {
    endWord()
    guard let open = array else { return }
    note("the array \(open.name) is not closed")
    array = nil
    command.words.insert(open.name + "=(", at: 0)
  }

  // MARK: Their elements

  /// The elements of the `${NAME[@]}` at the index, each of which is a word; `nil` for anything else.
  ///
  /// - Parameter isQuoted: Whether it is between double quotes. `${NAME[@]+"${NAME[@]}"}` has its own.
  mutating func takeElements(isQuoted: Bool) -> [String]? {
    guard looksAt("${") else { return nil }
    let name = string(text[(index + 2)...].prefix(while: isNameScalar))
    guard let elements = variables.arrays[name] else { return nil }
    let all = "${" + name + "[@]"
    let forms = [all + "+\"" + all + "}\"}"] + (isQuoted ? [all + "}"] : [])
    guard let form = forms.first(where: { looksAt($0) }) else { return nil }
    index += form.unicodeScalars.count
    return elements
  }

  /// The value of `${NAME…}` for an array, as one text.
  mutating func value(of elements: [String], _ rest: Substring, _ inside: String) -> String {
    if rest.isEmpty { return element(0, of: elements) }
    if rest == "[@]" || rest == "[*]" { return mayExpand(elements) ? elements.joined(separator: " ") : "" }
    if rest.hasPrefix("["), rest.hasSuffix("]"), let number = Int(rest.dropFirst().dropLast()) {
      return element(number, of: elements)
    }
    note("${\(inside)} is unknown")
    return ""
  }

  mutating func element(_ number: Int, of elements: [String]) -> String {
    guard elements.indices.contains(number), mayExpand([elements[number]]) else { return "" }
    return elements[number]
  }

  /// Appends elements of an array, each as a word; where only one word is read, they are one.
  mutating func append(_ elements: [String]) {
    guard mayExpand(elements) else { return }
    if facts.isAssignment == true || redirection != nil { return append(elements.joined(separator: " ")) }
    for (number, element) in elements.enumerated() {
      if number > 0 { endWord() }
      append(element)
    }
  }

  /// Whether elements may still be put in, which a few lines can double again and again.
  private mutating func mayExpand(_ elements: [String]) -> Bool {
    let size = expandable > 0 ? elements.reduce(0) { $0 + $1.utf8.count + 8 } : 0
    guard expandable > 0, size <= expandable else {
      expandable = 0
      note("arrays that stand for more than 1 MB are left out")
      return false
    }
    expandable -= size
    return true
  }
}
