/// The files that a command writes, each with what it gets. Each has one owner.
struct OutputOwners {
  private var owners: [String: String] = [:]

  /// Fails if another output goes to the same file, also by another path. `/dev/null` takes any number.
  mutating func add(_ path: String, _ what: String) throws {
    let target = NamedFile.target(of: path)
    guard target != "/dev/null", let former = owners.updateValue(what, forKey: target) else { return }
    let both = former == what && what == "a report" ? "two reports" : "\(former) and \(what)"
    throw CommandExit.usageError("\(path) cannot have \(both) — name two files")
  }

  /// Fails if an output would replace a file.
  func requireKept(_ path: String, _ what: String) throws {
    guard let output = owners[NamedFile.target(of: path)] else { return }
    throw CommandExit.usageError("\(path) is \(what): \(output) would replace it — name another file")
  }
}
