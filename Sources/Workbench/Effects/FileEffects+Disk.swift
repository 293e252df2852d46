import Foundation
import Glibc
import Synchronization

// Changes made by other programs.

extension FileEffects {
  /// Watches every folder whose files affect the screen or a send.
  func watchFolders(_ tree: CollectionTree, loadedAt start: Date) {
    let isFirst = !watch.isRunning
    watch.start(
      onChange: { [self] in reloadTree(after: $0) },
      onFull: { [queue] in
        queue.tell(
          .failure, "Too many folders to watch: R shows what other programs change — raise fs.inotify.max_user_watches")
      })
    let folders = watchedFolders(tree)
    let isNew = watch.follow(folders)
    // Read again to find changes made before the watch started.
    if isNew, !isFirst || folders.contains(where: { hasChanged($0, since: start) }) { watch.lookAgain() }
  }

  private func watchedFolders(_ tree: CollectionTree) -> [String] {
    var folders = store.settingsFolders
    for node in tree.nodes {
      guard case .folder(let isCollection) = node.kind else { continue }
      let path = store.path(of: node.address)
      folders.append(path)
      if isCollection { folders.append(path + "/environments") }
    }
    return folders + store.baseFolders(of: tree)
  }

  private func hasChanged(_ folder: String, since date: Date) -> Bool {
    var status = stat()
    return stat(folder, &status) == 0 && status.st_mtim.tv_sec >= Int(date.timeIntervalSince1970)
  }

  /// Reloads the tree after a burst of changes. Blocks until done, so that bursts do not pile up.
  private func reloadTree(after changes: DiskWatch.Changes) {
    disk.sync {
      do {
        let start = Date()
        var files = Set(changes.files.filter { $0.endsExactly(with: ".json") }.map(address))
        let uncertain = Set(changes.uncertain.map(address))
        let paths = changes.files.union(changes.uncertain)
        let isBaseChanged = paths.contains { !$0.startsExactly(with: store.root + "/") }
        let areAllUncertain = changes.isIncomplete || isBaseChanged
        // Open files can be compared; other files that were added or removed are visible in the tree.
        files.formUnion(open.withLock { $0.keys }.filter { areAllUncertain || uncertain.contains($0) })
        let opened = open.withLock { Array($0.values) }
        for file in opened where files.contains(file.address) && store.isCurrent(file) {
          files.remove(file.address)
          tell(.asOpened(file.address))
        }
        // An open file that was only moved has not changed. Its removal may have been reported earlier.
        for file in opened where !store.exists(file.address) {
          let place = files.first { place in
            !opened.contains { $0.address == place } && store.isCurrent(file, at: place)
          }
          if let place { files.remove(place) }
        }
        // In order with all other trees: an older one would bring removed files back.
        var newest: CollectionTree?
        try trees.load(store) { tree in
          tell(.diskChanged(tree, files: files, removed: files.filter { !store.exists($0) }))
          newest = tree
        }
        if let newest { watchFolders(newest, loadedAt: start) }
      } catch {
        watch.awaitReturn(of: store.root)
        tell(.failed(Problem(String(describing: error))))
      }
    }
  }

  /// The address of a path, also of one above the root, as the screen has it.
  func address(_ path: String) -> Address { Address(ofPath: path, root: store.root) ?? Address(path) }

  /// Moves the edits of an open file after another program moved the file.
  func follow(_ old: Address, to new: Address) throws {
    try drafts.move(from: old, to: new)
    open.withLock { open in
      guard let file = open.removeValue(forKey: old) else { return }
      open[new] = OpenedFile(address: new, text: file.text, content: file.content)
    }
    refresh(new)
  }

  /// The current version on disk of a file with unsaved edits.
  func onDisk(_ address: Address) throws -> WorkspaceEvent {
    guard let file = try store.openFile(address) else { throw Problem("\(address) was removed from disk") }
    return .onDisk(address, file.content)
  }

  /// Makes the file on disk the basis of its edits. If it has changed again since, saving detects that.
  func adopt(_ address: Address, _ content: SavedFile) throws {
    guard let file = try store.openFile(address), file.content == content else { return }
    open.withLock { $0[address] = file }
  }

  /// Reads a file and the tree after an editor had the file open.
  func readEdited(_ address: Address) {
    disk.async { [self] in
      if !address.path.isEmpty { reread(address) }
      // A missing root is reported later.
      try? trees.load(store) { tell(.loaded($0)) }
    }
  }

  /// Reads a file that has changed. Unsaved edits of an open one stay on the version that they were made on, as after
  /// a change by another program.
  func reread(_ address: Address) {
    guard drafts.file(at: address) != nil, let file = open.withLock({ $0[address] }) else { return read(address) }
    if store.isKnown(address), !store.isCurrent(file) { queue.send(.notice(.editsKept(of: address))) }
    refresh(address)
  }

  /// Reloads the context of a request, and reports whether its file has changed since it was opened.
  func refresh(_ address: Address) {
    if let file = open.withLock({ $0[address] }), store.isKnown(address) {
      tell(store.isCurrent(file) ? .asOpened(address) : .outdated(address))
    }
    tell(.scope(address, services.scope(of: address)))
  }

  /// Returns the job with the current content of an unedited file.
  func upToDate(_ job: SendJob) throws(Failure) -> SendJob {
    guard job.basis != .other, let address = job.origin?.address, let file = open.withLock({ $0[address] }) else {
      return job
    }
    let isCurrent = store.isCurrent(file)
    if job.basis == .edits {
      if !isCurrent { tell(.outdated(address)) }
      return job
    }
    // The file may have been read again since the screen made the job.
    if isCurrent, file.content == .request(job.request) { return job }
    do {
      var job = job
      let now = try store.open(address)
      let content = SavedFile.request(now.request)
      open.withLock { $0[address] = OpenedFile(address: address, text: now.text, content: content) }
      job.request = now.request
      tell(.opened(address, .success(content)))
      queue.send(.exchange(job.id, .replaced(now.request)))
      queue.tell(.information, "\(address) changed on disk: sending the new version")
      return job
    } catch {
      disk.async { [self] in read(address) }
      throw Failure(.unprepared, "\(error)")
    }
  }
}
