import DemoServer
import Foundation

/// The examples of the opened collections: the demo server of `--demo` answers with them where it has no path of its own.
///
/// The files are read for the first such request, and again after a change.
actor DemoExamples {
  private let sources: [MockSource]
  /// The environment of the command. The requests of all others are known, too: one may be chosen on the screen.
  private let environment: String
  private let overrides: [String: String]
  /// The variables of all collections that the command is given.
  private let globals: [Variable]
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
  ///   - overrides: The variables that the command is given, which win over all others.
  ///   - globals: The variables of all collections that the command is given.
  /// - Returns: The variable `demo` with the server's address.
  static func serve(
    _ paths: [String], environment: String?, overrides: [String: String] = [:], globals: [Variable] = []
  ) async throws -> [String: String] {
    let folders = try UserFolders(environment: ProcessInfo.processInfo.environment)
    let examples = DemoExamples(
      paths.compactMap { source(of: $0, folders) }, environment: environment ?? "demo", overrides: overrides,
      globals: globals)
    let server = DemoServer { await examples.reply(to: $0) }
    return ["demo": "http://127.0.0.1:\(try await server.start())"]
  }

  init(_ sources: [MockSource], environment: String, overrides: [String: String], globals: [Variable]) {
    self.globals = globals
    self.sources = sources
    self.environment = environment
    self.overrides = overrides
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
    var before = changes
    var (made, folders) = await read()
    // Changes before a folder was watched are in no report: what is in it is read again.
    for _ in 1...Self.attempts where watcher.follow(folders) {
      before = changes
      (made, folders) = await read()
    }
    // Another request may have read the files again after a change.
    if changes == before { responders = made }
    return made
  }

  /// Folders that appear while the files are read are found by reading again. Limits that for folders that keep changing.
  private static let attempts = 5

  private func read() async -> ([MockResponder], folders: [String]) {
    var (made, folders): ([MockResponder], [String]) = ([], [])
    for source in sources {
      let names = source.environmentNames
      let isKnown = names.isEmpty || names.contains(environment)
      for name in (isKnown ? [environment] : []) + names.filter({ $0 != environment }) {
        // The command reports what cannot be read.
        guard
          let content = try? await source.read(
            environment: name, overrides: overrides, globals: globals, references: false)
        else { continue }
        made.append(MockResponder(content.operations, digests: LibcryptoDigests()))
        folders += content.folders.filter { !folders.contains($0) }
      }
    }
    return (made, folders)
  }

  private func noteChange() {
    changes += 1
    responders = nil
  }

  private func stopWatching() { isWatching = false }
}
