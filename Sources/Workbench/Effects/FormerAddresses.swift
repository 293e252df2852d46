/// The current addresses of files and folders that this program renamed, moved or deleted.
///
/// The screen learns of a change a moment later. Until then, its effects and dialogs use the former address.
struct FormerAddresses {
  private var places: [Address: Address] = [:]
  private var deleted: Set<Address> = []

  mutating func note(_ old: Address, movedTo new: Address) {
    // The file or folder that is there now has these addresses again.
    places = places.filter { !$0.key.isInside(new) }
    deleted = deleted.filter { !$0.isInside(new) }
    noteFile(at: new)
    if old != new, !old.isScratch { places[old] = new }
  }

  mutating func noteDeletion(of address: Address) { deleted.insert(address) }

  /// Notes that there is a file again. If it disappears, another program has removed it.
  mutating func noteFile(at address: Address) {
    if !deleted.isEmpty { deleted = deleted.filter { !address.isInside($0) } }
  }

  /// Whether this program has deleted the file or folder, or one around it.
  func isDeleted(_ address: Address) -> Bool { deleted.contains { address.isInside($0) } }

  /// - Parameter isTaken: Whether a file or folder exists at an address now, so that the address means it and not a
  ///   former one.
  mutating func current(_ address: Address, isTaken: (Address) -> Bool) -> Address {
    var place = address
    var seen: Set<Address> = []
    while seen.insert(place).inserted, let (old, new) = move(of: place) {
      if isTaken(place) {
        places[old] = nil
        return place
      }
      place = place.moved(from: old, to: new)
    }
    return place
  }

  /// The move of the address or of the nearest folder above it.
  private func move(of address: Address) -> (old: Address, new: Address)? {
    if places.isEmpty { return nil }
    var place = address
    while !place.path.isEmpty {
      if let new = places[place] { return (place, new) }
      place = place.parent
    }
    return nil
  }
}

extension FileEffect {
  /// The effect with current addresses.
  func following(_ current: (Address) -> Address) -> FileEffect {
    switch self {
    case .open(let address): .open(current(address))
    case .save(let address, let file, let overwriting, let evenReadOnly):
      .save(current(address), file, overwriting: overwriting, evenReadOnly: evenReadOnly)
    case .create(let item, let folder, let name): .create(item, in: current(folder), name: name)
    case .saveNew(let former, let file, let folder, let name): .saveNew(former, file, in: current(folder), name: name)
    case .rename(let address, let name): .rename(current(address), to: name)
    case .move(let address, let folder): .move(current(address), into: current(folder))
    case .duplicate(let address, let edits): .duplicate(current(address), edits: edits)
    case .delete(let address, let newFolders): .delete(current(address), with: newFolders)
    case .keepDraft(let address, let file): .keepDraft(current(address), file)
    case .keepField(let address, let field): .keepField(current(address), field)
    case .readDisk(let address): .readDisk(current(address))
    case .adopt(let address, let file): .adopt(current(address), file)
    case .refresh(let address): .refresh(current(address))
    case .takeBackDeclarations(let places, let address, let edits):
      .takeBackDeclarations(places, of: current(address), edits: edits)
    default: self
    }
  }
}
