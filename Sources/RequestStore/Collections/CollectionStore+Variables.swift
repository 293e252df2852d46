internal import RequestModel

extension CollectionStore {
  /// Gives a variable of an environment a value, and changes nothing else in its file; one that the file does not have is added.
  ///
  /// - Parameter collection: The absolute path of the collection's folder.
  /// - Returns: Whether the variable is a secret: then the file stays as it is, and the value belongs elsewhere.
  package func setVariable(
    _ name: String, to value: String, environment: String, of collection: String
  ) throws(StoreError) -> Bool {
    let path = collection + "/" + FolderScan.environments + "/" + environment + ".json"
    let (text, known) = try read(
      path, as: { (object) throws(ShapeError) in try Environment(name: environment, document: object) })
    if let variable = known.variables.last(where: { $0.name.isExactly(name) }), variable.isSecret { return true }
    var document = text.value.object ?? JSONObject()
    var rows = document["variables"]?.array ?? []
    if let index = rows.lastIndex(where: { $0.object?["name"]?.string?.isExactly(name) == true }),
      var row = rows[index].object
    {
      row["value"] = .string(value)
      rows[index] = .object(row)
    } else {
      var row = JSONObject()
      row["name"] = .string(name)
      row["value"] = .string(value)
      rows.append(.object(row))
    }
    document["variables"] = .array(rows)
    try Disk.replace(path, with: text.rewriting(to: .object(document)))
    return false
  }
}
