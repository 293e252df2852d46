import Foundation
import RequestModel
import RequestRunner
import RequestStore
import WorkbenchCore

/// A file of the user's choice, and what may be done for it.
struct WrittenPlace: Sendable {
  let path: String
  let overwrites: Bool
  let createsFolder: Bool
}

// Bodies saved to files of the user's choice.
extension FileEffects {
  /// - Parameters:
  ///   - secrets: Secrets to restore in the body.
  ///   - remark: Added to the notice.
  func write(_ body: Data, to place: WrittenPlace, restoring secrets: MaskedSecrets, remark: String?) {
    disk.async { [self] in
      let path = place.path
      let full = HomeFolder.expanding(path, services.processEnvironment)
      if CollectionStore.isFolder(full) { return refuse(path, "\(full) is a folder — add a name for the file") }
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
        try secrets.restored(in: body).write(
          to: URL(fileURLWithPath: full), options: place.overwrites ? .atomic : .withoutOverwriting)
        let remark = remark.map { ", " + $0 } ?? ""
        queue.send(.notice(Notice(.success, "Wrote \(Formatting.bytes(body.count)) to \(full)\(remark)")))
      } catch CocoaError.fileWriteFileExists {
        queue.send(.saveRefused(.exists(path, isReadOnly: FileMode.isReadOnly(full))))
      } catch {
        refuse(path, "Cannot write \(full): \(SystemText.reason(of: error)) — choose another path")
      }
    }
  }

  private func refuse(_ path: String, _ sentence: String) {
    queue.send(.saveRefused(.failed(path, Problem(sentence))))
  }
}
