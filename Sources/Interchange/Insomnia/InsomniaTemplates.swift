/// Translates the templates of Insomnia, which are Nunjucks or Liquid, to ours.
struct InsomniaTemplates {
  /// Gets notes about templates without an equivalent, and about the texts around them.
  var context = InterchangeContext()
  /// The paths of requests in the collection, by their ids.
  var paths: [String: String] = [:]
  /// The paths into environments that templates refer to.
  private(set) var uses: Set<String> = []
  private var sortedUses: [String]?
  /// How many more members are compared to find the parts that are used.
  private var lookups = 10_000_000
  /// Variables that ask for a value, in place of prompts inside of texts.
  private(set) var prompts: [(prompt: InsomniaPrompt, name: String)] = []
  private var promptNames: [InsomniaPrompt: String] = [:]
  private var takenNames = FreeNames()
  /// Whether the text has a `{% raw %}` that nothing ends.
  private var hasOpenRaw = false

  mutating func use(_ path: String) {
    if uses.insert(path).inserted { sortedUses = nil }
  }

  /// The uses in order, to be looked up in objects of that many members.
  mutating func usesToLookUp(among members: Int) -> [String] {
    lookups -= uses.count * max(1, members)
    guard lookups > 0 else {
      context.note(.dropped, "Parts of variables that templates use: there are too many of them")
      return []
    }
    let sorted = sortedUses ?? uses.sorted()
    sortedUses = sorted
    return sorted
  }

  mutating func translated(_ text: String) -> String {
    guard text.contains("{") else { return text }
    var result = ""
    var rest = Substring(text)
    // Each template without an end costs a search through the text.
    var misses = 0
    hasOpenRaw = false
    while misses < 20, let start = rest.unicodeScalars.firstIndex(of: "{") {
      result += rest[..<start]
      rest = rest[start...]
      if let (translation, end) = piece(rest) {
        result += translation
        rest = rest[end...]
      } else {
        if ["{{", "{%", "{#"].contains(where: { rest.startsExactly(with: $0) }) { misses += 1 }
        result.unicodeScalars.append("{")
        rest = rest[rest.unicodeScalars.index(after: start)...]
      }
    }
    return result + rest
  }

  /// The translation of the template at the start of the text, and where it ends; `nil` for other text.
  private mutating func piece(_ text: Substring) -> (String, String.Index)? {
    if let (inside, end) = Self.inside(text, "{{", "}}") {
      return (expression(inside) ?? kept(String(text[..<end])), end)
    }
    if let (_, end) = Self.inside(text, "{#", "#}") { return ("", end) }
    guard let (inside, end) = Self.inside(text, "{%", "%}") else { return nil }
    if inside == "raw", !hasOpenRaw {
      if let (raw, end) = Self.raw(text[end...]) { return (Template.escaping(raw), end) }
      hasOpenRaw = true
    }
    guard let tag = InsomniaTag(inside) else { return (kept(String(text[..<end])), end) }
    if let prompt = InsomniaPrompt(tag) { return ("{{\(name(of: prompt))}}", end) }
    for case .variable(let path) in tag.arguments { use(path) }
    return (tag.translation(paths) ?? kept(String(text[..<end])), end)
  }

  private mutating func expression(_ source: String) -> String? {
    switch InsomniaExpression(source) {
    case .text(let text): return Template.escaping(text)
    case .variable(let path, let filters):
      use(path)
      return "{{" + ([path] + filters).joined(separator: " | ") + "}}"
    case nil: return nil
    }
  }

  /// Keeps a template without an equivalent as text.
  private mutating func kept(_ text: String) -> String {
    context.note(.changed, "Template \(HARNames.shortened(text)): it has no equivalent and is kept as text")
    return text
  }

  private mutating func name(of prompt: InsomniaPrompt) -> String {
    if let known = promptNames[prompt] { return known }
    let plain = String(prompt.title.unicodeScalars.map { "{}|\"'".unicodeScalars.contains($0) ? " " : Character($0) })
    let base = plain.trimmed.isEmpty ? "prompt" : plain.trimmed
    let name = takenNames.claim(base) { "\(base) \($0)" }
    promptNames[prompt] = name
    prompts.append((prompt, name))
    return name
  }

  /// The prompt that a value of an environment is.
  static func prompt(_ value: String) -> InsomniaPrompt? {
    guard let (inside, end) = inside(Substring(value.trimmed), "{%", "%}"), end == value.trimmed.endIndex else {
      return nil
    }
    return InsomniaTag(inside).flatMap(InsomniaPrompt.init)
  }

  /// The text between delimiters, without white space and the dashes that control it. The closing one may be in quotes.
  private static func inside(_ text: Substring, _ open: String, _ close: String) -> (String, String.Index)? {
    guard text.startsExactly(with: open) else { return nil }
    let scalars = text.unicodeScalars
    let start = scalars.index(scalars.startIndex, offsetBy: 2)
    var index = start
    var quote: Unicode.Scalar?
    while index < scalars.endIndex {
      let scalar = scalars[index]
      if let open = quote {
        if scalar == "\\" {
          scalars.formIndex(after: &index)
          if index == scalars.endIndex { break }
        } else if scalar == open {
          quote = nil
        }
      } else if text[index...].startsExactly(with: close) {
        let end = scalars.index(index, offsetBy: 2)
        let inside = String(text[start..<index]).trimmed
        let trimmed = inside.drop { $0 == "-" }
        return (String(trimmed.hasSuffix("-") ? trimmed.dropLast() : trimmed).trimmed, end)
      } else if scalar == "'" || scalar == "\"" {
        quote = scalar
      }
      scalars.formIndex(after: &index)
    }
    return nil
  }

  /// The text up to `{% endraw %}`, and where that ends.
  private static func raw(_ text: Substring) -> (String, String.Index)? {
    var rest = text
    while let start = rest.firstRangeExactly(of: "{%")?.lowerBound {
      guard let (inside, end) = inside(rest[start...], "{%", "%}") else { return nil }
      if inside == "endraw" { return (String(text[..<start]), end) }
      rest = rest[end...]
    }
    return nil
  }
}
