import RequestModel
import Testing

@testable import RequestStore

/// Requests that join a collection, and their secrets.
@Suite struct AdoptedRequestsTests {
  private static let pasted: PortableFolder = {
    var folder = PortableFolder(name: "curl")
    let document: JSONObject = [
      "url": "https://a.example/{{ key }}/{{other}}",
      "headers": [["name": "Authorization", "value": "Bearer {{token}} {{'{{'}}"]],
      "body": ["json": [["{{token}}", 1]]],
    ]
    folder.items = [.request(PortableRequest(name: "a", document: document))]
    folder.secrets = [PortableSecret(name: "token", value: "t0p"), PortableSecret(name: "key", value: "k3y")]
    return folder
  }()

  @Test func freeNamesStay() {
    let adopted = AdoptedRequests(Self.pasted, taken: ["other"], known: [:])
    #expect(adopted.requests.map { .request($0) } == Self.pasted.items)
    #expect(adopted.secrets == Self.pasted.secrets)
  }

  @Test func takenNamesAreNumberedAndKnownValuesKeepTheirs() {
    let adopted = AdoptedRequests(
      Self.pasted, taken: ["token", "token-2", "mine"], known: ["mine": "k3y", "token": "other"])
    #expect(adopted.secrets == [PortableSecret(name: "token-3", value: "t0p")])
    #expect(
      adopted.requests.first?.document == [
        "url": "https://a.example/{{mine}}/{{other}}",
        "headers": [["name": "Authorization", "value": "Bearer {{token-3}} {{'{{'}}"]],
        "body": ["json": [["{{token-3}}", 1]]],
      ])
  }

  @Test func requestsDeclareTheSecretsThatTheyUseAndTheirFoldersDoNotDeclare() {
    var pasted = Self.pasted
    pasted.items.append(.request(PortableRequest(name: "b", document: ["url": "https://a.example"])))
    let adopted = AdoptedRequests(pasted, taken: ["mine"], known: ["mine": "k3y"])
    let requests = adopted.declaringSecrets(besides: ["mine"])
    #expect(requests.map { $0.document["variables"] } == [[["name": "token", "secret": true]], nil])
    let others = adopted.declaringSecrets(besides: [])
    #expect(
      others.first?.document["variables"] == [["name": "mine", "secret": true], ["name": "token", "secret": true]])
  }

  @Test(arguments: ["*", "...", ""]) func aNameThatMakesNoFileNameIsReplaced(name: String) {
    var folder = PortableFolder(name: "curl")
    folder.items = [.request(PortableRequest(name: name, document: ["url": "https://a.example/*"]))]
    let adopted = AdoptedRequests(folder, taken: [], known: [:])
    #expect(adopted.requests.map(\.name) == ["request"])
  }

  @Test func secretsAreDeclaredInTheCollectionAndItsBytesStay() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "shop/collection.json", "{ \"name\": \"Shop\",\n  \"variables\": [{ \"name\": \"a\", \"value\": 1.0 }] }\n")
    try folder.write("shop/orders/list.json", #"{"url": "u"}"#)
    let store = folder.store
    let path = try store.declareSecrets(["token"], for: Address("shop/orders"))
    #expect(path == folder.root + "/shop/collection.json")
    let text = try folder.read("shop/collection.json")
    #expect(text.hasPrefix("{ \"name\": \"Shop\",\n  \"variables\": [{ \"name\": \"a\", \"value\": 1.0 }"))
    let variables = try store.settings(for: Address("shop/orders/list.json")).flatMap(\.variables)
    #expect(variables.map(\.name) == ["a", "token"] && variables[1].isSecret)
  }

  @Test func withoutACollectionTheFolderDeclaresThem() throws {
    let folder = try TemporaryFolder()
    try folder.write("orders/list.json", #"{"url": "u"}"#)
    let path = try folder.store.declareSecrets(["token"], for: Address("orders"))
    #expect(path == folder.root + "/orders/folder.json")
    let again = try folder.store.declareSecrets(["key"], for: Address("orders"))
    #expect(again == path)
    let variables = try folder.store.settings(for: Address("orders/list.json")).flatMap(\.variables)
    #expect(variables.map(\.name) == ["token", "key"])
    let new = try folder.store.declareSecrets(["token"], for: Address("new"))
    #expect(new == folder.root + "/new/folder.json")
  }
}
