/// Where a file or folder and everything in it is now.
///
/// Everything that is kept by an address or a path follows through this: `OpenItems.follow` for what is kept for files,
/// `Workspace.relocate` for the rest of the open folder, `Workbench.follow` for what is on the screen.
package struct Relocation: Equatable, Sendable {
  let old: Address
  /// `nil` if it is gone.
  let new: Address?
  /// The absolute path of the open folder.
  let root: String
  /// Whether it is the file of an environment.
  let isEnvironment: Bool

  init(_ old: Address, to new: Address?, in root: String, isEnvironment: Bool = false) {
    (self.old, self.new, self.root, self.isEnvironment) = (old, new, root, isEnvironment)
  }

  // MARK: Places

  /// Where a place is now; `nil` if it is gone.
  func callAsFunction<Place: Relocatable>(_ place: Place) -> Place? { place.relocated(by: self) }

  func callAsFunction<Place: Relocatable>(_ places: Set<Place>) -> Set<Place> { Set(places.compactMap { self($0) }) }

  func callAsFunction<Place: Relocatable>(_ places: [Place]) -> [Place] { places.compactMap { self($0) } }

  /// Values by address. Those that move replace the values of an earlier file of that name.
  func callAsFunction<Place: Relocatable, Value>(_ table: [Place: Value]) -> [Place: Value] {
    moved(table) { self($0) }
  }

  // MARK: Absolute paths

  /// Where an absolute path leads now; `nil` if nowhere.
  func path(_ path: String) -> String? {
    let place = root == "/" ? "/" + old.path : root + "/" + old.path
    guard path.isExactly(place) || path.startsExactly(with: place + "/") else { return path }
    let rest = String(Substring(path.utf8.dropFirst(place.utf8.count)))
    return new.map { (root == "/" ? "/" : root + "/") + $0.path + rest }
  }

  /// Values by absolute path.
  func paths<Value>(_ table: [String: Value]) -> [String: Value] { moved(table) { path($0) } }

  private func moved<Key: Hashable, Value>(_ table: [Key: Value], _ place: (Key) -> Key?) -> [Key: Value] {
    var result = table.filter { place($0.key) == $0.key }
    for (key, value) in table {
      if let now = place(key), now != key { result[now] = value }
    }
    return result
  }
}

/// A value that a relocation can change.
protocol Relocatable: Hashable {
  /// `nil` if it is gone.
  func relocated(by change: Relocation) -> Self?
}

extension Address: Relocatable {
  func relocated(by change: Relocation) -> Address? {
    guard isInside(change.old) else { return self }
    return change.new.map { moved(from: change.old, to: $0) }
  }
}

extension Subject: Relocatable {
  func relocated(by change: Relocation) -> Subject? {
    switch self {
    case .request(let address): change(address).map(Subject.request)
    case .folder(let address): change(address).map(Subject.folder)
    case .environment(let address): change(address).map(Subject.environment)
    case .globals(let address, let collection):
      change(address).map { Subject.globals($0, from: change.path(collection) ?? collection) }
    case .past, .nothing: self
    }
  }
}

extension SecretPlace: Relocatable {
  func relocated(by change: Relocation) -> SecretPlace? {
    change.path(collection).map { SecretPlace(collection: $0, environment: environment, name: name) }
  }
}

extension Workspace {
  /// Changes the paths in the edits of moved files, as the files on the disk have changed.
  mutating func followFiles(from old: Address, to new: Address) {
    let move = FileMove(from: old, to: new)
    for address in items.addresses(where: { $0.draft != nil }) where address.isInside(old) {
      items[address].draft?.follow(move, from: address)
    }
  }

  func relocation(of old: Address, to new: Address?) -> Relocation {
    Relocation(old, to: new, in: id.root, isEnvironment: isEnvironment(old) && new.map(isEnvironment) != false)
  }

  /// Moves everything that is kept of a file or folder, or forgets it.
  mutating func relocate(_ change: Relocation) {
    items.follow(change)
    secrets = change(secrets)
    // A deleted collection may be restored, and must not be sent to another environment then.
    if change.new != nil { chosenEnvironments = change.paths(chosenEnvironments) }
    followCreated { change($0) }
    sendsWhenRead = sendsWhenRead.flatMap { change($0) }
    // The shown file and the last one sent stay until there are others, even if they are gone.
    subject = change(subject) ?? subject
    lastSent = lastSent.map { change($0) ?? $0 }
    if let open = openField { openField?.address = change(open.address) ?? open.address }
  }
}

extension SendJob {
  /// Follows its file.
  mutating func follow(_ change: Relocation) {
    guard let origin, origin.root == change.root, let address = change(origin.address) else { return }
    self.origin?.address = address
  }
}

extension RunJob {
  /// Follows the files of the run, and the title of its folder.
  mutating func follow(_ change: Relocation, in workspace: Workspace) {
    let isRenamed = folder == change.old && change.new != nil
    follow(change)
    if isRenamed { name = workspace.folderTitle(folder) }
  }

  /// Follows the files of the run. Deleted ones stay: they are still counted, and may be restored before the next run.
  mutating func follow(_ change: Relocation) {
    guard let new = change.new else { return }
    (folder, subject) = (change(folder) ?? folder, change(subject) ?? subject)
    requests = change(requests)
    iterations = iterations.map { change($0) }
    edits = change(edits)
    environments = change.paths(environments)
    guard change.isEnvironment, folder.isInside(new.parent.parent) else { return }
    if settings.environment == change.old.stem { settings.environment = new.stem }
    environments = environments.mapValues { $0 == change.old.stem ? new.stem : $0 }
  }
}
