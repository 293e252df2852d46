internal import RequestModel

extension CollectionStore {
  /// Gives a variable of an environment a value, and changes nothing else in its file; one that the file does not have is added.
  ///
  /// - Parameters:
  ///   - collection: The absolute path of the collection's folder.
  ///   - isSecret: Whether the file must not hold the value: the variable is declared secret there.
  /// - Returns: Whether the variable is a secret: then its value belongs elsewhere.
  package func setVariable(
    _ name: String, to value: String, environment: String, of collection: String, isSecret: Bool = false
  ) throws(StoreError) -> Bool {
    let path = collection + "/" + FolderScan.environments + "/" + environment + ".json"
    let (text, known) = try read(
      path, as: { (object) throws(DocumentError) in try Environment(name: environment, document: object) })
    if let variable = known.variables.last(where: { $0.name.isExactly(name) }), variable.isSecret { return true }
    var document = text.value.object ?? JSONObject()
    var rows = document["variables"]?.array ?? []
    let index = rows.lastIndex { $0.object?["name"]?.string?.isExactly(name) == true }
    var row = index.flatMap { rows[$0].object } ?? ["name": .string(name)]
    row["value"] = isSecret ? nil : .string(value)
    if isSecret { row["secret"] = true }
    if let index { rows[index] = .object(row) } else { rows.append(.object(row)) }
    document["variables"] = .array(rows)
    try Disk.replace(path, with: text.rewriting(to: .object(document)))
    return isSecret
  }
}
