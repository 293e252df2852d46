import Foundation
import RequestModel
import RequestRunner
import RequestStore
import WorkbenchCore

// Bodies saved to files of the user's choice.
extension FileEffects {
  /// - Parameters:
  ///   - secrets: Secrets to restore in the body.
  ///   - remark: Added to the notice.
  func write(_ body: Data, to path: String, overwriting: Bool, restoring secrets: MaskedSecrets, remark: String?) {
    disk.async { [self] in
      let full = HomeFolder.expanding(path, services.processEnvironment)
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: full, isDirectory: &isFolder), isFolder.boolValue {
        return refuse(path, "\(full) is a folder — add a name for the file")
      }
      do {
        try secrets.restored(in: body).write(
          to: URL(fileURLWithPath: full), options: overwriting ? .atomic : .withoutOverwriting)
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
