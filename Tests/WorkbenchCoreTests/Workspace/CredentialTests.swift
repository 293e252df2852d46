import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Credentials that are typed into a form: noticed with the save, moved with one key.
struct CredentialTests {
  private static let fields = AuthKind.all.flatMap { kind in
    kind.fields.filter(\.isSecret).map { (kind: kind.name, field: $0.name) }
  }

  /// The shop with an unsaved `request`, saved.
  private func saved(_ request: SavedRequest) -> Harness {
    var app = Harness.shop()
    app.receive(.workspace(.opened("shop/list.json", .success(.request(request)))))
    app.receive(.workspace(.saved("shop/list.json", .request(request))))
    return app
  }

  private func list(_ change: (inout JSONObject) -> Void) throws -> SavedRequest {
    var document = SavedRequest.list.document
    change(&document)
    return try SavedRequest(document: document)
  }

  private func moved(in app: Harness) -> CredentialMove? {
    app.effects.lazy.compactMap { if case .files(_, .moveCredentials(let move)) = $0 { move } else { nil } }.first
  }

  @Test(arguments: fields) func aCredentialInAnyFieldOfAuthIsNoticedAndMovedWithOneKey(kind: String, field: String)
    throws
  {
    let request = try list { $0["auth"] = [kind: [field: "hunter2"]] }
    var app = saved(request)
    app.expectOnScreen("Saved shop/list.json with a credential in clear text (auth.\(kind).\(field))")
    app.expectNotOnScreen("hunter2")
    app.press("@")
    let name = field == "value" ? kind : field
    let move = try #require(moved(in: app))
    #expect(move.file.document["auth"]?.object?[kind]?.object?[field]?.string == "{{\(name)}}")
    let place = SecretPlace(collection: "/collections/shop", environment: "local", name: name)
    #expect(move.secrets == [place: "hunter2"])
    #expect(move.undeclared == [place])
  }

  @Test func aFileThatChangedOnDiskIsAskedAboutAtOnce() throws {
    var app = saved(try list { $0["auth"] = ["bearer": ["token": "hunter2"]] })
    app.press("@")
    #expect(moved(in: app) != nil)
    app.receive(.workspace(.changedOnDisk("shop/list.json")))
    app.expectOnScreen("Another program changed shop/list.json.")
  }

  @Test func theSchemeOfAHeaderStaysAndAnExistingNameIsNotTaken() throws {
    let request = try list {
      $0["headers"] = [
        ["name": "Authorization", "value": "Bearer hunter2"], ["name": "base", "value": "x"],
        ["name": "X-Api-Key", "value": "hunter3"],
      ]
      $0["auth"] = ["bearer": ["token": "hunter2"]]
    }
    var app = saved(request)
    app.expectOnScreen("and 2 more")
    app.press("@")
    let move = try #require(moved(in: app))
    let headers = move.file.document["headers"]?.array?.map { $0.object?["value"]?.string }
    let shared = move.file.document["auth"]?.object?["bearer"]?.object?["token"]?.string ?? ""
    #expect(headers == ["Bearer \(shared)", "x", "{{X_Api_Key}}"])
    #expect(move.secrets.count == 2)
  }

  @Test(arguments: [
    ("http://ann:pR5sT7uV9@a.test/", "http://ann:{{password}}@a.test/"),
    ("http://ghp_\(String(repeating: "a1B2", count: 9))@a.test/", "http://{{user}}@a.test/"),
    ("http://a.test/?page=2&api_key=kT9vLq2zP", "http://a.test/?page=2&api_key={{api_key}}"),
    ("http://a.test/;api-key=kT9vLq2zP", "http://a.test/;api-key={{api_key}}"),
    (
      "http://ann:pR5sT7uV9@a.test/?token=kT9vLq2zP&sig=wX4bN8mQ1#x",
      "http://ann:{{password}}@a.test/?token={{token}}&sig={{sig}}#x"
    ),
    ("{{base}}?next=http://ann:pR5sT7uV9@a.test", "{{base}}?next=http://ann:{{password}}@a.test"),
  ]) func aCredentialInAURLIsNamedAfterItsPart(_ url: String, _ moved: String) throws {
    var app = saved(try list { $0["url"] = .string(url) })
    app.press("@")
    #expect(self.moved(in: app)?.file.document["url"]?.string == moved)
  }

  @Test func withoutAnEnvironmentTheCollectionDeclaresTheSecret() throws {
    var app = saved(try list { $0["auth"] = ["bearer": ["token": "hunter2"]] })
    app.removeEnvironments()
    app.press("@")
    #expect(moved(in: app)?.undeclared.map(\.environment) == [nil])
  }

