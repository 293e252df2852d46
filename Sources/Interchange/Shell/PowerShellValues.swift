/// The values of a script by the paths of its variables, in lower case: `headers`, `session.cookies`.
struct PowerShellValues {
  private struct Entry {
    var value: PowerShellValue
    /// About how many bytes it is.
    var size: Int
  }

  private var entries: [String: Entry] = [:]
  /// The paths below each variable.
  private var below: [String: Set<String>] = [:]

  subscript(path: String) -> PowerShellValue? { entries[path]?.value }

  /// The approximate size of a value and its members, in bytes.
  func size(of path: String) -> Int { entries[path]?.size ?? 0 }

  func members(of variable: String) -> [String: PowerShellValue] {
    var members: [String: PowerShellValue] = [:]
    for name in below[variable] ?? [] { members[name] = self[variable + "." + name] }
    return members
  }

  mutating func set(_ path: String, _ value: PowerShellValue?, size: Int) {
    entries[path] = value.map { Entry(value: $0, size: size) }
    guard let (variable, name) = path.cut(at: ".") else { return }
    below[variable, default: []].insert(name)
    entries[variable]?.size += size
  }

  /// Adds a cookie to those of a path.
  mutating func append(text: String, to path: String, size: Int) {
    guard case .text(var all)? = self[path] else { return set(path, .text(text), size: size) }
    let formerSize = self.size(of: path)
    entries[path]?.value = .null
    all += "; " + text
    set(path, .text(all), size: formerSize + size)
  }

  /// Adds a row to the table at a path.
  mutating func append(row: (String, PowerShellValue), to path: String, size: Int) {
    let formerSize = self.size(of: path)
    guard case .table(var rows)? = entries[path]?.value else { return set(path, .table([row]), size: size) }
    entries[path]?.value = .null
    rows.append(row)
    set(path, .table(rows), size: formerSize + size)
  }
}
