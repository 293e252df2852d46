import Foundation

/// Writes environments as `http-client.env.json`, and their secrets as `http-client.private.env.json`.
struct HTTPEnvironmentWriter {
  let source: ExportSource

  /// - Returns: No files without environments.
  func files(_ context: inout InterchangeContext) -> [ExportResult.File] {
    guard !source.collection.environments.isEmpty else { return [] }
    var shown = JSONObject()
    var hidden = JSONObject()
    for environment in source.collection.environments {
      context.enter(environment.name)
      let (values, secrets) = values(environment, &context)
      shown[environment.name] = .object(values)
      if !secrets.members.isEmpty { hidden[environment.name] = .object(secrets) }
      context.leave()
    }
    var files = [Self.file("http-client.env.json", shown)]
    if source.includesSecrets, !hidden.members.isEmpty {
      files.append(Self.file("http-client.private.env.json", hidden))
    }
    return files
  }

  private static func file(_ name: String, _ object: JSONObject) -> ExportResult.File {
    ExportResult.File(name, Data(JSONValue.object(object).renderedFile))
  }

  private func values(
    _ environment: PortableEnvironment, _ context: inout InterchangeContext
  ) -> (values: JSONObject, secrets: JSONObject) {
    var (values, secrets) = (JSONObject(), JSONObject())
    for row in environment.document["variables"].objects {
      let name = row.text("name") ?? ""
      if row.flag("off") {
        context.note(.dropped, "Variable \(name): it is off")
      } else if ["fromEnvironment", "fromDotenv", "fromCommand", "prompt"].contains(where: { row[$0] != nil }) {
        context.note(.dropped, "Variable \(name): its value comes from elsewhere")
      } else if row.flag("secret") {
        secrets[name] = .string(environment.secrets.first { $0.name == name }?.value ?? "")
        if !source.includesSecrets { context.note(.dropped, "Variable \(name): the value of a secret") }
      } else {
        values[name] = row["value"] ?? ""
      }
    }
    if environment.document["options"] != nil { context.note(.dropped, "Options of the environment") }
    return (values, secrets)
  }

  /// A file name for a collection.
  static func fileName(_ name: String) -> String {
    let letters = name.map { $0.isLetter || $0.isNumber || " -_".contains($0) ? $0 : "-" }
    let text = String(letters).trimmed
    return text.isEmpty ? "collection" : text
  }
}
