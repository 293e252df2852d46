/// Secrets that an import found in a document. Variables replace them in the kept document.
struct OpenAPIHiddenSecrets {
  private var values: [String: String] = [:]
  /// The names of secrets whose values are not written.
  private(set) var names: [String] = []

  init(_ collection: PortableFolder) {
    let rows = collection.settings["variables"].objects.filter { $0.flag("secret") }
    let imported = rows.compactMap { $0.text("name") }.filter { $0.hasPrefix("imported-") }
    guard !imported.isEmpty else { return }
    let used = Set(collection.documents.flatMap { $0[KeptDocument.member]?.templateNames ?? [] })
    let known = Dictionary(collection.secrets.map { ($0.name, $0.value) }) { first, _ in first }
    for name in imported where used.contains(name) {
      if known[name] == nil { names.append(name) }
      values[name] = known[name] ?? name
    }
  }

  /// The value with secrets, or with their names.
  func shown(_ value: JSONValue) -> JSONValue {
    guard !values.isEmpty else { return value }
    switch value {
    case .string(let string): return string.hasBraces ? .string(filled(string.value)) : value
    case .array(let elements): return .array(elements.map(shown))
    case .object(let object):
      if let template = SecretNumber.template(object) { return number(template) }
      return .object(object.mapValues(shown))
    default: return value
    }
  }

  /// A number again, or the name of the secret.
  private func number(_ template: String) -> JSONValue {
    let text = filled(template)
    guard let value = try? JSONText(text).value, value.number != nil else { return .string(text) }
    return value
  }

  private func filled(_ text: String) -> String {
    Template(text).variables.reduce(text) { text, name in
      values[name].map { text.replacing("{{\(name)}}", with: $0) } ?? text
    }
  }

  /// A value with those of another one, where it differs only because secrets are hidden.
  func completed(_ value: JSONValue, from now: JSONValue?) -> JSONValue {
    guard let now, value != now else { return value }
    switch value {
    case .string(let string): return hides(now, in: string.value) ? now : value
    case .array(let elements):
      let others = now.array ?? []
      return .array(elements.enumerated().map { completed($1, from: others.indices.contains($0) ? others[$0] : nil) })
    case .object(let object):
      let members = object.members.map { member in
        JSONMember(key: member.key, value: completed(member.value, from: now.object?[member.key.value]))
      }
      return .object(JSONObject(members: members))
    default: return value
    }
  }

  /// Whether a text is a value with the names of secrets in their places.
  private func hides(_ value: JSONValue, in text: String) -> Bool {
    if names.contains(text) { return value.scalarText != nil }
    let longestFirst = names.sorted { $0.utf8.count > $1.utf8.count }
    let parts = longestFirst.reduce(text) { $0.replacing($1, with: "\0") }
      .split(separator: "\0", omittingEmptySubsequences: false)
    guard parts.count > 1, let value = value.string, value.hasPrefix(parts[0]) else { return false }
    var rest = value.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}

extension OpenAPIOperationEdit {
  /// Parameters of the path follow it.
  ///
  /// - Parameter takesItem: Whether the path moves with all that is in it; else the operation gets its parameters.
  /// - Returns: The parameters of the path that moves.
  mutating func move(
    to new: OpenAPIPlace, from old: OpenAPIPlace, _ values: JSONObject?, takesItem: Bool
  ) -> JSONValue? {
    let gone = Set(old.names).subtracting(new.names)
    var added = Set(new.names).subtracting(old.names)
    var names: [String: String] = [:]
    for (earlier, name) in zip(old.names, new.names) where old.names.count == new.names.count {
      if gone.contains(earlier), added.remove(name) != nil { names[earlier] = name }
    }
    func following(_ elements: [JSONValue], _ base: OpenAPINode) -> [JSONValue] {
      elements.compactMap { element -> JSONValue? in
        let node = base.with(element).resolved
        return node.isPathParameter(in: gone) ? node.renamed(names) : element
      }
    }
    let own = value["parameters"]?.array ?? []
    let shared = operation.pathNode["parameters"]?.value.array ?? []
    var list = following(own, operation.node)
    if !takesItem {
      let known = own.map { operation.node.with($0).resolved.parameterKey }
      let further = shared.map { operation.pathNode.with($0).resolved }.filter { !known.contains($0.parameterKey) }
      list = following(further.map { .object($0.object) }, operation.pathNode) + list
    }
    for parameter in new.parameters(values) where added.contains(parameter.object?.text("name") ?? "") {
      list.append(version.parameter(parameter))
    }
    value["parameters"] = list.isEmpty ? nil : .array(list)
    let left = following(shared, operation.pathNode)
    return left.isEmpty ? nil : .array(left)
  }
}

extension OpenAPINode {
  fileprivate var parameterKey: [String?] { [text("in"), text("name")] }

  fileprivate func isPathParameter(in names: Set<String>) -> Bool {
    text("in") == "path" && names.contains(text("name") ?? "")
  }

