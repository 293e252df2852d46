extension Address {
  private static let scratchPrefix = ".scratch-"

  /// The address of a new request that has no file yet. Hidden files are no requests, so no file can have it.
  package static func scratch(_ id: RequestID, in folder: Address) -> Address {
    folder.appending(scratchPrefix + id.text + ".json")
  }

  /// Whether it is that of a new request, which has no file yet.
  package var isScratch: Bool { name.startsExactly(with: Self.scratchPrefix) }
}

extension SavedFile {
  /// The file with another name, as its first member if it had none.
  package func named(_ name: String?) -> SavedFile {
    var file = self
    if let name, self.name == nil {
      file.document.members.insert(JSONMember(key: JSONString("name"), value: .string(name)), at: 0)
    } else {
      file.name = name
    }
    return file
  }

  /// The names of the secret variables that it declares itself.
  package var ownSecrets: [String] {
    (document["variables"]?.array ?? []).compactMap { $0.object.map(Variable.init(document:)) }
      .filter { $0.source == .secret && !$0.isOff }.map(\.name)
  }

  /// The file without the declarations of these secrets.
  package func withoutSecrets(_ names: [String]) -> SavedFile {
    guard let rows = document["variables"]?.array else { return self }
    let left = rows.filter { row in
      guard let variable = row.object.map(Variable.init(document:)), variable.source == .secret else { return true }
      return !names.contains { $0.isExactly(variable.name) }
    }
    var file = self
    file.document["variables"] = left.isEmpty ? nil : .array(left)
    return file
  }
}
