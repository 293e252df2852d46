import Dispatch
import RequestModel
import RequestStore
import WorkbenchCore

/// Reads, changes and watches the settings.
final class SettingsEffects: Sendable {
  private let file: SettingsFile
  private let queue: ProgramQueue
  private let worker = DispatchQueue(label: "workbench.settings")
  private let watch = DiskWatch()

  init(file: SettingsFile, queue: ProgramQueue) { (self.file, self.queue) = (file, queue) }

  /// Reads them again whenever the file changes.
  func follow() {
    watch.start(
      onChange: { [weak self] changes in if changes.files.contains(where: { $0 == self?.file.path }) { self?.read() } },
      onFull: {})
    _ = watch.follow([Address(file.path).parent.path])
  }

  func read() {
    worker.async { [self] in
      do throws(StoreError) {
        queue.send(.settings(try file.load()))
      } catch {
        tell(error)
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
        tell(error)
      }
    }
  }

  /// The file, created if it is missing; `nil` if that fails.
  func fileToEdit() -> String? {
    do throws(StoreError) {
      try file.set([])
      follow()
      return file.path
    } catch {
      tell(error)
      return nil
    }
  }

  private func tell(_ error: StoreError) { queue.send(.terminal(.notice(Notice(.failure, error.description)))) }
}
