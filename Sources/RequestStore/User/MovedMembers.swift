internal import RequestModel

extension UserDocument {
  /// A file whose members are named after folders, when one of these was renamed; `nil` if that changes nothing.
  func moved(from old: String, to new: String) -> [UInt8]? {
    let names = object.members.map(\.key.value).filter { $0.isExactly(old) || $0.startsExactly(with: old + "/") }
    guard !names.isEmpty else { return nil }
    var moved = object
    for name in names {
      let value = moved[name]
      moved[name] = nil
      moved[new + String(Substring(name.utf8.dropFirst(old.utf8.count)))] = value
    }
    return rewritten(to: moved)
  }
}
