/// Notes about variables of folders, which some programs prefer to those of the environment.
enum FolderPrecedence {
  /// Names the variables that have another value here than in the program of a source.
  ///
  /// - Parameter program: The name of the program.
  static func notes(on result: ImportResult, from program: String) -> [InterchangeNote] {
    result.collections.flatMap { collection in
      let environments = collection.environments + result.environments
      let rows = environments.flatMap { enabledRows($0.document) }
      var context = InterchangeContext()
      note(collection, Dictionary(grouping: rows) { $0.text("name") ?? "" }, program, &context)
      return context.notes
    }
  }

  /// Notes the variables of the folders inside of a folder.
  private static func note(
    _ folder: PortableFolder, _ environments: [String: [JSONObject]], _ program: String,
    _ context: inout InterchangeContext
  ) {
    for case .folder(let inner) in folder.items {
      context.enter(inner.name)
      for row in enabledRows(inner.settings) {
        guard let name = row.text("name"), let others = environments[name] else { continue }
        // The value of a secret is not in the row.
        guard others.contains(where: { $0["value"] == nil || $0["value"] != row["value"] }) else { continue }
        context.note(
          .changed, "Variable \"\(name)\": an environment counts more than a folder; in \(program) the folder does")
      }
      note(inner, environments, program, &context)
      context.leave()
    }
  }

  private static func enabledRows(_ document: JSONObject) -> [JSONObject] {
    document["variables"].objects.filter { $0["off"] != true }
  }
}
