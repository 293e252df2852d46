import Dispatch
import Foundation
import Synchronization

/// Reads and changes the collections on disk, on one queue to keep the order.
final class FileEffects: Sendable {
  let services: Services
  let queue: EventQueue
  private let refreshStatus: @Sendable () -> Void
  let disk = DispatchQueue(label: "workbench.files")
  /// The open files, as last read or saved.
  let open = Mutex<[Address: OpenedFile<SavedFile>]>([:])
  let drafts: DraftKeeper
  /// The replacements of this run, by their numbers.
  let replaced = Mutex<[Int: KeptReplacement]>([:])
  /// Those of earlier runs.
  let earlierReplacements = Mutex<[TrashID: ReplacementRecord]>([:])
  let watch = DiskWatch()
  private let deletions = Mutex<[TrashID: Deletion]>([:])
  private let imports = Mutex<[TrashID: ImportUndo]>([:])
  /// By the deletion of the collection, until that is undone.
  let takenSecrets = Mutex<[TrashID: UndoneSecrets]>([:])
  /// Other changes of files, to undo them.
  let changes = Mutex<[TrashID: UndoableChange]>([:])
  /// The changes of files that have declared secrets, by the first of them, to take them back.
  let declarations = Mutex<[SecretPlace: WrittenFile]>([:])
  private let formerAddresses = Mutex(FormerAddresses())
  private let areDraftsRestored = OnceFlag()
  private let isTidy = OnceFlag()
  let trees = TreeLoader()
  private let bases: BaseEffects
  private let firstTree = DispatchSemaphore(value: 0)
  /// The tree after the program's own change, for the watch.
  let rearranged = Mutex<CollectionTree?>(nil)
  /// Moves secrets: a service may keep a caller waiting for half a minute.
  let keyring = DispatchQueue(label: "workbench.keyring")
  let movingSecrets = DispatchGroup()

  /// - Parameter refreshStatus: Called after changes that git may see.
  init(services: Services, queue: EventQueue, refreshStatus: @escaping @Sendable () -> Void) {
    self.services = services
    self.queue = queue
    self.refreshStatus = refreshStatus
    bases = BaseEffects(services: services, queue: queue)
    drafts = DraftKeeper(services.folders, root: services.collections.root)
  }

  var store: CollectionStore { services.collections }

  func tell(_ event: WorkspaceEvent) {
    queue.send(.workspace(WorkspaceID(root: store.root), event))
    // After the work that changes files: its events are held until then.
    if event.mayChangeStatus { disk.async { [refreshStatus] in refreshStatus() } }
  }

  func path(of address: Address) -> String { store.path(of: address) }

  /// Waits briefly for the tree, so that the first frame can show a small one.
  func waitForTree() { _ = firstTree.wait(timeout: .now() + .milliseconds(10)) }

  /// Waits until all pending work is done; for the service of secrets only until the deadline.
  func finish(by deadline: DispatchTime) {
    trees.cancel()
    bases.cancel()
    disk.sync {}
    finishMovingSecrets(by: deadline)
  }

  /// Waits until all writes requested so far are done.
  func waitForWrites() { disk.sync {} }

  /// Ends the watch and releases the drafts for the next program that opens the folder, after all pending work.
  func close() {
    trees.cancel()
    disk.async { [self] in
      watch.stop()
      drafts.release()
    }
  }

  func run(_ effect: FileEffect) {
    run(changing: effect.changesFiles) { [self] in try perform(effect.following(current)) }
  }

  /// The address of a file or folder that may have been renamed or moved since the screen read the tree.
  func current(_ address: Address) -> Address {
    formerAddresses.withLock { $0.current(address, isTaken: store.isKnown) }
  }

  /// Notes that the program itself has removed a file or folder, which is no news when the screen reads it once more.
  func noteDeletion(of address: Address) { formerAddresses.withLock { $0.noteDeletion(of: address) } }

  /// Runs work of a feature, serialized with all other work on files.
  ///
  /// - Parameter changing: Whether it changes files, which the watch must ignore and input waits for.
  func run(changing: Bool, _ work: @escaping @Sendable () throws -> Void) {
    if changing { queue.program.beginChange() }
    disk.async { [self] in
      defer { if changing { queue.program.endChange() } }
      do {
        if changing { try change(work) } else { try work() }
      } catch {
        tell(.failed(error as? Problem ?? Problem(String(describing: error))))
      }
    }
  }

