import Foundation
import RequestModel

@testable import WorkbenchCore

extension Address: ExpressibleByStringLiteral {
  package init(stringLiteral path: String) { self.init(path) }
}

// Everything in these tests happens in one open folder.
extension Event {
  static func workspace(_ event: WorkspaceEvent) -> Event { .workspace(.samples, event) }
}

extension WorkspaceID {
  static let samples = WorkspaceID(root: CollectionTree.shop.root)
}

extension Effect {
  static let loadCollections = files(.samples, .loadCollections)

  static func open(_ address: Address) -> Effect { files(.samples, .open(address)) }
  static func refresh(_ address: Address) -> Effect { files(.samples, .refresh(address)) }
  static func follow(_ old: Address, to new: Address) -> Effect { files(.samples, .follow(old, to: new)) }
  static func save(_ address: Address, _ request: SavedRequest, overwriting: Bool, evenReadOnly: Bool = false) -> Effect
  {
    files(.samples, .save(address, .request(request), overwriting: overwriting, evenReadOnly: evenReadOnly))
  }
  static func create(_ item: NewItem, in folder: Address, name: String) -> Effect {
    files(.samples, .create(item, in: folder, name: name))
  }
  static func rename(_ address: Address, to name: String) -> Effect { files(.samples, .rename(address, to: name)) }
  static func move(_ address: Address, into folder: Address) -> Effect { files(.samples, .move(address, into: folder)) }
  static func duplicate(_ address: Address, edits: SavedFile? = nil) -> Effect {
    files(.samples, .duplicate(address, edits: edits))
  }
  static func delete(_ address: Address) -> Effect { files(.samples, .delete(address)) }
  static func restore(_ id: TrashID) -> Effect { files(.samples, .restore(id)) }
  static func keepDraft(_ address: Address, _ request: SavedRequest?) -> Effect {
    files(.samples, .keepDraft(address, request.map(SavedFile.request)))
  }
  static func keepField(_ address: Address, _ field: OpenField) -> Effect {
    files(.samples, .keepField(address, field))
  }
  static func allow(_ sources: [OutsideSource], _ origin: Exchange.Origin) -> Effect {
    files(.samples, .allow(sources, origin))
  }
  static func remember(environments: [String: String], selection: Address?, filters: [String]) -> Effect {
    files(.samples, .remember(environments: environments, selection: selection, filters: filters))
  }
  static func setVariable(
    _ name: String, value: String, environment: String, collection: String, isSecret: Bool = false
  ) -> Effect {
    files(
      .samples,
      .setVariable(name, value: value, environment: environment, collection: collection, isSecret: isSecret))
  }
}

extension CollectionTree {
  static let shop = CollectionTree(
    root: "/collections",
    nodes: [
      CollectionNode(address: Address("shop"), depth: 0, kind: .folder(isCollection: true), title: "shop"),
      CollectionNode(address: Address("shop/orders"), depth: 1, kind: .folder(isCollection: false), title: "orders"),
      CollectionNode(
        address: Address("shop/orders/create.json"), depth: 2, kind: .request(method: "POST", id: nil),
        title: "Create order"),
      CollectionNode(
        address: Address("shop/list.json"), depth: 1, kind: .request(method: "GET", id: nil), title: "list"),
      CollectionNode(
        address: Address("shop/remove.json"), depth: 1, kind: .request(method: "DELETE", id: nil), title: "remove"),
      CollectionNode(
        address: Address("shop/odd.json"), depth: 1, kind: .broken("shop/odd.json:1:2 — expected a value"), title: "odd"
      ),
    ])
}

extension SavedFile {
  static let shop = sample(
    .collection,
    [
      "name": "shop", "variables": [["name": "base", "value": "http://localhost"], ["name": "page", "value": "1"]],
      "headers": [["name": "Accept", "value": "application/json"]], "auth": ["bearer": ["token": "{{token}}"]],
      "docs": ["Everything one can buy.", "", "Ask **ada** for a token."],
    ])
  static let orders = sample(
    .folder,
    [
      "variables": [["name": "page", "value": "{{page}}0"], ["name": "old", "value": "x", "off": true]],
      "headers": [["name": "X-Trace", "value": "{{$guid}}"], ["name": "accept", "value": "text/plain"]],
    ])

