extension CollectionStore {
  /// Sets or adds a variable of an environment, or of the collection itself, and changes nothing else in the file. One that
  /// only the base has gets a file. One that is off is switched on, as its value would have no effect.
  ///
  /// - Parameters:
  ///   - environment: `nil` for a variable of the collection.
  ///   - collection: The absolute path of the collection.
  ///   - isSecret: Declares the variable secret instead of writing its value.
  ///   - creating: Makes an environment that has no file yet.
  /// - Returns: Whether the variable is a secret, whose value the caller must store elsewhere.
  package func setVariable(
    _ name: String, to value: String, environment: String?, of collection: String, isSecret: Bool = false,
    creating: Bool = false
  ) throws(StoreError) -> Bool {
    let file = environment.map { "\(FolderScan.environments)/\($0).json" } ?? "collection.json"
    let path = collection + "/" + file
    // A folder opened without a collection file is a collection too.
    if !Disk.exists(path), creating || environment == nil || CollectionLayers(of: collection, bases).has(file) {
      try Disk.createFolder(Disk.folder(of: path))
      try Disk.create(path, with: JSONValue.object(["variables": []]).renderedFile)
    }
    let (text, known) = try read(
      path,
      as: { (object) throws(DocumentError) in
        environment == nil
          ? try FolderSettings(document: object).variables : try Environment(name: "", document: object).variables
      })
    let named = known.filter { $0.name.isExactly(name) }
    let declared = named.last { !$0.isOff } ?? named.last
    if let declared, declared.isSecret, !declared.isOff { return true }
    let isSecret = isSecret || declared?.isSecret == true
    var document = text.value.object ?? JSONObject()
    var rows = document["variables"]?.array ?? []
    let places = rows.indices.filter { rows[$0].object?["name"]?.string?.isExactly(name) == true }
    let index = places.last { rows[$0].object?["off"]?.bool != true } ?? places.last
    var row = index.flatMap { rows[$0].object } ?? ["name": .string(name)]
    row["value"] = isSecret ? nil : .string(value)
    if isSecret { row["secret"] = true }
    row["off"] = nil
    if let index { rows[index] = .object(row) } else { rows.append(.object(row)) }
    document["variables"] = .array(rows)
    try Disk.replace(path, with: text.rewriting(to: .object(document)))
    return isSecret
  }

  /// Removes the declaration of a secret that has only its name.
  ///
  /// - Returns: Whether it is gone. A declaration with anything else stays.
  package func removeDeclaration(
    _ name: String, environment: String?, of collection: String
  ) throws(StoreError) -> Bool {
    let path = collection + "/" + (environment.map { "\(FolderScan.environments)/\($0).json" } ?? "collection.json")
    guard Disk.exists(path) else { return true }
    let text = try JSONText.object(at: path)
    var document = text.value.object ?? JSONObject()
    let rows = document["variables"]?.array ?? []
    let left = rows.filter { $0 != ["name": .string(name), "secret": true] }
    if left.count < rows.count {
      document["variables"] = .array(left)
      try Disk.replace(path, with: text.rewriting(to: .object(document)))
    }
    return !left.contains { $0.object?["name"]?.string?.isExactly(name) == true }
  }
}