  /// Changes files without the watch reporting the changes as another program's. The events of the work arrive together:
  /// a key that is pressed when a change is shown finds what undoes it.
  ///
  /// - Parameter written: Files that are written in place, and not replaced.
  func change(writing written: Set<String> = [], _ work: () throws -> Void) throws {
    defer { if let tree = rearranged.withLock({ $0.take() }) { watchFolders(tree, loadedAt: Date()) } }
    try queue.together { try watch.ignoring(writing: written, work) }
  }

  private func perform(_ effect: FileEffect) throws {
    switch effect {
    case .loadCollections: try load()
    case .open(let address): read(address)
    case .save(let address, let file, let overwriting, let evenReadOnly):
      try save(file, at: address, overwriting: overwriting, evenReadOnly: evenReadOnly)
    case .saveNew(let former, let file, let folder, let name): try saveNew(file, from: former, in: folder, named: name)
    case .create(.collection, let folder, let name):
      try placeNew(try store.createCollection(named: name, in: folder), named: name)
    case .create(.environment, let folder, let name):
      try placeNew(try store.createEnvironment(named: name, in: folder), named: name)
    case .create(.folder, let folder, let name):
      try placeNew(try store.createFolder(named: name, in: folder), named: name)
    case .rename(let address, let name): try rename(address, to: name)
    case .move(let address, let folder):
      try rearrange(address, to: address.stem, in: folder) { () throws(StoreError) in
        try store.move(address, into: folder)
      }
    case .duplicate(let address, let edits): try placeNew(try store.duplicate(address, edits: edits), copyOf: address)
    case .delete(let address, let newFolders):
      try takeDeletion(try store.delete(address, with: newFolders))
      // If the changes to a request of the base were deleted, show the base's version again.
      if address.name.endsExactly(with: ".json"), store.isKnown(address) {
        read(address)
      }
    case .restore(let id, let isRedo): try restore(id, isRedo: isRedo)
    case .keepDraft(let address, let file): try keepDraft(file, at: address)
    case .keepField(let address, let field): try keepDraft(field.file, at: address)
    default: try performBeside(effect)
    }
  }

  /// Performs effects that change no tree of files.
  private func performBeside(_ effect: FileEffect) throws {
    switch effect {
    case .follow(let old, let new): try follow(old, to: new)
    case .readDisk(let address): tell(try onDisk(address))
    case .adopt(let address, let file): try adopt(address, file)
    case .listFolder(let query): tell(.listed(list(query)))
    case .refresh(let address): refresh(address)
    case .navigation(let effect): try perform(effect)
    case .remember(let environments, let selection, let filters): try remember(environments, selection, filters)
    case .setVariable(let name, let value, let environment, let collection, let isSecret):
      try set(name, to: value, environment, of: collection, isSecret: isSecret)
    case .setInNewEnvironment(let name, let value, let environment, let collection, let isSecret):
      try set(name, to: value, environment, of: collection, isSecret: isSecret, creating: true)
    case .secret(let secret, let action): try perform(action, on: secret)
    case .moveCredentials(let move): try perform(move)
    case .declare(let places): try declareAgain(places)
    case .takeBackDeclarations(let places, let address, let edits):
      try takeBackDeclarations(of: places, for: address, edits)
    case .allow(let sources, let origin):
      try services.workspace.rooted(at: origin.root).allow(sources, for: origin.address)
    case .notePasted(let names, let address): try drafts.note(pasted: names, at: address)
    case .removePasted(let names, let address):
      let collection = store.collectionRoot(of: address)
      for name in names {
        try perform(.unset, on: SecretPlace(collection: collection, environment: nil, name: name))
      }
    case .allowChosen(let path, let address):
      try services.workspace.rooted(at: store.root).allow(chosen: path, for: address)
    case .useBase(let collection):
      bases.use(collection, store, report: { [self] in tell(.base($0)) }, whenReady: { [self] in reload() })
    case .cancelBase: bases.cancel()
    // Performed by the caller.
    case .loadCollections, .open, .save, .saveNew, .create, .rename, .move, .duplicate, .delete, .restore, .keepDraft,
      .keepField:
      break
    }
  }

