import Foundation

/// A file of the user's choice, and what may be done for it.
struct WrittenPlace: Sendable {
  let path: String
  let overwrites: Bool
  let createsFolder: Bool
}

// Bodies and exports in files of the user's choice.
extension FileEffects {
  /// Writes files after the pending work on files. Nothing else waits for devices and pipes.
  func writeChosen(_ paths: [String], _ work: () throws -> Void) throws {
    if paths.contains(where: NamedFile.isSpecial) { return try work() }
    try disk.sync { try writeInTurn(paths, work) }
  }

  /// Writes files that may be in watched folders, where the watch must not report them as another program's. Those in
  /// the workspace are shown.
  private func writeInTurn(_ paths: [String], _ work: () throws -> Void) throws {
    let targets = paths.map { NamedFile.target(of: $0) }
    let own = targets.filter { $0.startsExactly(with: store.root + "/") }
    try change(writing: Set(targets)) {
      try work()
      if own.isEmpty { return }
      takeChange(of: own.map(address))
      // A missing root is reported later.
      try? showTree { .loaded($0) }
    }
  }

  /// - Parameters:
  ///   - secrets: Secrets to restore in the body.
  ///   - remark: Added to the notice.
  func write(_ body: Data, to place: WrittenPlace, restoring secrets: MaskedSecrets, remark: String?) {
    disk.async { [self] in
      let path = place.path
      let full = HomeFolder.expanding(path, services.processEnvironment)
      if CollectionStore.isFolder(full) { return refuse(path, "\(full) is a folder — add a name for the file") }
      let file = URL(fileURLWithPath: full).standardizedFileURL
      if store.readsAsRequest(file.path) { return refuse(path, Self.sentence(forRequest: file)) }
      let folder = URL(fileURLWithPath: full).deletingLastPathComponent()
      if let obstacle = NamedFile.obstacle(toFolder: folder.path) {
        return refuse(path, "Cannot write \(full): \(folder.path): \(obstacle) — choose another path")
      }
      if !place.createsFolder, !CollectionStore.isFolder(folder.path) {
        return queue.send(.saveRefused(.noFolder(path, folder: folder.path)))
      }
      do {
        if place.createsFolder {
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try writeInTurn([full]) {
          try secrets.restored(in: body).write(
            to: URL(fileURLWithPath: full), options: place.overwrites ? .atomic : .withoutOverwriting)
        }
        let remark = remark.map { ", " + $0 } ?? ""
        queue.tell(.success, "Wrote \(Formatting.bytes(body.count)) to \(full)\(remark)")
      } catch CocoaError.fileWriteFileExists {
        queue.send(.saveRefused(.exists(path, isReadOnly: FileMode.isReadOnly(full))))
      } catch {
        refuse(path, "Cannot write \(full): \(SystemText.reason(of: error)) — choose another path")
      }
    }
  }

  private static func sentence(forRequest file: URL) -> String {
    let name = file.lastPathComponent
    let other = RequestPlaces.otherName(for: name)
    return "\(name) would be a request of this collection — write \(other), or to another folder"
  }

  private func refuse(_ path: String, _ sentence: String) {
    queue.send(.saveRefused(.failed(path, Problem(sentence))))
  }
}
