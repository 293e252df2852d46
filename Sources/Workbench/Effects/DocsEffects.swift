import Foundation

/// Reads documentation for the screen: the output of `export --format markdown` for the saved files.
final class DocsEffects: Sendable {
  private let services: Services
  private let queue: EventQueue

  init(services: Services, queue: EventQueue) { (self.services, self.queue) = (services, queue) }

  func run(_ effect: DocsEffect) {
    Task.detached(executorPreference: TaskQueue(label: "workbench.docs")) { [self] in
      queue.send(await event(effect.address))
    }
  }

  private func event(_ address: Address) async -> Event {
    do {
      guard let format = ExportFormat.named("markdown") else { return .docs(address, "") }
      var export = try CollectionExport(root: services.collections.root, address, includesSecrets: false)
      export.omitsFolders = services.collections.role(of: address) == .request
      let result = try await export.result(in: format, nil)
      return .docs(address, result.files.first.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "")
    } catch {
      queue.send(.ended(.readDocs(address)))
      return .notice(Notice(.failure, "No documentation: \(error)"))
    }
  }
}

extension DocsEffects: FeatureRunner {}
