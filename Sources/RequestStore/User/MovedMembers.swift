internal import RequestModel

/// Rewrites a file whose members are named after folders, when one of these was renamed.
enum MovedMembers {
  static func write(_ path: String, _ text: JSONText?, from old: String, to new: String) throws(StoreError) {
    guard let text, let object = text.value.object else { return }
    let names = object.members.map(\.key.value).filter { $0.isExactly(old) || $0.startsExactly(with: old + "/") }
    guard !names.isEmpty else { return }
    var moved = object
    for name in names {
      let value = moved[name]
      moved[name] = nil
      moved[new + String(Substring(name.utf8.dropFirst(old.utf8.count)))] = value
    }
    try Disk.replace(path, with: text.rewriting(to: .object(moved)), mode: 0o600)
  }
}
