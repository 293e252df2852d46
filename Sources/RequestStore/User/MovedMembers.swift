extension UserDocument {
  /// A file whose members are named after folders, when one of these was renamed; `nil` if that changes nothing.
  ///
  /// Members of an earlier folder of the new name are removed, or the renamed one would get them.
  func moved(from old: String, to new: String) -> [UInt8]? {
    let names = members(in: old)
    let stale = members(in: new).filter { name in !names.contains { $0.isExactly(name) } }
    guard !names.isEmpty || !stale.isEmpty else { return nil }
    var moved = object
    for name in stale { moved[name] = nil }
    for name in names {
      let value = moved[name]
      moved[name] = nil
      moved[new + String(Substring(name.utf8.dropFirst(old.utf8.count)))] = value
    }
    return rewritten(to: moved)
  }

  private func members(in folder: String) -> [String] {
    object.members.map(\.key.value).filter { $0.isExactly(folder) || $0.startsExactly(with: folder + "/") }
  }
}
