internal import Foundation
internal import Synchronization

extension CollectionStore {
  /// Reads every request below the root. Unreadable files become rows with an error.
  ///
  /// Reads on all cores and blocks until done.
  /// - Throws: `StoreError.cancelled`, or an error if the root cannot be listed.
  package func load(_ reading: TreeReading = TreeReading()) throws(StoreError) -> CollectionTree {
    let isInherited = !exists(Address("")) && isKnown(Address(""))
    var scan =
      isInherited
      ? FolderScan(address: Address("")) : try FolderWalk.scan(root, reading: reading, leavingOut: ownFolder)
    if let problem = scan.problem { throw problem }
    var bases = BaseScan(self, reading)
    try bases.addInherited(to: &scan)
    var requests: [Address] = []
    scan.forEachFile { requests.append($0) }
    let rows = readAll(requests, bases.layers, reading)
    try reading.checkCancelled()
    var tree = CollectionTree(root: root, isCollection: scan.isCollection, remark: scan.remark)
    appendContents(of: scan, depth: 0, rows, to: &tree.nodes)
    tree.addProblems(bases.problems)
    return tree
  }

  /// - Parameter layers: Those of the collections of inherited requests.
  private func readAll(
    _ addresses: [Address], _ layers: [Address: CollectionLayers], _ reading: TreeReading
  ) -> [Address: CollectionNode] {
    let rows = Mutex<[Address: CollectionNode]>([:])
    let share = 128
    DispatchQueue.concurrentPerform(iterations: (addresses.count + share - 1) / share) { part in
      let some = addresses[part * share..<min((part + 1) * share, addresses.count)].compactMap { address in
        reading.isCancelled ? nil : (address, row(address, layers[address], reading))
      }
      rows.withLock { $0.merge(some) { $1 } }
    }
    return rows.withLock { $0 }
  }

  /// Returns the row of a file. The caller sets its depth.
  private func row(_ address: Address, _ layers: CollectionLayers?, _ reading: TreeReading) -> CollectionNode {
    reading.countFile()
    do {
      if let layers {
        let file = try open(address, layers)
        let inheritance = file.inherited.map { $0.isChanged ? CollectionNode.Inheritance.overriding : .inherited }
        return CollectionNode(file.request, at: address, inheritance: inheritance ?? .none)
      }
      return CollectionNode(try read(path(of: address), as: SavedRequest.init).value, at: address)
    } catch {
      return CollectionNode(address: address, depth: 0, kind: .broken("\(error)"), title: address.stem)
    }
  }

  private func appendContents(
    of scan: FolderScan, depth: Int, _ rows: [Address: CollectionNode], to nodes: inout [CollectionNode]
  ) {
    let settings = settings(of: scan)
    if case .failure(let error) = settings.own, let name = scan.settings {
      let address = scan.address.appending(name)
      nodes.append(CollectionNode(address: address, depth: depth, kind: .broken("\(error)"), title: name))
    }
    for entry in DisplayOrder.sorted(scan, by: settings.order) {
      switch entry {
      case .file(let name):
        guard var row = rows[scan.address.appending(name)] else { continue }
        row.depth = depth
        nodes.append(row)
      case .folder(let folder): appendFolder(folder, depth: depth, rows, to: &nodes)
      }
    }
  }

  private func appendFolder(
    _ folder: FolderScan, depth: Int, _ rows: [Address: CollectionNode], to nodes: inout [CollectionNode]
  ) {
    if let problem = folder.problem {
      let name = folder.address.name
      return nodes.append(
        CollectionNode(address: folder.address, depth: depth, kind: .broken("\(problem)"), title: name))
    }
    let title = settings(of: folder).name ?? folder.address.name
    let kind = CollectionNode.Kind.folder(isCollection: folder.isCollection)
    nodes.append(
      CollectionNode(
        address: folder.address, depth: depth, kind: kind, title: title,
        inheritance: folder.isInherited ? .inherited : .none))
    appendContents(of: folder, depth: depth + 1, rows, to: &nodes)
  }

  private struct ScannedSettings {
    /// Errors have their own row.
    var own: Result<FolderSettings?, StoreError>
    var bases: [FolderSettings]

    private var all: [FolderSettings] { ((try? own.get()).flatMap(\.self).map { [$0] } ?? []) + bases }
    var name: String? { all.compactMap(\.name).first }
    var order: [String] { all.first { !$0.order.isEmpty }?.order ?? [] }
  }

  private func settings(of scan: FolderScan) -> ScannedSettings {
    // The settings of a base that cannot be read are reported when a request is sent.
    let bases = scan.baseFolders.compactMap { folder in
      settingsPath(of: folder).flatMap { try? read($0, as: FolderSettings.init(document:)).value }
    }
    guard let name = scan.settings else { return ScannedSettings(own: .success(nil), bases: bases) }
    let path = path(of: scan.address.appending(name))
    return ScannedSettings(
      own: Result { () throws(StoreError) in try read(path, as: FolderSettings.init(document:)).value }, bases: bases)
  }
}

extension FolderScan {
  /// The message if the root has more entries than are listed.
  var remark: String? {
    let limits = FolderWalk.Limits()
    return isCut
      ? "More than \(limits.folders) folders or \(limits.files) files: the rest is not shown — open a subfolder"
      : nil
  }

  func forEachFile(_ body: (Address) -> Void) {
    for file in files { body(address.appending(file)) }
    for folder in folders { folder.forEachFile(body) }
  }
}

/// The order of a folder's contents: those listed in `order` first, then the rest in natural order.
enum DisplayOrder {
  enum Entry {
    case file(String)
    case folder(FolderScan)

    /// The name in `order`.
    var name: String {
      switch self {
      case .file(let name): String(name.unicodeScalars.dropLast(".json".count))
      case .folder(let scan): scan.address.name
      }
    }
  }

  static func sorted(_ scan: FolderScan, by order: [String]) -> [Entry] {
    let ranks = Dictionary(zip(order.map(ExactText.init), order.indices)) { first, _ in first }
    let entries = scan.files.map(Entry.file) + scan.folders.map(Entry.folder)
    let keyed = entries.map { (rank: ranks[ExactText($0.name)] ?? .max, name: NaturalOrder($0.name), entry: $0) }
    return keyed.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.map(\.entry)
  }
}
