/// A request file that changes single members of a request that its collection inherits, as in RFC 7396.
///
/// `null` removes a member. `path`, `options` and `scripts` are changed member by member, and so is `auth` of the same
/// kind; bodies, lists and all else are replaced as a whole.
package enum RequestOverride {
  /// Members that are not inherited: history and editors identify files by them.
  private static let own: Set<String> = ["id", "$schema"]

  /// The request that a file without a member of its own inherits.
  package static func inherited(_ base: JSONObject) -> JSONObject {
    JSONObject(members: base.members.filter { !own.contains($0.key.value) })
  }

  /// Returns the inherited request with the changes of a file.
  package static func merged(_ base: JSONObject, _ changes: JSONObject) -> JSONObject {
    var merged = inherited(base)
    let first = changes.members.filter { own.contains($0.key.value) && $0.value != .null }
    merged.members.insert(contentsOf: first, at: 0)
    for member in changes.members where !own.contains(member.key.value) {
      let name = member.key.value
      merged[name] = value(merged[name], member.value, Depth(of: name))
    }
    return merged
  }

  /// Returns the changes that turn the inherited request into another one. Keeps changes of the file that still apply.
  package static func changes(_ base: JSONObject, _ old: JSONObject, to target: JSONObject) -> JSONObject {
    let (base, before) = (inherited(base), merged(base, old))
    var changes = JSONObject()
    for name in old.keys + (target.keys + base.keys).filter({ old[$0] == nil }) where changes[name] == nil {
      let isKept = target[name] == before[name]
      changes[name] = isKept ? old[name] : change(base[name], target[name], Depth(of: name))
    }
    return changes
  }

  // MARK: Members

  /// How far a member is changed by parts.
  private enum Depth {
    case whole, members
    /// An object with a key that says its kind, and the members of that kind.
    case kind

    init(of name: String) {
      switch name {
      case "path", "options", "scripts": self = .members
      case "auth": self = .kind
      default: self = .whole
      }
    }

    func inner(_ base: JSONObject, _ own: JSONObject) -> Depth? {
      switch self {
      case .whole: nil
      case .members: .whole
      case .kind: base.keys == own.keys && base.keys.count == 1 ? .members : nil
      }
    }
  }

  private static func value(_ base: JSONValue?, _ change: JSONValue, _ depth: Depth) -> JSONValue? {
    if change == .null { return nil }
    let old = base?.object ?? JSONObject()
    guard let own = change.object, let inner = depth.inner(old, own) else { return change }
    var merged = old
    for member in own.members {
      let name = member.key.value
      merged[name] = value(merged[name], member.value, inner)
    }
    return .object(merged)
  }

  private static func change(_ base: JSONValue?, _ target: JSONValue?, _ depth: Depth) -> JSONValue? {
    guard base != target else { return nil }
    guard let target, target != .null else { return base == nil ? nil : .null }
    guard let old = base?.object, let new = target.object, let inner = depth.inner(old, new) else { return target }
    var changes = JSONObject()
    for name in new.keys + old.keys.filter({ new[$0] == nil }) {
      changes[name] = change(old[name], new[name], inner)
    }
    return .object(changes)
  }
}
