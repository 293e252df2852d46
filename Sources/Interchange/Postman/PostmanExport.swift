import Foundation

extension ExportFormat {
  /// A Postman collection v2.1 with a file for each environment and for the variables of all collections.
  static let postman = ExportFormat("postman", "Postman collection", fileExtension: "json") {
    source throws(ExportError) in
    var writer = PostmanWriter(includesSecrets: source.includesSecrets)
    var files = [ExportResult.File("", bytes(writer.collection(source.collection)))]
    var taken = FreeNames()
    for environment in source.collection.environments {
      let secrets = source.includesSecrets ? environment.secrets : []
      let json = writer.environment(environment.name, environment.document, secrets, scope: "environment")
      files.append(ExportResult.File(path(environment.name, "environment", &taken), bytes(json)))
    }
    if !source.globals.isEmpty {
      let name = "Globals"
      let json = writer.environment(name, ["variables": .array(source.globals)], [], scope: "globals")
      files.append(ExportResult.File(path(name, "globals", &taken), bytes(json)))
    }
    return ExportResult(files: files, notes: writer.context.notes)
  }

  private static func bytes(_ json: JSONValue) -> Data { Data(json.renderedFile) }

  /// A path as Postman names its files, without characters that file systems do not have.
  private static func path(_ name: String, _ kind: String, _ taken: inout FreeNames) -> String {
    let safe = String(name.map { $0.isNewline || "/\\:*?\"<>|\0".contains($0) ? "-" : $0 })
    let stem = safe.isEmpty || safe.hasPrefix(".") ? "_" + safe : safe
    return taken.claimIgnoringCase(stem, suffix: ".postman_\(kind).json")
  }
}

extension PostmanWriter {
  mutating func environment(
    _ name: String, _ document: JSONObject, _ secrets: [PortableSecret], scope: String
  ) -> JSONValue {
    context.enter(name)
    defer { context.leave() }
    let values = Dictionary(secrets.map { ($0.name, $0.value) }) { $1 }
    let rows = document["variables"].objects.map { row -> JSONValue in
      var variable = Self.variable(row, secret: values[row.text("name") ?? ""]) { context.note(.dropped, $0) }
      variable["enabled"] = .bool(variable["disabled"] != true)
      variable["disabled"] = nil
      if variable["type"] == "string" { variable["type"] = "default" }
      return .object(variable)
    }
    if document["options"]?.isEmpty == false { context.note(.dropped, "Options: environments have none") }
    var json: JSONObject = [
      "name": .string(name), "values": .array(rows), "_postman_variable_scope": .string(scope),
    ]
    if let read = PostmanEnvironment.read(.object(json), rows, stem: nil).environments.first {
      PostmanRemainder.addRemainder(document, read.document, to: &json)
    }
    return .object(json)
  }
}
