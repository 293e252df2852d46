import Foundation
import Interchange
import RequestModel
import RequestRunner
import WorkbenchCore

/// Reads documentation for the screen: what `export --format markdown` writes of the saved files.
struct DocsEffects: Sendable {
  let services: Services
  let queue: EventQueue

  func read(_ address: Address) {
    Task.detached(executorPreference: TaskQueue(label: "workbench.docs")) {
      queue.send(event(address))
    }
  }

  private func event(_ address: Address) -> Event {
    do {
      let export = try CollectionExport(path: services.collections.path(of: address), includesSecrets: false)
      guard let format = ExportFormat.named("markdown") else { return .docs(address, "") }
      let result = try format.write(export.source)
      return .docs(address, result.files.first.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "")
    } catch {
      return .notice(Notice(.failure, "No documentation: \(error)"))
    }
  }
}
