internal import RequestModel

/// Translates the templates of Insomnia, which are Nunjucks or Liquid, to ours.
struct InsomniaTemplates {
  /// The paths of requests in the collection, by their ids.
  var paths: [String: String] = [:]
  /// The paths into environments that templates refer to.
  private(set) var uses: Set<String> = []
  /// Variables that ask for a value, in place of prompts inside of texts.
  private(set) var prompts: [(prompt: InsomniaPrompt, name: String)] = []

  mutating func use(_ path: String) { uses.insert(path) }

  mutating func translated(_ text: String, _ context: inout InterchangeContext) -> String {
    guard text.contains("{") else { return text }
    var result = ""
    var rest = Substring(text)
    // Each template without an end costs a search through the text.
    var misses = 0
    while misses < 20, let start = rest.unicodeScalars.firstIndex(of: "{") {
      result += rest[..<start]
      rest = rest[start...]
      if let (translation, end) = piece(rest, &context) {
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

  /// The translation of the template at the start of the text, and where it ends; `nil` if there is none.
  private mutating func piece(
    _ text: Substring, _ context: inout InterchangeContext
  ) -> (String, String.Index)? {
    if let (inside, end) = Self.inside(text, "{{", "}}") {
      return (expression(inside) ?? kept(String(text[..<end]), &context), end)
    }
    if let (_, end) = Self.inside(text, "{#", "#}") { return ("", end) }
    guard let (inside, end) = Self.inside(text, "{%", "%}") else { return nil }
    if inside == "raw", let (raw, end) = Self.raw(text[end...]) { return (Template.escaping(raw), end) }
    guard let tag = InsomniaTag(inside) else { return (kept(String(text[..<end]), &context), end) }
    if let prompt = InsomniaPrompt(tag) { return ("{{\(name(of: prompt))}}", end) }
    uses.formUnion(tag.arguments.compactMap { if case .variable(let path) = $0 { path } else { nil } })
    return (tag.translation(paths) ?? kept(String(text[..<end]), &context), end)
  }

  private mutating func expression(_ source: String) -> String? {
    switch InsomniaExpression(source) {
    case .text(let text): return Template.escaping(text)
    case .variable(let path, let filters):
      uses.insert(path)
      return "{{" + ([path] + filters).joined(separator: " | ") + "}}"
    case nil: return nil
    }
  }

  /// What has no equivalent stays as it is.
  private func kept(_ text: String, _ context: inout InterchangeContext) -> String {
    context.note(.changed, "Template \(HARNames.shortened(text)): it has no equivalent and is kept as text")
    return text
  }

  private mutating func name(of prompt: InsomniaPrompt) -> String {
    if let known = prompts.first(where: { $0.prompt == prompt }) { return known.name }
    let plain = String(prompt.title.unicodeScalars.map { "{}|\"'".unicodeScalars.contains($0) ? " " : Character($0) })
    let base = plain.trimmed.isEmpty ? "prompt" : plain.trimmed
    var name = base
    var number = 2
    while prompts.contains(where: { $0.name == name }) {
      name = "\(base) \(number)"
      number += 1
    }
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