  /// - Returns: The identifier with which `restore` undoes the import.
  func keep(_ undo: ImportUndo) -> TrashID {
    let id = TrashID(undo.folder)
    imports.withLock { $0[id] = undo }
    return id
  }

  /// Sets aside the state of a file that was moved to the trash.
  ///
  /// - Parameter step: Set if undoing an import has deleted it.
  func takeDeletion(_ deletion: Deletion, _ step: FileStep? = nil) throws {
    let (address, id) = (deletion.address, TrashID(deletion.trashed))
    noteDeletion(of: address)
    open.withLock { $0 = $0.filter { !$0.key.isInside(address) } }
    deletions.withLock { $0[id] = deletion }
    drafts.setAside(address, as: id)
    try trees.load(store) { tell(.deleted(address, trash: id, tree: $0, step: step)) }
  }

  func restore(_ id: TrashID, isRedo: Bool) throws {
    if let undo = imports.withLock({ $0.removeValue(forKey: id) }) { return try self.undo(undo) }
    if let change = changes.withLock({ $0.removeValue(forKey: id) }) { return try undo(change, id, isRedo: isRedo) }
    if let record = earlierReplacements.withLock({ $0[id] }) { return try undo(record, id, isRedo: isRedo) }
    guard let deletion = deletions.withLock({ $0[id] }) else { return }
    let address: Address
    let newFolders = store.missingFolders(to: deletion.address.parent)
    do {
      address = try store.restore(deletion)
    } catch {
      guard FileManager.default.fileExists(atPath: deletion.trashed) else {
        throw Problem("\(deletion.address) is not in the trash any more: another program has restored or removed it")
      }
      throw Problem("\(error) — it is kept in \(deletion.trashed)")
    }
    let edits = try drafts.bringBack(id, from: deletion.address, to: address)
    for address in edits.keys.sorted() where !address.isScratch { read(address) }
    if !edits.isEmpty {
      tell(.restoredEdits(edits))
      tellPasted()
    }
    let secrets = setSecretsAgain(of: deletion, at: address)
    try place(address, from: nil)
    tell(.undone(.created([address]), isRedo: isRedo))
    if !newFolders.isEmpty { tell(.madeFolders(newFolders, for: address)) }
    let isElsewhere = address != deletion.address
    let sentence = isElsewhere ? "Restored as \(address): its old name is taken" : "Restored \(address)"
    let kind: Notice.Kind = secrets.isComplete ? isElsewhere ? .information : .success : .failure
    queue.tell(kind, ([sentence] + secrets.sentences).joined(separator: "; "))
  }

  /// Loads the tree and, the first time, the drafts of earlier runs.
  private func load() throws {
    let start = Date()
    trees.loadElsewhere(store) { [self] result in
      disk.async { [self] in
        defer { firstTree.signal() }
        switch result {
        case .success(let tree): show(tree, loadedAt: start)
        case .failure(.cancelled): break
        case .failure(let error):
          tell(.failed(Problem("\(error)")))
          // Nothing is read without a tree.
          tell(.trash([]))
        }
      }
    }
  }

  /// Reads the tree and all open files again.
  func reload() {
    run(.loadCollections)
    disk.async { [self] in for address in open.withLock({ Array($0.keys) }) { refresh(address) } }
  }

  private func show(_ tree: CollectionTree, loadedAt start: Date) {
    do {
      if areDraftsRestored.set() { try restoreDrafts(tree) }
    } catch {
      tell(.failed(Problem("\(error)")))
    }
    tell(.loaded(tree))
    watchFolders(tree, loadedAt: start)
    tidyUp(tree)
  }

  /// Finds what earlier runs have deleted, imported and replaced, and removes leftovers of killed ones, after the first
  /// tree is shown.
  private func tidyUp(_ tree: CollectionTree) {
    guard isTidy.set() else { return }
    let found = store.deletions()
    deletions.withLock { $0.merge(found.map { (TrashID($0.trashed), $0) }) { own, _ in own } }
    let imports = earlierImports()
    let replacements = store.replacements().map { (id: TrashID($0.folder), record: $0) }
    earlierReplacements.withLock { earlier in for (id, record) in replacements { earlier[id] = record } }
    let all =
      found.map { (id: TrashID($0.trashed), date: Double($0.date) / 1_000_000) }
      + replacements.map { (id: $0.id, date: Double($0.record.date) / 1_000_000) }
      + imports.map { (id: $0.id, date: $0.date.timeIntervalSince1970) }
    let places = Dictionary(found.map { (TrashID($0.trashed), $0.address) }) { first, _ in first }
    tell(.trash(all.sorted { $0.date < $1.date }.map(\.id), imports: imports, places: places))
    for record in store.unreadableRecords() { queue.tell(.failure, record.sentence) }
    store.removeLeftovers(in: tree)
  }