  @Test func aCollectionDeclaresItsOwnSecrets() throws {
    var app = Harness.folder("shop")
    app.bench.workspace.chosenEnvironments = ["/collections/shop": ""]
    var document = SavedFile.shop.document
    document["auth"] = ["bearer": ["token": "hunter2"]]
    let file = try SavedFile(document: document, role: .collection)
    app.receive(.workspace(.opened("shop/collection.json", .success(file))))
    app.receive(.workspace(.scope("shop/collection.json", RequestContext(collection: "/collections/shop"))))
    app.receive(.workspace(.saved("shop/collection.json", file)))
    app.expectOnScreen("auth.bearer.token")
    app.press("@")
    let move = try #require(moved(in: app))
    #expect(move.undeclared.isEmpty)
    #expect(move.file.document["variables"]?.array?.last == ["name": "token", "secret": true])
  }

  @Test func aVariableWithACredentialBecomesASecretVariable() throws {
    var app = Harness.folder("shop")
    var file = SavedFile.shop
    file.auth = nil
    let token = "x7Qp2Lm9Tz4Rk8Wv1Yb6Nc3Hd5Jf0GsA"
    PlacedField(.variables).setRows([Parameter("apiToken", token)], in: &file)
    app.receive(.workspace(.opened("shop/collection.json", .success(file))))
    app.press("@")
    let move = try #require(moved(in: app))
    #expect(move.secrets == [SecretPlace(collection: "/collections/shop", environment: nil, name: "apiToken"): token])
    #expect(move.file.document["variables"]?.array == [["name": "apiToken", "secret": true]])
  }

  @Test func aRequestWithoutCredentialsSaysSo() {
    var app = saved(.list)
    app.expectOnScreen("Saved shop/list.json")
    app.expectNotOnScreen("clear text")
    app.press("@")
    app.expectOnScreen("No credential was recognized in this request — select the value to move and press *")
  }

  @Test func theValueOfTheSelectedRowIsMovedWhateverItLooksLikeAndNoOther() throws {
    let request = try list {
      $0["headers"] = [
        ["name": "Authorization", "value": "Bearer hunter2"], ["name": "X-Door", "value": "tr0ub4dor"],
      ]
    }
    var app = saved(request)
    app.press("2 ] <Down> <Down> *")
    let move = try #require(moved(in: app))
    let place = SecretPlace(collection: "/collections/shop", environment: "local", name: "X_Door")
    let changed = try list {
      $0["headers"] = [
        ["name": "Authorization", "value": "Bearer hunter2"], ["name": "X-Door", "value": "{{X_Door}}"],
      ]
    }
    #expect(
      move
        == CredentialMove(
          address: "shop/list.json", file: .request(changed), secrets: [place: "tr0ub4dor"], undeclared: [place],
          savesEdits: false))
    app.press("*")
    app.expectOnScreen("The value of X-Door has a variable already")
  }

  @Test func theSchemeOfTheSelectedValueStaysAndUnsavedEditsAreNoted() throws {
    var app = saved(try list { $0["headers"] = [["name": "X-Door", "value": "Bearer open"]] })
    app.press("e <C-u> x <Esc>")
    app.press("2 ] <Down> *")
    let move = try #require(moved(in: app))
    #expect(move.file.document["headers"] == [["name": "X-Door", "value": "Bearer {{X_Door}}"]])
    #expect(Array(move.secrets.values) == ["open"] && move.savesEdits)
  }

  @Test func undoingAMoveTakesItsDeclarationBackAndRedoMakesItAgain() throws {
    func declarations(_ app: Harness) -> [FileEffect] {
      app.effects.compactMap { if case .files(_, let effect) = $0, effect.isDeclaration { effect } else { nil } }
    }
    var app = saved(try list { $0["headers"] = [["name": "X-Door", "value": "open"]] })
    app.press("2 ] <Down> *")
    let move = try #require(moved(in: app))
    let place = SecretPlace(collection: "/collections/shop", environment: "local", name: "X_Door")
    #expect(move.undeclared == [place] && declarations(app) == [])
    app.receive(.workspace(.secret(place, .set)))
    app.receive(.workspace(.saved("shop/list.json", move.file)))
    app.press("u")
    #expect(declarations(app) == [.takeBackDeclarations([place], of: "shop/list.json", edits: [:])])
    app.expectOnScreen("The value of {{X_Door}} stays in your secrets")
    app.press("U")
    #expect(declarations(app) == [.declare([place])])
    app.press("u")
    app.press("*")
    #expect(moved(in: app)?.undeclared == [place] && declarations(app) == [])
  }

  @Test func aDeclarationDoesNotOverwriteUnsavedEditsOfTheEnvironment() throws {
    var app = saved(try list { $0["auth"] = ["bearer": ["token": "hunter2"]] })
    let file = SavedFile(empty: .environment)
    app.receive(.workspace(.opened("shop/environments/local.json", .success(file))))
    app.receive(.workspace(.drafts(["shop/environments/local.json": SavedFile.shop], withoutFile: [:])))
    app.press("@")
    app.expectOnScreen("shop/environments/local.json has unsaved edits: save them first")
  }
}

extension FileEffect {
  fileprivate var isDeclaration: Bool {
    switch self {
    case .declare, .takeBackDeclarations: true
    default: false
    }
  }
}
