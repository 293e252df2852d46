internal import RequestModel

extension CollectionStore {
  /// Sets or adds a variable of an environment, or of the collection itself, and changes nothing else in the file. One that
  /// only the base has gets a file.
  ///
  /// - Parameters:
  ///   - environment: `nil` for a variable of the collection.
  ///   - collection: The absolute path of the collection.
  ///   - isSecret: Declares the variable secret instead of writing its value.
  /// - Returns: Whether the variable is a secret, whose value the caller must store elsewhere.
  package func setVariable(
    _ name: String, to value: String, environment: String?, of collection: String, isSecret: Bool = false
  ) throws(StoreError) -> Bool {
    let file = environment.map { "\(FolderScan.environments)/\($0).json" } ?? "collection.json"
    let path = collection + "/" + file
    // A folder opened without a collection file is a collection too.
    if !Disk.exists(path), environment == nil || CollectionLayers(of: collection, bases).has(file) {
      try Disk.createFolder(Disk.folder(of: path))
      try Disk.create(path, with: JSONValue.object(["variables": []]).renderedFile)
    }
    let (text, known) = try read(
      path,
      as: { (object) throws(DocumentError) in
        environment == nil
          ? try FolderSettings(document: object).variables : try Environment(name: "", document: object).variables
      })
    if let variable = known.last(where: { $0.name.isExactly(name) }), variable.isSecret { return true }
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
