/// Translates our templates to those of HTTP files.
struct HTTPFileReferences {
  /// The identifiers of requests by their paths in the collection.
  private(set) var identifiers: [String: String] = [:]

  /// - Parameter collection: Each request whose response is used gets an identifier.
  init(_ collection: PortableFolder) {
    var used: Set<String> = []
    for name in collection.templateNames where name.contains("response") {
      if case .response(let reference)? = try? TemplateExpression(name).operand { used.insert(reference.request) }
    }
    var taken = FreeNames()
    assign(collection, "", used, &taken)
  }

  private mutating func assign(
    _ folder: PortableFolder, _ prefix: String, _ used: Set<String>, _ taken: inout FreeNames
  ) {
    for item in folder.items {
      switch item {
      case .folder(let inner): assign(inner, prefix + inner.name + "/", used, &taken)
      case .request(let request):
        let path = prefix + request.name
        guard used.contains(path), identifiers[path] == nil else { continue }
        let word = Self.word(request.name)
        identifiers[path] = taken.claim(word) { "\(word)\($0)" }
      }
    }
  }

  private static func word(_ name: String) -> String {
    let letters = name.unicodeScalars.map { scalar -> Character in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)) ? Character(scalar) : "_"
    }
    let word = String(letters)
    return word.first.map { $0.isNumber } ?? true ? "r" + word : word
  }

  /// The text with the templates of REST Client.
  func translated(_ text: String, _ context: inout InterchangeContext) -> String {
    guard text.contains("{{") else { return text }
    return HTTPFileText.mapTemplates(text) { template, inner in
      translated(template: inner, &context).map { "{{" + $0 + "}}" } ?? template
    }
  }

  private func translated(template text: String, _ context: inout InterchangeContext) -> String? {
    if text == "$randomUUID" { return "$guid" }
    guard let expression = try? TemplateExpression(text) else { return nil }
    if !expression.filters.isEmpty {
      context.note(.changed, "{{\(text)}}: other programs have no filters")
      return nil
    }
    guard case .response(let reference) = expression.operand else { return nil }
    guard let name = identifiers[reference.request] else {
      context.note(.changed, "{{\(text)}}: there is no such request")
      return nil
    }
    switch reference.part {
    case .body: return name + ".response.body.*"
    case .json(let path): return name + ".response.body." + path
    case .header(let header): return name + ".response.headers." + header
    case .status:
      context.note(.changed, "{{\(text)}}: other programs cannot use the status")
      return nil
    }
  }
}
