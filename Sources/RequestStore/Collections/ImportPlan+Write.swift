internal import Foundation

extension ImportPlan {
  /// The result of writing an import.
  package struct Written: Sendable {
    /// Undoes the import; `nil` if nothing was changed, or if a note says why it cannot be undone.
    package var undo: ImportUndo?
    /// How many values of secrets were set.
    package var secretCount = 0
    package var notes: [InterchangeNote] = []

    package init() {}
  }

  /// A value of a secret that is set.
  struct NewValue {
    let key: SecretStore.Key
    let value: String
    let earlier: String?
  }

  /// Writes all files or none: first into a temporary folder, whose contents are then renamed. Removed and replaced
  /// files go to the trash; values of secrets go to the store.
  ///
  /// - Parameters:
  ///   - trash: The user's folder for deleted files and records. Needed only to remove or replace files.
  ///   - store: Needed only for values of secrets.
  /// - Throws: `StoreError.cancelled` if nothing was placed.
  @discardableResult
  package func write(
    into target: String, trash: String?, secrets store: SecretStore? = nil
  ) throws(StoreError) -> Written {
    // No other import is running: callers hold the lock on the target.
    Leftover.removeAll(in: target, onlyFolders: true, recordedIn: trash)
    var result = Written()
    let values = try newValues(store, &result)
    guard !values.isEmpty || files.contains(where: { $0.fate != .keep && $0.fate != .skip }) else { return result }
    let written = files.filter { $0.fate == .create || $0.fate == .replace }
    progress?.begin(.writing, of: written.count)
    let isNew = !Disk.exists(target)
    try Disk.createFolder(target)
    var isPlaced = false
    defer { if isNew, !isPlaced { rmdir(target) } }
    let staging = Disk.temporaryPath(beside: target + "/")
    StagingRecord.write(for: staging, in: trash)
    defer { StagingRecord.remove(for: staging, in: trash) }
    try Disk.createFolder(staging)
    defer { Disk.removeAll(staging) }
    try write(written, to: staging)
    try progress.check()
    try begin(values, Disk.resolved(target), trash, store, &result)
    do throws(StoreError) {
      try Self.set(values, store)
      progress?.begin(.placing, of: written.count)
      try place(written, values, from: staging, in: target, result.undo, store)
    } catch {
      result.undo?.discardUnused(store)
      throw error
    }
    isPlaced = true
    Disk.flushFolder(of: target + "/")
    return result
  }

  private func write(_ files: [File], to staging: String) throws(StoreError) {
    var folders: Set<String> = []
    for file in files {
      let path = staging + "/" + file.path
      let folder = Disk.folder(of: path)
      if folders.insert(folder).inserted { try Disk.createFolder(folder) }
      try Disk.write(path, file.bytes)
      try progress.countFile()
    }
    Disk.flushFileSystem(of: staging)
  }

  /// Saves the data for undoing the import. If that fails, continues only if the import loses nothing.
  private func begin(
    _ values: [NewValue], _ target: String, _ trash: String?, _ store: SecretStore?, _ result: inout Written
  ) throws(StoreError) {
    let undo = ImportUndo(files, values, in: target, trash: trash ?? "")
    do throws(StoreError) {
      guard trash != nil else { throw .noHome }
      try undo.begin(store, values)
      result.undo = undo
    } catch {
      if trash != nil { undo.discard(store) }
      if undo.keepsSomething { throw error }
      result.notes.append(InterchangeNote(.dropped, [], "The import cannot be undone: \(error)"))
    }
  }

  private func place(
    _ written: [File], _ values: [NewValue], from staging: String, in target: String, _ undo: ImportUndo?,
    _ store: SecretStore?
  ) throws(StoreError) {
    var placing = ImportPlacing(from: staging, in: target)
    do throws(StoreError) {
      try placing.place(written)
      try undo?.takeRemoved()
    } catch {
      placing.takeBack()
      if let store { Self.takeBack(values[...], store) }
      throw error
    }
  }

  // MARK: Secrets

  private func newValues(_ store: SecretStore?, _ result: inout Written) throws(StoreError) -> [NewValue] {
    if secrets.isEmpty { return [] }
    guard let store else { throw .noHome }
    var values: [NewValue] = []
    for secret in secrets {
      let earlier = try store.value(secret.key)
      if earlier == secret.value { continue }
      if earlier != nil, secret.keepsEarlier {
        let place = [Address(secret.key.collection).name, secret.key.environment, secret.key.name].compactMap(\.self)
        result.notes.append(InterchangeNote(.changed, place, "The source has another value: yours is kept"))
      } else {
        values.append(NewValue(key: secret.key, value: secret.value, earlier: earlier))
      }
    }
    result.secretCount = values.count
    return values
  }

  /// Sets all values or none.
  private static func set(_ values: [NewValue], _ store: SecretStore?) throws(StoreError) {
    guard let store else { return }
    for (index, value) in values.enumerated() {
      do throws(StoreError) {
        try store.set(value.value, for: value.key)
      } catch {
        takeBack(values[..<index], store)
        throw error
      }
    }
  }

  private static func takeBack(_ values: ArraySlice<NewValue>, _ store: SecretStore) {
    for value in values {
      // The failure that is reported has the same reason.
      guard let earlier = value.earlier else {
        _ = try? store.remove(value.key)
        continue
      }
      try? store.set(earlier, for: value.key)
    }
  }
}
