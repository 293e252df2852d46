import DemoServer
import Foundation
import MockServer
import RequestModel
import RequestRunner
import RequestStore

/// The examples of the opened collections: the demo server of `--demo` answers with them where it has no path of its own.
///
/// The files are read for the first such request, and again after a change.
actor DemoExamples {
  private let sources: [MockSource]
  private let environment: String
  private var responders: [MockResponder]?
  /// The number of changes of the files so far.
  private var changes = 0
  /// Whether changes are noticed. If not, the files are read for each request.
  private var isWatching = true
  /// Watches files of any name, as documents and bodies may have any.
  private let watcher = DiskWatch { name, _ in !name.startsExactly(with: ".") }

  /// Starts the demo server with the examples of `paths`.
  ///
  /// - Parameters:
  ///   - paths: Folders, requests and documents of other tools, as a command names them.
  ///   - environment: The environment that the command uses.
  /// - Returns: The variable `demo` with the server's address.
  static func serve(_ paths: [String], environment: String?) async throws -> [String: String] {
    let folders = try UserFolders(environment: ProcessInfo.processInfo.environment)
    let examples = DemoExamples(paths.compactMap { source(of: $0, folders) }, environment: environment ?? "demo")
    let server = DemoServer { await examples.reply(to: $0) }
    return ["demo": "http://127.0.0.1:\(try await server.start())"]
  }

  init(_ sources: [MockSource], environment: String) {
    self.sources = sources
    self.environment = environment
  }

  /// The whole collection around a request or folder, as requests may need others of it.
  private static func source(of path: String, _ folders: UserFolders) -> MockSource? {
    // The command reports a path that is missing; a URL has no examples.
    guard FileManager.default.fileExists(atPath: path), let source = try? MockSource(path, folders) else { return nil }
    guard case .files(let store, _) = source else { return source }
    let root = CollectionStore.collection(around: store.root) ?? store.root
    return .files(CollectionStore(root: root, folders), selection: nil)
  }

  /// - Returns: `nil` if no request has the path.
  func reply(to request: MockRequest) async -> MockReply? {
    let replies = await currentResponders().map { $0.reply(to: request) }
    return replies.first { !$0.isUnmatched } ?? replies.first { $0.operation != nil || $0.status != 404 }
  }

  private func currentResponders() async -> [MockResponder] {
    if let responders, isWatching { return responders }
    watcher.start(
      onChange: { [weak self] _ in Task { await self?.noteChange() } },
      onFull: { [weak self] in Task { await self?.stopWatching() } })
    let before = changes
    var (made, folders): ([MockResponder], [String]) = ([], [])
    for source in sources {
      // The command reports what cannot be read.
      guard let content = try? await source.read(environment: environment, overrides: [:], references: false) else {
        continue
      }
      made.append(MockResponder(content.operations, digests: LibcryptoDigests()))
      folders += content.folders
    }
    _ = watcher.follow(folders)
    responders = changes == before ? made : nil
    return made
  }

  private func noteChange() {
    changes += 1
    responders = nil
  }

  private func stopWatching() { isWatching = false }
}
