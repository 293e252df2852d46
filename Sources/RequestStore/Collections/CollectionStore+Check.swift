internal import Foundation
package import RequestModel

/// One thing that is wrong with a collection's files.
package struct Problem: Equatable, Sendable, CustomStringConvertible {
  /// Below the checked root.
  package var file: Address
  package var position: TextPosition?
  package var text: String

  /// `shop/pets.json:12:5 — expected a "," or "}" after a value`.
  package var description: String {
    position.map { "\(file):\($0) — \(text)" } ?? "\(file) — \(text)"
  }
}

extension CollectionStore {
  /// Reads every file below the root and tells what is wrong with it; nothing where all is sound.
  ///
  /// - Throws: `StoreError.cancelled`, and where the root itself cannot be listed.
  package func check(_ reading: TreeReading = TreeReading()) throws(StoreError) -> [Problem] {
    let scan = try FolderWalk.scan(root, reading: reading)
    if let problem = scan.problem { throw problem }
    var check = CollectionCheck(store: self, reading: reading)
    try check.visit(scan)
    if let remark = scan.remark { check.problems.append(Problem(file: Address(""), position: nil, text: remark)) }
    return check.problems
  }
}

/// Walks the files of a scan and keeps what is wrong.
private struct CollectionCheck {
  let store: CollectionStore
  let reading: TreeReading
  var problems: [Problem] = []
  private var seen: [RequestID: Address] = [:]

  init(store: CollectionStore, reading: TreeReading) {
    self.store = store
    self.reading = reading
  }

  mutating func visit(_ scan: FolderScan) throws(StoreError) {
    // A link to another folder of the tree is no fault: what is in it is checked there.
    if case .shownElsewhere = scan.problem { return }
    if let problem = scan.problem { return report(problem, scan.address) }
    var order: [String] = []
    if let name = scan.settings { order = settings(scan.address.appending(name), scan) }
    if scan.isCollection || scan.address.path.isEmpty { environments(scan.address) }
    for entry in DisplayOrder.sorted(scan, by: order) {
      switch entry {
      case .file(let name): try request(scan.address.appending(name))
      case .folder(let folder): try visit(folder)
      }
    }
  }

  private mutating func request(_ address: Address) throws(StoreError) {
    try reading.checkCancelled()
    reading.countFile()
    do {
      let file = try store.open(address)
      guard let id = file.request.id else { return }
      if let first = seen[id] {
        let text = "the id \"\(id)\" is also that of \(first): remove it here and save, then it gets its own"
        problems.append(Problem(file: address, position: file.text.position(of: [.key("id")]), text: text))
      } else {
        seen[id] = address
      }
    } catch {
      report(error, address)
    }
  }

  private mutating func settings(_ address: Address, _ scan: FolderScan) -> [String] {
    do {
      let (text, settings) = try store.read(store.path(of: address), as: FolderSettings.init(document:))
      let names = Set(DisplayOrder.sorted(scan, by: []).map(\.name))
      for (index, name) in settings.order.enumerated() where !names.contains(name) {
        let position = text.position(of: [.key("order"), .index(index)])
        let problem = "\"order\" names \"\(name)\", and there is no such request or folder"
        problems.append(Problem(file: address, position: position, text: problem))
      }
      return settings.order
    } catch {
      report(error, address)
      return []
    }
  }

  private mutating func environments(_ collection: Address) {
    let folder = collection.appending(FolderScan.environments)
    guard Disk.kind(store.path(of: folder)) == .folder else { return }
    do {
      for entry in try FolderScan.list(store.path(of: folder)).sorted(by: { $0.name < $1.name }) {
        guard !entry.isFolder, entry.name.hasSuffix(".json") else { continue }
        environment(folder.appending(entry.name))
      }
    } catch {
      report(error, folder)
    }
  }

  private mutating func environment(_ address: Address) {
    do {
      _ = try store.read(store.path(of: address)) { (object) throws(ShapeError) in
        guard object["variables"] != nil else { throw ShapeError("an environment needs \"variables\"") }
        return try Environment(name: address.stem, document: object)
      }
    } catch {
      report(error, address)
    }
  }

  private mutating func report(_ error: StoreError, _ address: Address) {
    if case .notUnderstood(_, let position, let problem) = error {
      problems.append(Problem(file: address, position: position, text: problem))
    } else {
      problems.append(Problem(file: address, position: nil, text: "\(error)"))
    }
  }
}
