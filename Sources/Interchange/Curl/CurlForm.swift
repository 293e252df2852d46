/// The parts of `--form`.
struct CurlForm {
  private(set) var rows: [JSONValue] = []
  private(set) var notes: [InterchangeNote] = []
  let files: CurlFiles

  /// Whether a name contains characters that `--form-escape` escapes with a backslash.
  var hasQuotedNames: Bool {
    rows.compactMap(\.object).contains { row in
      ["name", "filename"].contains { row.text($0)?.contains { $0 == "\"" || $0 == "\\" } ?? false }
    }
  }

  mutating func addLiteral(_ text: String) {
    let (name, value) = text.cut(at: "=").map { ($0.before, $0.after) } ?? (text, "")
    rows.append(["name": .string(name), "value": .string(value)])
  }

  /// `NAME=VALUE`, `NAME=@FILE` or `NAME=<FILE`, followed by `;type=`, `;filename=` and others.
  mutating func add(_ text: String) {
    guard let (name, content) = text.cut(at: "=") else {
      return note(.failed, "-F \(text) has no value")
    }
    if name.isEmpty, content != ")" { note(.changed, "-F \(text): the part has an empty name, and not none") }
    switch content.unicodeScalars.first {
    case "(": note(.dropped, "-F \(name)=(: a part that has parts")
    case ")" where name.isEmpty: break
    case "@":
      var parts = FormPartReader(content.dropFirst(), separator: ",").parts
      if parts.count > 1 {
        note(.changed, "-F \(name): each file is a part of its own, and not of a multipart/mixed part")
      }
      if parts.isEmpty { parts = [FormPart()] }
      for part in parts { add(file: part, name) }
    case "<": add(contentOf: FormPartReader(content.dropFirst(), separator: nil).parts.first ?? FormPart(), name)
    default: add(value: FormPartReader(Substring(content), separator: nil).parts.first ?? FormPart(), name)
    }
  }

  private mutating func add(file part: FormPart, _ name: String) {
    var row: JSONObject = ["name": .string(name)]
    let isInput = CurlFiles.isStandardInput(part.content)
    if isInput, let text = files.text(part.content) {
      row["value"] = .string(text)
    } else {
      guard let path = files.path(part.content) else { return note(.dropped, "-F \(name): standard input") }
      row["file"] = .string(path)
    }
    let type = part.fileName.flatMap(Self.type) ?? (isInput ? nil : Self.type(of: part.content))
    // Standard input has no type.
    row["type"] = .string(part.type ?? type ?? (isInput ? "" : "application/octet-stream"))
    if let fileName = part.fileName ?? (isInput ? "-" : nil) { row["filename"] = .string(fileName) }
    noteUnusable(part, name)
    rows.append(.object(row))
  }

  private mutating func add(contentOf part: FormPart, _ name: String) {
    var part = part
    if let text = files.text(part.content) {
      part.content = text
      return add(value: part, name)
    }
    note(.changed, "-F \(name)=<\(part.content): the file is sent with its name, without being read")
    add(file: part, name)
  }

  private mutating func add(value part: FormPart, _ name: String) {
    var row: JSONObject = ["name": .string(name), "value": .string(part.content)]
    if let type = part.type ?? part.fileName.flatMap(Self.type) { row["type"] = .string(type) }
    if let fileName = part.fileName { row["filename"] = .string(fileName) }
    noteUnusable(part, name)
    rows.append(.object(row))
  }

  private mutating func noteUnusable(_ part: FormPart, _ name: String) {
    for field in part.unusable { note(.dropped, "-F \(name): \(field)") }
  }

  /// The types that curl knows; it sends other files as `application/octet-stream`.
  private static func type(of path: String) -> String? {
    let types = [
      "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "svg": "image/svg+xml",
      "txt": "text/plain", "htm": "text/html", "html": "text/html", "pdf": "application/pdf", "xml": "application/xml",
    ]
    guard let dot = path.lastIndex(of: ".") else { return nil }
    return types[path[path.index(after: dot)...].lowercased()]
  }

  private mutating func note(_ kind: InterchangeNote.Kind, _ text: String) {
    notes.append(InterchangeNote(kind, [], text))
  }
}

/// A part of a form and its attributes.
struct FormPart: Equatable {
  var content = ""
  var type: String?
  var fileName: String?
  /// The names of attributes that our parts do not support.
  var unusable: [String] = []
}

/// Splits `CONTENT;type=TYPE;filename=NAME` as curl does: a word in double quotes may have semicolons.
struct FormPartReader {
  private(set) var parts: [FormPart] = []
  private let text: [Character]
  private var index = 0
  /// An additional character that ends a part.
  private let separator: Character?

  init(_ source: Substring, separator: Character?) {
    text = Array(source)
    self.separator = separator
    repeat {
      parts.append(part())
      index += 1
    } while index <= text.count && separator != nil && index > 0 && text[index - 1] == separator
  }

  private func isEnd(_ index: Int) -> Bool {
    index >= text.count || text[index] == ";" || text[index] == separator
  }

  private mutating func skipSpaces() {
    while index < text.count, text[index].isWhitespace { index += 1 }
  }

  /// A word in quotes, else all up to the next semicolon, without white space at both ends.
  private mutating func word() -> String {
    skipSpaces()
    let start = index
    if index < text.count, text[index] == "\"" {
      var word = ""
      index += 1
      while index < text.count, text[index] != "\"" {
        if text[index] == "\\", index + 1 < text.count, "\\\"".contains(text[index + 1]) { index += 1 }
        word.append(text[index])
        index += 1
      }
      if index < text.count {
        // Ignore text after the closing quote.
        while !isEnd(index) { index += 1 }
        return word
      }
      index = start
    }
    return rest(from: start)
  }

  private mutating func part() -> FormPart {
    var part = FormPart()
    part.content = word()
    // The start of the type, which includes its parameters.
    var typeStart: Int?
    while index < text.count, text[index] == ";" {
      index += 1
      skipSpaces()
      if part.type == nil, consume("type=") {
        skipSpaces()
        typeStart = index
        part.type = rest(from: index)
      } else if consume("filename=") {
        part.fileName = word()
        typeStart = nil
      } else if consume("headers=") || consume("encoder=") {
        let name = String(text[..<index].suffix(8)).prefix { $0 != "=" }
        _ = word()
        part.unusable.append(String(name))
        typeStart = nil
      } else if let typeStart {
        part.type = rest(from: typeStart)
      } else {
        let word = word()
        if !word.isEmpty { part.unusable.append(word) }
      }
    }
    return part
  }

  /// The text up to the next semicolon, without trailing white space.
  private mutating func rest(from start: Int) -> String {
    while !isEnd(index) { index += 1 }
    var end = index
    while end > start, text[end - 1].isWhitespace { end -= 1 }
    return String(text[start..<end])
  }

  private mutating func consume(_ prefix: String) -> Bool {
    guard text[index...].starts(with: prefix) else { return false }
    index += prefix.count
    return true
  }
}
