package import RequestModel

/// The items of a workspace. Nothing else in it is kept by the address of a file.
package struct OpenItems: Equatable, Sendable {
  private var files: [Address: OpenItem] = [:]
  private var past: [ExchangeID: OpenItem] = [:]

  /// The item of a file or folder. Items without content are not stored.
  package subscript(address: Address) -> OpenItem {
    get { files[address] ?? OpenItem() }
    _modify {
      defer { if files[address] == OpenItem() { files[address] = nil } }
      yield &files[address, default: OpenItem()]
    }
  }

  package subscript(subject: Subject) -> OpenItem {
    get {
      switch subject {
      case .request(let address), .folder(let address), .environment(let address), .globals(let address, _):
        self[address]
      case .past(let id): past[id] ?? OpenItem()
      case .nothing: OpenItem()
      }
    }
    _modify {
      switch subject {
      case .request(let address), .folder(let address), .environment(let address), .globals(let address, _):
        yield &self[address]
      case .past(let id):
        defer { if past[id] == OpenItem() { past[id] = nil } }
        yield &past[id, default: OpenItem()]
      case .nothing:
        var none = OpenItem()
        yield &none
      }
    }
  }

  /// The files and folders whose items pass a test, in order.
  package func addresses(where isIncluded: (OpenItem) -> Bool) -> [Address] {
    files.compactMap { isIncluded($0.value) ? $0.key : nil }.sorted()
  }

  /// All whose items pass a test; files and folders as requests.
  package func subjects(where isIncluded: (OpenItem) -> Bool) -> [Subject] {
    addresses(where: isIncluded).map(Subject.request)
      + past.compactMap { isIncluded($0.value) ? Subject.past($0.key) : nil }
  }

  // MARK: Renames and deletions

  /// Follows a file or folder with everything in it.
  mutating func follow(_ change: Relocation) {
    if let new = change.new { move(from: change.old, to: new) } else { close(change.old) }
    for subject in subjects(where: { _ in true }) { self[subject].follow(change) }
  }

  /// An earlier item at the new address is replaced.
  private mutating func move(from old: Address, to new: Address) {
    for (address, item) in takeItems(inside: old) { self[address.moved(from: old, to: new)] = item.moved }
  }

  private mutating func close(_ old: Address) {
    for (address, item) in takeItems(inside: old) { self[address] = item.closed }
  }

  private mutating func takeItems(inside folder: Address) -> [Address: OpenItem] {
    let taken = files.filter { $0.key.isInside(folder) }
    for address in taken.keys { files[address] = nil }
    return taken
  }
}