  func place(_ address: Address, from old: Address?) throws {
    formerAddresses.withLock { $0.note(old ?? address, movedTo: address) }
    if let old {
      open.withLock { $0 = $0.filter { !$0.key.isInside(old) } }
      try drafts.move(from: old, to: address)
      // Move the data before the files are read again at their new place. Loading the tree is cancelled when the
      // program quits.
      if old != address { moveKept(from: old, to: address) }
    }
    try showTree { .placed(address, from: old, tree: $0) }
    if let old, old != address { tellStaleTemplates(of: old) }
  }

  /// Shows the tree after a change of its folders, which the watch follows.
  func showTree(_ event: (CollectionTree) -> WorkspaceEvent) throws {
    try trees.load(store) { tree in
      tell(event(tree))
      rearranged.withLock { $0 = tree }
    }
  }

  /// For edits without a file, renames only the draft.
  private func rename(_ address: Address, to name: String) throws {
    if store.fileRole(of: address) == .environment { return try renameEnvironment(address, to: name) }
    let isDraft = !store.isKnown(address) && drafts.file(at: address) != nil
    if isDraft { return try place(try store.freeAddress(named: name, in: address.parent), from: address) }
    try rearrange(address, to: name) { () throws(StoreError) in try store.rename(address, to: name) }
  }

  func read(_ address: Address) {
    do {
      let file = try store.openFile(address)
      open.withLock { $0[address] = file }
      if file != nil { formerAddresses.withLock { $0.noteFile(at: address) } }
      // The workspace, or a folder without settings, gets a file with the first save.
      tell(.opened(address, .success(file?.content ?? SavedFile(empty: store.fileRole(of: address)))))
    } catch {
      // The row of a missing file goes first, so that a shown one keeps its row and its content.
      if !store.isKnown(address) {
        // A missing root is reported later.
        try? trees.load(store) { tell(.loaded($0)) }
        if !formerAddresses.withLock({ $0.isDeleted(address) }) {
          queue.tell(.failure, "\(address) was removed from disk")
        }
      }
      tell(.opened(address, .failure(Problem(String(describing: error)))))
    }
    tell(.scope(address, services.scope(of: address)))
  }

  /// - Returns: Whether the file was saved. Otherwise an event asks what to do.
  @discardableResult
  func save(_ content: SavedFile, at address: Address, overwriting: Bool, evenReadOnly: Bool) throws -> Bool {
    let saved: OpenedFile<SavedFile>
    if let file = open.withLock({ $0[address] }) {
      do {
        saved = try store.save(content, over: file, overwriting: overwriting, evenReadOnly: evenReadOnly)
      } catch {
        switch error {
        case .changedOnDisk: tell(.changedOnDisk(address))
        case .gone: tell(.removedFromDisk(address))
        case .readOnly: tell(.readOnly(address, overwriting: overwriting))
        default: throw error
        }
        return false
      }
    } else {
      if store.exists(address) { throw Problem("Cannot save \(address): still reading the file — try again") }
      saved = try store.write(try withOwnID(content), at: address)
    }
    open.withLock { $0[address] = saved }
    tell(.saved(address, saved.content))
    return true
  }

  /// Saves edits whose original file still exists as another request.
  private func withOwnID(_ file: SavedFile) throws -> SavedFile {
    guard let id = file.request?.id, try store.load().nodes.contains(where: { $0.kind.id == id }) else { return file }
    var file = file
    file.request?.id = nil
    return file
  }

  // MARK: Drafts and state

  private func remember(_ environments: [String: String], _ selection: Address?, _ filters: [String]) throws {
    let note = try WorkspaceState.update(services.folders) { state in
      for (collection, name) in environments { state.roots[collection, default: .init()].environment = name }
      state.roots[store.root, default: .init()].selected = selection
      // Keep the filters of other workspaces.
      state.filters = (state.filters.filter { !filters.contains($0) } + filters).suffix(100)
    }
    report(note)
  }
}
