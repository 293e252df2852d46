/// Where files and folders are that this program has renamed or moved.
///
/// The screen learns of a move a moment later, and until then its effects and dialogs have the former address.
struct FormerAddresses {
  private var places: [Address: Address] = [:]

  mutating func note(_ old: Address, movedTo new: Address) {
    // What is there now is meant by its address again.
    places = places.filter { !$0.key.isInside(new) }
    if old != new, !old.isScratch { places[old] = new }
  }

  /// - Parameter isTaken: Whether a file or folder has an address. Then it is meant, and not the one that was there.
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

  /// The noted move of the address or of the nearest folder above it.
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
  /// The effect with the current addresses of the files and folders that exist for it.
  func following(_ current: (Address) -> Address) -> FileEffect {
    switch self {
    case .open(let address): .open(current(address))
    case .save(let address, let file, let overwriting, let evenReadOnly):
      .save(current(address), file, overwriting: overwriting, evenReadOnly: evenReadOnly)
    case .create(let item, let folder, let name): .create(item, in: current(folder), name: name)
    case .saveNew(let former, let file, let folder, let name): .saveNew(former, file, in: current(folder), name: name)
    case .rename(let address, let name): .rename(current(address), to: name)
    case .move(let address, let folder): .move(current(address), into: current(folder))
    case .duplicate(let address): .duplicate(current(address))
    case .delete(let address): .delete(current(address))
    case .keepDraft(let address, let file): .keepDraft(current(address), file)
    case .keepField(let address, let field): .keepField(current(address), field)
    case .readDisk(let address): .readDisk(current(address))
    case .adopt(let address, let file): .adopt(current(address), file)
    case .refresh(let address): .refresh(current(address))
    default: self
    }
  }
}
