import BodyDocument
import Foundation
import RequestClient
import RequestModel
import RequestRunner
import RequestStore
import TerminalUI
import Testing
import WorkbenchCore

/// The project's own examples, so that they cannot rot.
struct ExampleTests {
  private static let store = CollectionStore(
    root: Repository.path("collections"), trash: NSTemporaryDirectory() + "trash")

  static let requests: [String] = {
    let tree = try? store.load()
    return (tree?.nodes ?? []).filter { !$0.isFolder }.map(\.address.path)
  }()

  @Test func thereAreExamplesAndAllAreSound() throws {
    #expect(Self.requests.count > 30)
    #expect(try Self.store.check().map(\.description) == [])
  }

  /// Read once: it takes longer than all else.
  private static let tree = Result { try store.load() }

  /// The screen after the exchange's end.
  private func draw(_ exchange: Exchange, of address: Address, _ request: SavedRequest) throws -> String {
    var bench = Workbench(
      size: Size(columns: 100, rows: 30), root: Self.store.root, environment: "demo", selection: address, seed: 1)
    _ = bench.update(.workspace(WorkspaceID(root: Self.store.root), .loaded(try Self.tree.get())))
    _ = bench.update(.workspace(WorkspaceID(root: Self.store.root), .opened(address, .success(.request(request)))))
    let scope = RequestContext(
      collection: Self.store.root,
      environments: try Self.store.environments(for: address).map { try $0.content.get() },
      folders: try Self.store.settings(for: address), builtIn: ["demo": "http://127.0.0.1"])
    _ = bench.update(.workspace(WorkspaceID(root: Self.store.root), .scope(address, scope)))
    let effects = bench.update(.input(.key(.function(5))))
    let id = effects.lazy.compactMap { if case .send(let job) = $0 { job.id } else { nil } }.first
    guard let id, let answer = exchange.response else { return "nothing was sent" }
    _ = bench.update(.exchange(id, .started(exchange.startedAt)))
    _ = bench.update(.exchange(id, .head(answer)))
    _ = bench.update(.exchange(id, .body(BodyDocument(answer.body, contentType: answer.headers.first("content-type")))))
    _ = bench.update(.exchange(id, .ended(exchange, sentBody: nil)))
    return bench.render().text
  }

  @Test(arguments: requests) func eachExampleIsSentAndAnswered(_ path: String) async throws {
    let address = Address(path)
    let file = try Self.store.open(address)
    let environment = try #require(try Self.store.environments(for: address).first { $0.name == "demo" }).content.get()
    let folders = try Self.store.settings(for: address)
    let builtIn = try await DemoExamplesTests.shipped.value
    // Nothing logs in here.
    let scope = VariableScope(
      builtIn: builtIn, folders: folders, environment: environment, overrides: ["token": "demo-token"])
    let history = try HistoryStore.inMemory()
    let engine = SendEngine(client: Session()) { exchange, _ in try history.record(exchange) }
    let job = SendEngine.Job(request: file.request) { _ in
      RunInputs(folders: folders, variables: scope, baseFolder: Self.store.path(of: address.parent))
    }
    var ended: Exchange?
    for await event in engine.run(job).start() { if case .ended(let exchange, _) = event { ended = exchange } }
    let exchange = try #require(ended)
    #expect(exchange.response != nil, "\(exchange.outcome)")
    #expect(
      try draw(exchange, of: address, file.request).contains(exchange.response.map { "\($0.status)" } ?? "none"))
    let kept = try #require(try history.exchange(job.id))
    #expect(
      kept.response?.body == exchange.response?.body
        && kept.timeline.hops.count == exchange.timeline.hops.count)
  }
}
