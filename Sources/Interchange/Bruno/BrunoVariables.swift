/// Variables of Bruno: rows, and names in templates that come from elsewhere.
enum BrunoVariables {
  static func rows(_ value: JSONValue?, dotenv: Dotenv?, _ secrets: inout [PortableSecret]) -> [JSONValue] {
    value.objects.compactMap { source in
      guard let name = source.filledText("name") else { return nil }
      var row: JSONObject = ["name": .string(name)]
      let value = typed(source)
      let isSecret = source.flag("secret") || source.flag("transient")
      if let key = processName(value) {
        row.members += reference(to: key, of: name, dotenv: dotenv).members
      } else if let question = prompt(value) {
        row["prompt"] = .string(question)
      } else if !isSecret {
        row["value"] = value
      } else if let text = value.scalarText, !text.isEmpty {
        secrets.append(PortableSecret(name: name, value: text))
      }
      if BrunoRows.isOff(source) { row["off"] = true }
      if isSecret { row["secret"] = true }
      if let description = BrunoRows.description(source) { row["description"] = .string(description) }
      var extras = JSONObject()
      let annotations = (source["annotations"]?.array ?? []).filter {
        types.contains($0.object?.text("name") ?? "") == false
      }
      extras["annotations"] = annotations.asMember
      if source.flag("local") { extras["local"] = true }
      if !extras.members.isEmpty { row["x-bruno"] = .object(extras) }
      return .object(row)
    }
  }

  private static let types: Set = ["string", "number", "boolean", "object"]

  /// Texts with a type beside them become the value.
  private static func typed(_ source: JSONObject) -> JSONValue {
    let wrapped = source["value"]?.object.flatMap { $0["type"] != nil && $0["data"] != nil ? $0 : nil }
    let value = wrapped?["data"] ?? source["value"] ?? ""
    let annotation = (source["annotations"]?.array ?? []).compactMap { $0.object?.text("name") }.first(
      where: types.contains)
    let type = wrapped?.text("type") ?? source.text("datatype") ?? source.text("dataType") ?? annotation
    if let text = value.string, let type, type != "string", let parsed = try? JSONText(text).value { return parsed }
    return value == .null ? "" : value
  }

  /// `X` of a text that is exactly `{{process.env.X}}`.
  private static func processName(_ value: JSONValue) -> String? {
    only(value)?.removingExactly(prefix: "process.env.").flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func prompt(_ value: JSONValue) -> String? {
    only(value)?.removingExactly(prefix: "?").flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func only(_ value: JSONValue) -> String? {
    guard let text = value.string, case .variable(let name)? = Template(text).pieces.first,
      Template(text).pieces.count == 1
    else { return nil }
    return name
  }

  private static func reference(to key: String, of name: String, dotenv: Dotenv?) -> JSONObject {
    guard dotenv?[key] != nil else { return ["fromEnvironment": .string(key)] }
    return key == name ? ["fromDotenv": ".env"] : ["fromDotenv": ".env", "key": .string(key)]
  }

  // MARK: Names in templates

  /// Declares `process.env.X` and `?Question`, which Bruno knows without a declaration.
  static func declareOutsideNames(in collection: inout PortableFolder, dotenv: Dotenv?) {
    let names = (collection.documents + collection.environments.map(\.document)).flatMap {
      $0.templateNames(except: ["scripts", "docs", "examples", "checks"])
    }
    var rows = collection.settings["variables"]?.array ?? []
    var seen = Set(rows.compactMap { $0.object?.text("name") })
    for name in names where seen.insert(name).inserted {
      if let key = name.removingExactly(prefix: "process.env."), !key.isEmpty {
        var row: JSONObject = ["name": .string(name)]
        row.members += reference(to: key, of: name, dotenv: dotenv).members
        row["secret"] = true
        rows.append(.object(row))
      } else if let question = name.removingExactly(prefix: "?"), !question.isEmpty {
        rows.append(["name": .string(name), "prompt": .string(question)])
      }
    }
    if !rows.isEmpty { collection.settings["variables"] = .array(rows) }
  }
}