  /// A parameter with its new name; `nil` if it was not renamed.
  fileprivate func renamed(_ names: [String: String]) -> JSONValue? {
    guard let name = names[text("name") ?? ""] else { return nil }
    var parameter = object
    parameter["name"] = .string(name)
    return .object(parameter)
  }
}

extension OpenAPIDocs {
  /// The description of the document in the docs of its collection.
  static func description(in text: String, _ root: OpenAPINode) -> String {
    var text = text
    let summary = OpenAPIText.trimmed(root["info"]?.text("summary") ?? "")
    if !summary.isEmpty { text = text.removingExactly(prefix: summary + "\n\n") ?? text }
    return rest(of: text, before: facts(root)) ?? text
  }

  /// The description of a tag in the docs of its folder.
  static func description(of tag: OpenAPINode, in text: String) -> String {
    rest(of: text, before: link(tag["externalDocs"]) ?? "") ?? text
  }

  /// - Returns: `nil` if the text does not end with that paragraph.
  static func rest(of text: String, before end: String) -> String? {
    if end.isEmpty { return text }
    if text == end { return "" }
    return text.hasSuffix("\n\n" + end) ? String(text.dropLast(end.count + 2)) : nil
  }
}

extension JSONValue {
  /// Whether a path has no other operation, and no path has its new name: then it is renamed.
  func movesPath(from old: [String], to path: String) -> Bool {
    guard let paths = object?[old[0]]?.object, let item = paths[old[1]]?.object else { return false }
    return item.keys.count { OpenAPIOperations.isMethod($0) } == 1 && paths[path] == nil
  }

  /// Moves an operation to another path or method.
  ///
  /// - Parameter shared: The parameters of a path that moves.
  func movingOperation(
    from old: [String], to new: [String], _ operation: JSONValue, shared: JSONValue?
  ) -> JSONValue {
    guard var document = object, var paths = document[old[0]]?.object,
      let index = paths.members.lastIndex(where: { $0.key.means(old[1]) }), var item = paths.members[index].value.object
    else { return self }
    let methods = item.keys.filter { OpenAPIOperations.isMethod($0) }
    if old[1] == new[1] || movesPath(from: old, to: new[1]) {
      item.members = item.members.map { member in
        member.key.means(old[2]) ? JSONMember(key: JSONString(new[2]), value: operation) : member
      }
      if old[1] != new[1], item["parameters"] != nil { item["parameters"] = shared }
      paths.members[index] = JSONMember(key: JSONString(new[1]), value: .object(item))
    } else {
      item[old[2]] = nil
      paths.members[index].value = .object(item)
      if methods.count == 1 { paths.members.remove(at: index) }
      if var target = paths[new[1]]?.object {
        target[new[2]] = operation
        paths[new[1]] = .object(target)
      } else {
        let target: JSONObject = [new[2]: operation]
        let next = min(index + 1, paths.members.count)
        paths.members.insert(JSONMember(key: JSONString(new[1]), value: .object(target)), at: next)
      }
    }
    document[old[0]] = .object(paths)
    return .object(document)
  }
}

extension JSONObject {
  /// Variables that have another value than in an earlier state, or are new. Secrets and the URL of the server have
  /// places of their own.
  func changedVariables(_ earlier: JSONObject) -> [JSONObject] {
    let rows = earlier["variables"].objects
    let known = Dictionary(rows.map { ($0.text("name") ?? "", $0.text("value") ?? "") }) { $1 }
    return self["variables"].objects.filter { row in
      let name = row.text("name") ?? ""
      let isOther = row.flag("secret") || name == OpenAPIServers.baseVariable
      return !isOther && known[name] != row.text("value") ?? ""
    }
  }

  /// The path of a document that has the same segments, whatever its parameters are called.
  func path(like path: String) -> String {
    func shape(_ path: String) -> [Substring] {
      path.split(separator: "/", omittingEmptySubsequences: false).map { $0.hasPrefix("{") ? "{}" : $0 }
    }
    let wanted = shape(path)
    return keys.contains(path) ? path : keys.first { shape($0) == wanted } ?? path
  }
}

extension PortableFolder {
  /// The settings of it and of the folders in it, by their names.
  var allSettings: [[String]: JSONObject] {
    var found: [[String]: JSONObject] = [:]
    func collect(_ folder: PortableFolder, _ names: [String]) {
      found[names] = folder.settings
      for case .folder(let inner) in folder.items { collect(inner, names + [inner.name]) }
    }
    collect(self, [])
    return found
  }

  /// The docs of the folders in it, by their names.
  var folderDocs: [[String]: JSONValue] {
    allSettings.filter { !$0.key.isEmpty }.mapValues { $0["docs"] ?? .null }
  }
}

extension String {
  /// Whether an import gave it a number because another collection had the name.
  func isNumbered(_ name: String) -> Bool {
    guard let rest = removingExactly(prefix: name + " ") else { return false }
    return !rest.isEmpty && rest.allSatisfy { $0.isASCII && $0.isNumber }
  }
}
