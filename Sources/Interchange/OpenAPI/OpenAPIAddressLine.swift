/// The URL of an operation: its path with our path parameters in place of `{name}`.
struct OpenAPIAddressLine {
  /// The path, from its first slash.
  private(set) var text = ""
  /// The values of the `:name` segments.
  private(set) var values = JSONObject()

  private let state: OpenAPIImport
  private let named: [String: OpenAPIParameter]
  private var used: Set<String> = []
  /// The values of the segments in their order, from which the object is made at once.
  private var pairs: [(key: String, value: JSONValue?)] = []

  init(_ path: String, _ parameters: [OpenAPIParameter], _ state: OpenAPIImport) {
    self.state = state
    named = Dictionary(parameters.map { ($0.name, $0) }) { $1 }
    let plain = path.prefix { $0 != "#" }
    let mark = plain.firstIndex(of: "?") ?? plain.endIndex
    let segments = plain[..<mark].split(separator: "/", omittingEmptySubsequences: false).map { segment in
      self.segment(String(segment))
    }
    values.set(pairs)
    let query = filled(String(plain[mark...]))
    text = segments.joined(separator: "/")
    if !text.hasPrefix("/") { text = "/" + text }
    text += query
    for parameter in parameters where !used.contains(parameter.name) {
      state.notes.note(.dropped, "Parameter \"\(parameter.name)\" of the path, which the path does not have")
    }
  }

  private mutating func segment(_ segment: String) -> String {
    if let (name, rest) = Self.whole(segment) {
      let parameter = named[name]
      if parameter.map({ $0.style.name == "simple" && !$0.allowsReserved }) ?? true {
        used.insert(name)
        pairs.append((name, .string(Template.escaping(parameter?.text ?? ""))))
        return ":" + name + rest
      }
    }
    if segment.hasPrefix(":"), let parameter = named[String(segment.dropFirst())] {
      used.insert(parameter.name)
      pairs.append((parameter.name, .string(Template.escaping(parameter.text))))
    }
    return filled(segment)
  }

  /// The name in a segment such as `{name}` or `{name}.json`, and the text after it.
  private static func whole(_ segment: String) -> (name: String, rest: String)? {
    guard segment.hasPrefix("{"), let end = segment.firstIndex(of: "}") else { return nil }
    let name = segment[segment.index(after: segment.startIndex)..<end]
    let rest = segment[segment.index(after: end)...]
    // Ours end at the first dot.
    guard !name.isEmpty, !name.contains(where: { ".?#{:=*+ ".contains($0) }) else { return nil }
    guard rest.isEmpty || rest.hasPrefix("."), !rest.contains("{") else { return nil }
    return (String(name), String(rest))
  }

  /// The text with variables in place of `{name}`.
  private mutating func filled(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      let inner = rest[rest.index(after: start)..<end]
      result += rest[..<start]
      rest = rest[rest.index(after: end)...]
      guard !inner.isEmpty, !inner.contains("{") else {
        result += "{\(inner)}"
        continue
      }
      let name = Self.name(inner)
      used.insert(name)
      result += placed(name, named[name] ?? named[String(inner)])
    }
    return result + rest
  }

  /// The name in `{+name}`, `{name=projects/*}` or `{name*}`.
  private static func name(_ inner: Substring) -> String {
    String(inner.drop { "+#./;?&".contains($0) }.prefix { $0 != "=" && $0 != "*" && $0 != ":" })
  }

  private func placed(_ name: String, _ parameter: OpenAPIParameter?) -> String {
    guard let parameter else { return variable(name, nil, "") }
    let value = parameter.value
    guard !value.isContainer else { return variable(name, parameter, parameter.text) }
    let prefix =
      switch parameter.style.name {
      case "label": "."
      case "matrix": ";\(name)="
      default: ""
      }
    return prefix + variable(name, parameter, value.compactText)
  }

  /// A variable for text that cannot be its own path segment.
  private func variable(_ name: String, _ parameter: OpenAPIParameter?, _ text: String) -> String {
    let variable = state.variables.name(
      for: "path " + name, wanted: name, value: .string(Template.escaping(text)), description: parameter?.description)
    return "{{\(variable)}}"
  }
}
