// Arrays: `NAME=(…)`, `NAME+=(…)`, `NAME[KEY]=…`, `${NAME[KEY]}`, `${NAME[@]}` and `${NAME[@]:1:2}`.
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
    let elements = command.words
    (command, onlyDeclares, array) = (finished.command, true, nil)
    if !finished.isAdded { variables.set(finished.name, []) }
    let pairs = elements.compactMap { pair($0) }
    if pairs.count == elements.count {
      for (key, value) in pairs { variables.set(finished.name, key: key, value) }
    } else if elements.contains(where: { $0.hasPrefix("[") && $0.contains("]=") }) {
      noteKeys(of: finished.name)
    } else {
      variables.append(elements, to: finished.name)
    }
  }

  /// Turns an unclosed array into an unreadable command, because it may contain other commands.
  mutating func leaveOpenArray() {
    endWord()
    guard let open = array else { return }
    note("the array \(open.name) is not closed")
    array = nil
    command.words.insert(open.name + "=(", at: 0)
  }

  // MARK: Their keys

  /// Reads `[KEY]=VALUE` of an array.
  mutating func assign(_ element: String, in name: String) {
    guard let (key, value) = pair(element) else { return noteKeys(of: name) }
    variables.set(name, key: key, value)
  }

  /// The key and the value of `[KEY]=VALUE`; `nil` for another element, or if the key is unknown.
  private mutating func pair(_ element: String) -> (key: String, value: String)? {
    guard element.hasPrefix("["), let (text, rest) = element.dropFirst().cut(at: "]"),
      let value = rest.removingExactly(prefix: "="), let key = key(text)
    else { return nil }
    return (key, value)
  }

  /// A key with the values of its variables; `nil` if one is unknown.
  private mutating func key(_ text: String) -> String? {
    let key = known(text)
    return VariableMarks.contains(key) ? nil : key
  }

  private mutating func noteKeys(of name: String) { note("the keys of the array \(name) are not read") }

  // MARK: Their elements

  /// The elements of the `${NAME[@]}` or `"$@"` at the index, each of which is a word; `nil` for anything else.
  ///
  /// - Parameter isQuoted: Whether it is between double quotes. `${NAME[@]+"${NAME[@]}"}` has its own.
  mutating func takeElements(isQuoted: Bool) -> ArraySlice<String>? {
    if isQuoted, !parameters.isEmpty, let form = ["$@", "${@}"].first(where: looksAt) {
      index += form.count
      return parameters.dropFirst()
    }
    guard looksAt("${") else { return nil }
    let name = string(text[(index + 2)...].prefix(while: isNameScalar))
    guard let elements = variables.arrays[name] else { return nil }
    let all = "${" + name + "[@]"
    let ifSet = all + "+\"" + all + "}\"}"
    if looksAt(ifSet) {
      index += ifSet.unicodeScalars.count
      return elements[...]
    }
    guard isQuoted, looksAt(all) else { return nil }
    let start = index + all.unicodeScalars.count
    let range = string(text[start...].prefix { ": 0123456789".unicodeScalars.contains($0) })
    let end = start + range.unicodeScalars.count
    guard end < text.count, text[end] == "}", let slice = slice(elements, range[...]) else { return nil }
    index = end + 1
    return slice
  }

  /// The elements that `:OFFSET` or `:OFFSET:LENGTH` chooses, all for no text; `nil` for anything but plain numbers.
  private func slice(_ elements: [String], _ range: Substring) -> ArraySlice<String>? {
    if range.isEmpty { return elements[...] }
    guard let match = range.wholeMatch(of: /: *([0-9]+)(?:: *([0-9]+))?/), let offset = Int(match.1) else { return nil }
    let rest = elements.dropFirst(offset)
    return match.2.map { rest.prefix(Int($0) ?? .max) } ?? rest
  }

  /// The value of `${NAME…}` as one text; `nil` if the variable is no array.
  mutating func value(ofArray name: String, _ rest: Substring = "[0]") -> String? {
    guard let elements = variables.arrays[name] else { return nil }
    if rest.hasPrefix("[@]") || rest.hasPrefix("[*]"), let slice = slice(elements, rest.dropFirst(3)) {
      return joined(slice)
    }
    if rest.hasPrefix("["), rest.hasSuffix("]"),
      let key = key(expanded(String(rest.dropFirst().dropLast()).filter { !"\"'".contains($0) }))
    {
      if let position = variables.position(of: key, in: name) { return element(position, of: elements) }
      // A missing element is no text.
      if variables.keys[name] != nil || UInt(key) != nil { return "" }
    }
    note("${\(name)\(rest)} is unknown")
    return ""
  }

  mutating func element(_ number: Int, of elements: [String]) -> String {
    elements.indices.contains(number) ? joined(elements[number...number]) : ""
  }

  /// Elements as one text.
  mutating func joined(_ elements: ArraySlice<String>) -> String {
    mayExpand(elements) ? elements.joined(separator: " ") : ""
  }

  /// Appends elements of an array, each as a word; where only one word is read, they are one.
  mutating func append(_ elements: ArraySlice<String>) {
    guard mayExpand(elements) else { return }
    if facts.isAssignment == true || redirection != nil { return append(elements.joined(separator: " ")) }
    for (number, element) in elements.enumerated() {
      if number > 0 { endWord() }
      append(element)
    }
  }

  /// Whether elements may still be put in, which a few lines can double again and again.
  private mutating func mayExpand(_ elements: ArraySlice<String>) -> Bool {
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
