import Dispatch
import Foundation

final class CompletionEffects: Sendable {
  private let services: Services
  private let queue: EventQueue
  private let worker = DispatchQueue(label: "workbench.suggestions")

  /// The maximum number of exchanges and of requests to read.
  private static let mostExchanges = 20_000
  private static let mostRequests = 5_000
  private static let mostFiles = 5_000

  init(services: Services, queue: EventQueue) { (self.services, self.queue) = (services, queue) }

  func run(_ effect: CompletionEffect) {
    worker.async { [self] in
      let items =
        switch effect.search {
        case .urls: urls
        case .files(let folder, let request): files(in: folder, of: request)
        }
      queue.send(.suggested(effect.task, items))
    }
  }

  /// The URLs of the collections, then those of history, the most used first.
  private var urls: [CompletionItem] {
    // Without a readable history or collection there are fewer completions; both errors are reported elsewhere.
    let requests = (try? services.collections.requestURLs(limit: Self.mostRequests)) ?? []
    let past = (try? services.history.readableStore().urls(ofLast: Self.mostExchanges)) ?? []
    return requests.map { CompletionItem($0.url, $0.title) }
      + past.map { CompletionItem($0.url, $0.uses == 1 ? "sent once" : "sent \($0.uses) times") }
  }

  private func files(in folder: String, of request: Address) -> [CompletionItem] {
    let start = URL(filePath: services.collections.root, directoryHint: .isDirectory).appending(
      path: request.parent.path)
    let path = HomeFolder.expandingTyped(folder)
    let wanted = path.hasPrefix("/") ? URL(filePath: path) : path.isEmpty ? start : start.appending(path: path)
    let keys: Set<URLResourceKey> = [.isDirectoryKey, .fileSizeKey]
    // A folder that cannot be listed has no completions.
    let found =
      (try? FileManager.default.contentsOfDirectory(at: wanted, includingPropertiesForKeys: Array(keys))) ?? []
    let items = found.prefix(Self.mostFiles).map { file in
      let values = try? file.resourceValues(forKeys: keys)
      let isFolder = values?.isDirectory == true
      let size = isFolder ? "folder" : values?.fileSize.map(Formatting.bytes) ?? ""
      return CompletionItem(file.lastPathComponent + (isFolder ? "/" : ""), size)
    }
    // Hidden files come last.
    return items.sorted { a, b in
      let (isLast, otherIsLast) = (a.text.hasPrefix("."), b.text.hasPrefix("."))
      return isLast == otherIsLast ? a.text.localizedStandardCompare(b.text) == .orderedAscending : otherIsLast
    }
  }
}

extension CompletionEffects: FeatureRunner {}
