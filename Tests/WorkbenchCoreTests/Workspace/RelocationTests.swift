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

  /// The shop with everything that can be kept for one request.
  private func shop() -> Harness {
    var app = Harness.shop()
    let request = Self.request
    app.open(request.path, .create)
    fill(&app.bench.workspace.items[request], of: request, in: "/collections/shop")
    let change = ReplaceMemory.Change(before: .request(.create), after: .request(.list))
    app.bench.workspace.features[ReplaceMemory.self].done = [ReplaceMemory.Done(number: 1, edits: [request: change])]
    app.bench.workspace.fileChanges = [.created([request])]
    app.bench.workspace.lastSent = request
    app.bench.workspace.secrets = [Self.secret: .set]
    app.bench.workspace.chosenEnvironments = ["/collections/shop": "live"]
    return app
  }

  /// Gives a value to each field but those that opening the request fills.
  private func fill(_ item: inout OpenItem, of request: Address, in collection: String) {
    let origin = Exchange.Origin(root: "/collections", address: request)
    let job = SendJob(id: Self.id, request: .create, origin: origin, environment: "local")
    var run = RunJob(folder: request.parent, name: "orders", requests: [request])
    run.subject = request
    run.iterations = [request: [1]]
    run.settings.iterations = 7
    run.environments = [collection: "live"]
    item.problem = Problem("broken")
    (item.isOutdated, item.isRowWithoutFile, item.isScopeStale, item.quitsWhenSaved) = (true, true, true, true)
    item.live = LiveExchange(id: Self.id, job: job)
    item.replaced = LiveExchange(id: Self.pastID, job: job)
    (item.asked, item.askedToken) = ([Self.id], Self.id)
    item.token = RequestToken(job: job, state: .missing)
    item.lastExchange = .sample(3)
    (item.reopening, item.reconnects) = (Self.pastID, Self.pastID)
    item.lastRun = run
    item.pastedSecrets = ["token"]
    item.movedSecrets = [MovedSecrets(places: [SecretPlace(collection: collection, environment: nil, name: "key")])]
    item.fileStep = .undo
    item.newFolders = [request.parent]
    item.original = request
    item.newIndex = 1
    item.creation = .leadsBack
  }

  /// The addresses in a value, however deep.
  private func addresses(in value: Any) -> [Address] {
    if let address = value as? Address { return [address] }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .class ? [] : mirror.children.flatMap { addresses(in: $0.value) }
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
  func theWholeItemFollowsAndNothingStaysBehind(old: Address, new: Address) throws {
    var app = shop()
    var expected = app.bench.workspace.items[Self.request]
    rename(old, to: new, in: &app)
    let moved = try #require(Relocation(old, to: new, in: "/collections")(Self.request))
    let collection = old == "shop" ? "/collections/\(new)" : "/collections/shop"
    fill(&expected, of: moved, in: collection)
    // Its inherited settings are read again, and the tree has its file.
    (expected.scope, expected.isScopeStale, expected.isRowWithoutFile) = (nil, false, false)

    let workspace = app.bench.workspace
    #expect(workspace.items[moved] == expected)
    #expect(addresses(in: workspace).filter { $0.isInside(old) } == [])
    #expect(workspace.fileChanges == [.created([moved])])
    #expect(workspace.lastSent == moved)
    #expect(workspace.chosenEnvironments == [collection: "live"])
    #expect(workspace.secrets.keys.map(\.collection) == [collection])
    #expect(workspace.features[ReplaceMemory.self].done.map { Array($0.edits.keys) } == [[moved]])
  }

  @Test func noFieldOfAnItemIsLeftOutHereAndNoOtherTableHasAddresses() {
    let workspace = shop().bench.workspace
    let (filled, blank) = (Mirror(reflecting: workspace.items[Self.request]), Mirror(reflecting: OpenItem()))
    let fields = zip(filled.children, blank.children)
    let empty = fields.filter { "\($0.value)" == "\($1.value)" }.compactMap { $0.0.label }
    #expect(empty == [], "`fill` has no values for these fields")
    let tables = Mirror(reflecting: workspace).children.filter { "\(type(of: $0.value))".contains("<Address, ") }
    #expect(tables.compactMap(\.label) == [], "These belong in `OpenItem`")
  }

  @Test func aPermissionThatIsGivenAfterARenameIsForTheFileWhereItIsNow() {
    var app = shop()
    app.bench.workspace.items[Self.request].token = RequestToken()
    guard let job = app.bench.workspace.items[Self.request].live?.job else {
      return #expect(Bool(false), "Nothing is sent")
    }
    rename("shop/orders", to: "shop/purchases", in: &app)
    let effects = app.bench.route(.tell(SendRequest.allow([.scripts], job, .always)))
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
    #expect(app.bench.workspace.items[Self.request].problem == nil)
    #expect(app.bench.workspace.chosenEnvironments == ["/collections/shop": "live"])
  }

  @Test func aNewFileDoesNotGetWhatWasKeptOfADeletedOne() {
    var app = shop()
    app.bench.workspace.items[Self.request].live = LiveExchange(
      id: Self.id, stage: .ended(.answered(Self.id)))
    var tree = CollectionTree.shop
    tree.nodes.removeAll { $0.address == Self.request }
    app.receive(.workspace(.deleted(Self.request, trash: TrashID("t"), tree: tree)))
    #expect(app.bench.workspace.items[Self.request] == OpenItem())
  }

  @Test func onlyWhatStillRunsIsKeptOfADeletedFile() {
    var app = shop()
    var expected = OpenItem()
    expected.live = app.bench.workspace.items[Self.request].live
    var tree = CollectionTree.shop
    tree.nodes.removeAll { $0.address == Self.request }
    app.receive(.workspace(.deleted(Self.request, trash: TrashID("t"), tree: tree)))
    #expect(app.bench.workspace.items[Self.request] == expected)
  }

  @Test func aFileThatTakesThePlaceOfARunningExchangeLeavesIt() {
    let live = shop().bench.workspace.items[Self.request].live
    var items = OpenItems()
    items[Self.request].live = live
    items["shop/other.json"].isOutdated = true
    items.follow(Relocation("shop/other.json", to: Self.request, in: "/collections"))
    var expected = OpenItem()
    (expected.live, expected.isOutdated) = (live, true)
    #expect(items[Self.request] == expected && items["shop/other.json"] == OpenItem())
  }
}
