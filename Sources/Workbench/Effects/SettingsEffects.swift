import Dispatch
import Glibc

/// Reads, changes and watches the settings.
final class SettingsEffects: Sendable {
  private let file: SettingsFile
  private let queue: ProgramQueue
  private let worker = DispatchQueue(label: "workbench.settings")
  private let watch = DiskWatch()

  init(file: SettingsFile, queue: ProgramQueue) { (self.file, self.queue) = (file, queue) }

  /// Reloads them whenever the file changes.
  func follow() {
    watch.start(
      onChange: { [weak self] changes in self?.readIfChanged(changes) }, onFull: {})
    _ = isFolderFollowed()
  }

  private func readIfChanged(_ changes: DiskWatch.Changes) {
    let isNew = isFolderFollowed()
    if isNew || changes.isIncomplete || !changes.files.isDisjoint(with: file.paths) { read() }
  }

  /// Watches the folder of the file and the folder of its link target, or waits until they exist.
  ///
  /// - Returns: Whether a folder is newly watched.
  private func isFolderFollowed() -> Bool {
    let folders = file.paths.map { Address($0).parent.path }
    let isNew = watch.follow(folders)
    for folder in folders where access(folder, F_OK) != 0 { watch.awaitReturn(of: folder) }
    return isNew
  }

  func read() {
    worker.async { [self] in
      do throws(StoreError) {
        queue.send(.settings(try file.load()))
      } catch {
        queue.tell(.failure, error.description)
      }
    }
  }

  func set(_ path: [String], to value: JSONValue?) {
    worker.async { [self] in
      do throws(StoreError) {
        try file.set([(path, value)])
        queue.send(.settings(try file.load()))
        follow()
      } catch {
        let sentence = "\(path.joined(separator: ".")) is not changed: \(error.description)"
        queue.tell(.failure, sentence + Self.remedy(for: error))
      }
    }
  }

  private static func remedy(for error: StoreError) -> String {
    guard case .notUnderstood = error else { return "" }
    return ". Correct the file first: Edit settings.json in the settings opens it"
  }

  /// Waits until changes are written, at most until the deadline.
  func finish(by deadline: DispatchTime) { worker.finish(by: deadline) }

  /// The file, created if it is missing; `nil` if that fails.
  func fileToEdit() -> String? {
    do throws(StoreError) {
      try file.create()
      follow()
      return file.path
    } catch {
      queue.tell(.failure, error.description)
      return nil
    }
  }
}
