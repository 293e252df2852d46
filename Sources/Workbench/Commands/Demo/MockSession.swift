import Foundation
import MockServer
import Synchronization

/// The current responses of `demo PATH`, renewed when files change.
final class MockSession: Sendable {
  private let source: MockSource
  private let options: MockOptions
  private let overrides: [String: String]
  private let responder: Mutex<MockResponder>
  private let folders: Mutex<[String]>
  /// The last reported problems.
  private let told = Mutex<[String]>([])
  private let recorder: MockRecorder?
  /// Watches files of any name, as documents and bodies may have any.
  private let watcher = DiskWatch { name, _ in !name.startsExactly(with: ".") }

  init(_ path: String, _ options: MockOptions) async throws {
    let userFolders = try UserFolders(environment: ProcessInfo.processInfo.environment)
    if options.record != nil, !FileManager.default.fileExists(atPath: path) { try MockRecorder.makeFolder(path) }
    let source = try MockSource(path, userFolders)
    self.source = source
    self.options = options
    overrides = try options.variables.values()
    let content = try await Self.read(source, options, overrides)
    recorder = try options.record.map { try MockRecorder(source, upstream: $0) }
    responder = Mutex(Self.responder(content, options))
    folders = Mutex(content.folders)
    tell(content)
  }

  private static func read(
    _ source: MockSource, _ options: MockOptions, _ overrides: [String: String]
  ) async throws -> MockSource.Content {
    if let name = options.environment, case .files(let store, _) = source {
      try check(name, among: store.environments(for: Address("")).map(\.name))
    }
    let content: MockSource.Content
    do {
      content = try await source.read(
        environment: options.environment, overrides: overrides, references: options.references)
    } catch {
      throw CommandExit.fail("\(error)", CommandExit.broken)
    }
    if let name = options.environment, case .document = source { try check(name, among: content.environments) }
    return content
  }

  private static func check(_ environment: String, among known: [String]) throws {
    guard !known.contains(environment) else { return }
    throw CommandExit.usageError(EnvironmentError.unknown(environment, known: known).description)
  }

  private static func responder(_ content: MockSource.Content, _ options: MockOptions) -> MockResponder {
    MockResponder(content.operations, crossOrigin: options.crossOrigin, digests: LibcryptoDigests())
  }

  /// Reports what is served, unless it has not changed.
  private func tell(_ content: MockSource.Content) {
    let examples = content.operations.reduce(0) { $0 + $1.request.examples.count }
    let count = "\(Formatting.count(content.operations.count, "request")), \(Formatting.count(examples, "example"))"
    let lines = content.problems.map { "Left out: \($0)" } + [count]
    if told.replace(by: lines) != lines { StandardError.write(lines: lines) }
  }

  // MARK: Answers

  @Sendable func log(_ entry: MockLogEntry) {
    let clock = Clock(offset: TimeZone.current.secondsFromGMT())
    StandardError.write(entry.line(at: String(clock.fullText(Date()).suffix(8))))
  }

  func answer(_ request: MockRequest) async -> MockReply {
    let reply = responder.withLock(\.self).reply(to: request)
    // Conversations cannot be recorded.
    let isMissing = !request.asksForExample && (reply.isUnmatched || !reply.coversQuery)
    guard let recorder, !request.isUpgrade, reply.source != "preflight", options.recordAll || isMissing else {
      return options.disturbing(reply)
    }
    let recorded = await recorder.answer(request.withoutAsk, match: reply.operation)
    if recorded.isSaved { await reload() }
    return options.disturbing(responder.withLock(\.self).addingCrossOrigin(to: recorded.reply, for: request))
  }

  // MARK: Changes

  /// Renews the responses when files change.
  func watch() {
    watcher.start(
      onChange: { [weak self] _ in
        // Changes made meanwhile are reported afterwards.
        Task { await self?.reload() }
      },
      onFull: { StandardError.write("The system allows no more watches of folders: restart after changes of files") })
    _ = watcher.follow(folders.withLock(\.self))
  }

  /// Reads the source again. If that fails, the responses stay unchanged.
  private func reload() async {
    do {
      let content = try await source.read(
        environment: options.environment, overrides: overrides, references: options.references)
      responder.withLock { $0 = Self.responder(content, options) }
      folders.withLock { $0 = content.folders }
      _ = watcher.follow(content.folders)
      tell(content)
    } catch {
      StandardError.write("Not reloaded: \(error)")
    }
  }
}
