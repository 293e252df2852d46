import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Everything that is kept by an address follows a rename of the file, its folder and its collection.
@Suite struct RelocationTests {
  private static let request: Address = "shop/orders/create.json"
  private static let id = ExchangeID("00000000-0000-4000-8000-000000000001")!
  private static let pastID = ExchangeID("00000000-0000-4000-8000-000000000002")!
  private static let secret = SecretPlace(collection: "/collections/shop", environment: "local", name: "key")

  /// The shop with everything that can be known of one request.
  private func shop() -> Harness {
    var app = Harness.shop()
    let request = Self.request
    app.open(request.path, .create)
    var job = RunJob(folder: request.parent, name: "orders", requests: [request])
    job.subject = request
    job.settings.iterations = 7
    job.iterations = [request: [1]]
    job.environments = ["/collections/shop": "live"]
    app.bench.runPane.lastJobs = [request: job]
    app.bench.workspace.features[LastExchange.self].reopening = [Self.pastID: request]
    let change = ReplaceMemory.Change(before: .request(.create), after: .request(.list))
    app.bench.workspace.features[ReplaceMemory.self].done = [ReplaceMemory.Done(number: 1, edits: [request: change])]
    let origin = Exchange.Origin(root: "/collections", address: request)
    let send = SendJob(id: Self.id, request: .create, origin: origin, environment: "local")
    app.bench.workspace.live[.request(request)] = LiveExchange(id: Self.id, job: send)
    app.bench.workspace.tokens[.request(request)] = RequestToken(job: send, state: .missing)
    app.bench.workspace.asked[Self.id] = .request(request)
    app.bench.workspace.problems[request] = Problem("broken")
    app.bench.workspace.outdated = [request]
    app.bench.workspace.staleScopes = [request]
    app.bench.workspace.lastExchanges[request] = .sample(3)
    app.bench.workspace.lastSent = request
    app.bench.workspace.secrets = [Self.secret: .set]
    app.bench.workspace.chosenEnvironments = ["/collections/shop": "live"]
    return app
  }

  private func rename(_ old: Address, to new: Address, in app: inout Harness) {
    let change = Relocation(old, to: new, in: "/collections")
    var tree = CollectionTree.shop
    for index in tree.nodes.indices {
      tree.nodes[index].address = change(tree.nodes[index].address) ?? tree.nodes[index].address
    }
    app.receive(.workspace(.placed(new, from: old, tree: tree)))
  }

  @Test(
    arguments: [
      ("shop/orders/create.json", "shop/orders/make.json"), ("shop/orders", "shop/purchases"), ("shop", "store"),
      ("shop", "shopping"),
    ] as [(Address, Address)])
  func whatIsKeptFollows(old: Address, new: Address) throws {
    var app = shop()
    rename(old, to: new, in: &app)
    let change = Relocation(old, to: new, in: "/collections")
    let moved = try #require(change(Self.request))
    let collection = old == "shop" ? "/collections/\(new)" : "/collections/shop"

    let workspace = app.bench.workspace
    #expect(workspace.drafts[moved]?.current == .request(.create) && workspace.drafts[Self.request] == nil)
    #expect(workspace.problems == [moved: Problem("broken")])
    #expect(workspace.outdated == [moved])
    #expect(workspace.scopes.keys.allSatisfy { !$0.isInside(old) } && workspace.staleScopes.isEmpty)
    #expect(workspace.lastExchanges == [moved: .sample(3)])
    #expect(workspace.lastSent == moved)
    #expect(workspace.live.mapValues(\.id) == [.request(moved): Self.id])
    #expect(workspace.live[.request(moved)]?.job?.origin?.address == moved)
    #expect(workspace.tokens.mapValues(\.state) == [.request(moved): .missing])
    #expect(workspace.tokens[.request(moved)]?.job?.origin?.address == moved)
    #expect(workspace.asked == [Self.id: .request(moved)])
    #expect(workspace.chosenEnvironments == [collection: "live"])
    #expect(workspace.secrets.keys.map(\.collection) == [collection])

    let job = try #require(app.bench.runPane.lastJobs[moved])
    #expect(app.bench.runPane.lastJobs.count == 1 && job.settings.iterations == 7 && job.subject == moved)
    #expect(job.requests == [moved] && job.iterations == [moved: [1]] && job.folder == moved.parent)
    #expect(job.environments == [collection: "live"])
    #expect(app.bench.workspace.features[LastExchange.self].reopening == [Self.pastID: moved])
    #expect(app.bench.workspace.features[ReplaceMemory.self].done.map { Array($0.edits.keys) } == [[moved]])
  }

  @Test func aPermissionThatIsGivenAfterARenameIsForTheFileWhereItIsNow() {
    var app = shop()
    app.bench.workspace.tokens = [:]
    guard let job = app.bench.workspace.live[.request(Self.request)]?.job else {
      return #expect(Bool(false), "Nothing is sent")
    }
    rename("shop/orders", to: "shop/purchases", in: &app)
    let effects = app.bench.route(.workspace(.allow([.scripts], job, forGood: true)))
    let origin = Exchange.Origin(root: "/collections", address: "shop/purchases/create.json")
    #expect(effects.first == .allow([.scripts], origin))
    let sent = effects.compactMap { if case .send(let job) = $0 { job.origin } else { nil } }
    #expect(sent == [origin])
  }

  @Test func aFolderThatIsUnfoldedStaysSo() {
    var app = Harness.shop()
    app.press("<Up> <Enter>")
    app.expectOnScreen("Create order")
    rename("shop", to: "store", in: &app)
    app.expectOnScreen("Create order")
  }

  @Test func aDeletedCollectionThatIsRestoredKeepsItsEnvironment() {
    var app = shop()
    var tree = CollectionTree.shop
    tree.nodes.removeAll { $0.address.isInside("shop") }
    app.receive(.workspace(.deleted("shop", trash: TrashID("t"), tree: tree)))
    #expect(app.bench.workspace.problems.isEmpty)
    #expect(app.bench.workspace.chosenEnvironments == ["/collections/shop": "live"])
  }

  @Test func aNewFileDoesNotGetWhatWasKeptOfADeletedOne() {
    var app = shop()
    app.bench.workspace.live[.request(Self.request)] = LiveExchange(
      id: Self.id, stage: .ended(.answered(Self.id)))
    var tree = CollectionTree.shop
    tree.nodes.removeAll { $0.address == Self.request }
    app.receive(.workspace(.deleted(Self.request, trash: TrashID("t"), tree: tree)))
    let workspace = app.bench.workspace
    #expect(workspace.problems.isEmpty && workspace.outdated.isEmpty && workspace.lastExchanges.isEmpty)
    #expect(workspace.live.isEmpty && workspace.drafts[Self.request] == nil)
    #expect(app.bench.runPane.lastJobs.isEmpty && app.bench.workspace.features[LastExchange.self].reopening.isEmpty)
  }
}