  /// - Precondition: the document has the shape of its role.
  static func sample(_ role: FileRole, _ document: JSONObject) -> SavedFile {
    do {
      return try SavedFile(document: document, role: role)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension RequestContext {
  /// The context of everything in the shop.
  static let shop = RequestContext(
    collection: "/collections/shop",
    environments: [
      Environment(name: "local", variables: [Variable("base", .value("http://localhost"))]),
      Environment(name: "live", variables: [Variable("base", .value("https://shop.example"))]),
    ],
    folders: [layer("shop/collection.json", .shop), layer("shop/orders/folder.json", .orders)])

  private static func layer(_ path: String, _ file: SavedFile) -> FolderSettings {
    do {
      var settings = try FolderSettings(document: file.document)
      settings.path = "/collections/" + path
      return settings
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension SavedRequest {
  static let list: SavedRequest = {
    var request = SavedRequest(url: "{{base}}/orders", id: RequestID("r00000001"))
    request.query = [Parameter("page", "1"), Parameter("debug", "true", off: true)]
    request.headers = [Parameter("Accept", "application/json")]
    return request
  }()

  /// `list` with an unsaved edit.
  static let edited: SavedRequest = {
    var request = list
    request.url += "/x"
    return request
  }()

  static let create: SavedRequest = {
    var request = SavedRequest(method: "POST", url: "{{base}}/orders/:order", id: RequestID("r00000002"))
    request.pathParameters = [Parameter("order", "42")]
    request.body = .json(["sku": "A-1", "quantity": 2])
    return request
  }()
}

extension Exchange {
  static func answered(
    _ id: ExchangeID, status: Int = 200, reason: String = "OK",
    body: String = #"{"id":7,"name":"Ada","tags":["a","b"]}"#,
    headers: [Header] = [Header("Content-Type", "application/json"), Header("Set-Cookie", "a=1; Path=/")]
  ) -> Exchange {
    Exchange(
      id: id, request: .list, startedAt: Date(timeIntervalSince1970: 1_000_000),
      sent: SentRequest(
        method: "GET", url: "http://localhost/orders?page=1", headers: [Header("Accept", "application/json")]),
      outcome: .completed(
        Response(status: status, reason: reason, httpVersion: "HTTP/1.1", headers: headers, body: Data(body.utf8))),
      duration: .milliseconds(143), timeline: .sample)
  }

  static func failed(_ id: ExchangeID, _ kind: Failure.Kind, _ sentence: String) -> Exchange {
    Exchange(
      id: id, request: .list, startedAt: Date(timeIntervalSince1970: 1_000_000),
      outcome: .failed(Failure(kind, sentence), partial: nil),
      duration: .milliseconds(2))
  }
}

extension Timeline {
  static let sample = Timeline(hops: [
    Hop(
      attempt: 1, method: "GET", url: "http://localhost/orders?page=1", start: .zero,
      phases: Phases(
        queue: .microseconds(50), dns: .milliseconds(1), connect: .milliseconds(2), send: .microseconds(80),
        wait: .milliseconds(130), receive: .milliseconds(10)),
      connection: Connection(peer: "127.0.0.1:80", isReused: false, httpVersion: "HTTP/1.1"), status: 200,
      sent: ByteCounts(head: 120, body: 0), received: ByteCounts(head: 200, body: 38),
      wire: [
        WireLine(time: .milliseconds(3), kind: .sentHead, text: "GET /orders?page=1 HTTP/1.1", byteCount: 29),
        WireLine(time: .milliseconds(133), kind: .receivedHead, text: "HTTP/1.1 200 OK", byteCount: 17),
        WireLine(time: .milliseconds(134), kind: .receivedBody, text: "", byteCount: 38),
      ])
  ])
}

extension Exchange.Origin {
  static let list = Exchange.Origin(root: CollectionTree.shop.root, address: "shop/list.json")
}

extension PlacedField {
  static let query = PlacedField(.query)
}
