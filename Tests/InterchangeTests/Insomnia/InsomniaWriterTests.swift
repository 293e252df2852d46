import Foundation
import RequestModel
import Testing

@testable import Interchange

struct InsomniaWriterTests {
  private var shop: PortableFolder {
    var shop = PortableFolder(
      name: "Shop",
      settings: [
        "docs": "All.",
        "variables": [
          ["name": "host", "value": "https://shop.example"], ["name": "user.name", "value": "ada"],
          ["name": "token", "secret": true], ["name": "otp", "prompt": "Code?"],
        ],
        "headers": [["name": "X-App", "value": "1"]], "auth": ["bearer": ["token": "{{token}}"]],
        "scripts": ["preRequest": ["a();"]],
      ])
    shop.secrets = [PortableSecret(name: "token", value: "s3cret")]
    let list = PortableRequest(
      name: "List",
      document: [
        "method": "GET", "url": "{{host}}/items", "query": [["name": "q", "value": "{{user.name}}"]], "tags": ["smoke"],
      ])
    let create = PortableRequest(
      name: "Create",
      document: [
        "method": "POST", "url": "{{host}}/items",
        "body": ["json": ["otp": "{{otp}}", "from": "{{response \"List\" \"$.id\"}}"]],
        "auth": ["jwt": ["secret": "{{token}}"]],
      ])
    shop.items = [.request(list), .folder(PortableFolder(name: "Admin", items: [.request(create)]))]
    var local = PortableEnvironment(
      name: "local",
      document: ["variables": [["name": "host", "value": "http://localhost"]], "x-insomnia": ["color": "#112233"]])
    local.secrets = []
    shop.environments = [local]
    return shop
  }

  @Test func aCollectionIsWrittenAsInsomniaHasIt() throws {
    let result = try ExportFormat.insomnia.write(ExportSource(shop))
    #expect(String(decoding: result.files[0].bytes, as: UTF8.self) == Self.expected)
    #expect(
      result.notes.map(\.asText) == [
        "changed : The collection's auth: Insomnia has none, so each item at the top has them",
        "changed : The collection's headers: Insomnia has none, so each item at the top has them",
        "changed : The collection's scripts: Insomnia has none, so each item at the top has them",
        "dropped List: Tags: Insomnia has no place for them",
        "dropped Admin/Create: Auth jwt: Insomnia does not have it",
      ])
  }

  private static let expected = """
    type: collection.insomnia.rest/5.0
    schema_version: "5.1"
    name: Shop
    meta:
      id: wrk_716a5f24e3fe97e9c1274fe55b685e99
      description: All.
    collection:
      - url: "{{ _.host }}/items"
        name: List
        meta:
          id: req_1014b921d8b1802e3f4a9829653a9efe
          sortKey: 0
        method: GET
        parameters:
          - name: q
            value: "{{ _.user.name }}"
        headers:
          - name: X-App
            value: "1"
        authentication:
          type: bearer
          token: "{{ _.token }}"
        scripts:
          preRequest: a();
        settings:
          renderRequestBody: true
          encodeUrl: true
          followRedirects: global
          cookies:
            send: true
            store: true
          rebuildPath: true
        x-workbench:
          tags:
            - smoke
          headers: null
          auth: null
          scripts: null
      - name: Admin
        meta:
          id: fld_b64c401f98361251b40e6c0ac7d61881
          sortKey: 1
        children:
          - url: "{{ _.host }}/items"
            name: Create
            meta:
              id: req_e54fe24d9b091eee9b1c341b406748be
              sortKey: 0
            method: POST
            body:
              mimeType: application/json
              text: "{\\"otp\\":\\"{{ _.otp }}\\",\\"from\\":\\"{% response 'body', 'req_1014b921d8b1802e3f4a9829653a9efe', 'b64::JC5pZA==::46b', 'no-history', 60 %}\\"}"
            headers:
              - name: Content-Type
                value: application/json
            settings:
              renderRequestBody: true
              encodeUrl: true
              followRedirects: global
              cookies:
                send: true
                store: true
              rebuildPath: true
            x-workbench:
              body:
                json:
                  otp: "{{otp}}"
                  from: "{{response \\"List\\" \\"$.id\\"}}"
              auth:
                jwt:
                  secret: "{{token}}"
        headers:
          - name: X-App
            value: "1"
        authentication:
          type: bearer
          token: "{{ _.token }}"
        scripts:
          preRequest: a();
        x-workbench:
          headers: null
          auth: null
          scripts: null
    environments:
      name: Base Environment
      meta:
        id: env_716a5f24e3fe97e9c1274fe55b685e99
        isPrivate: false
      data:
        host: https://shop.example
        user:
          name: ada
        token: ""
        otp: "{% prompt 'Code?', '', '', '', false, true %}"
      subEnvironments:
        - name: local
          meta:
            id: env_0474c92e49dde50958acc1cf96395439
            sortKey: 0
            isPrivate: false
          data:
            host: http://localhost
          color: "#112233"
    x-workbench:
      variables:
        - name: host
          value: https://shop.example
        - name: user.name
          value: ada
        - name: token
          secret: true
        - name: otp
          prompt: Code?
      headers:
        - name: X-App
          value: "1"
      auth:
        bearer:
          token: "{{token}}"
      scripts:
        preRequest:
          - a();

    """

  @Test func secretsHaveNoValueUnlessTheyAreAskedFor() throws {
    var source = ExportSource(shop)
    var text = String(decoding: try ExportFormat.insomnia.write(source).files[0].bytes, as: UTF8.self)
    #expect(!text.contains("s3cret"))
    source.includesSecrets = true
    text = String(decoding: try ExportFormat.insomnia.write(source).files[0].bytes, as: UTF8.self)
    #expect(text.contains("token: s3cret"))
  }

  @Test func damagedExportsAreReadOrRefused() throws {
    let file = try #require(try YAMLReader.documents(Data(Self.expected.utf8)).first)
    try Damage.check(.insomnia, file, fileName: "a.yaml")
  }

  @Test func idsOfInsomniaAreKeptAndOthersDependOnThePath() throws {
    func ids(_ collection: PortableFolder) throws -> [String] {
      let text = String(
        decoding: try ExportFormat.insomnia.write(ExportSource(collection)).files[0].bytes, as: UTF8.self)
      return text.split(separator: "\n").compactMap { line in
        line.contains(" id: ") ? String(line.split(separator: " ").last ?? "") : nil
      }
    }
    let first = try ids(shop)
    #expect(try ids(shop) == first)
    #expect(Set(first).count == first.count)
    var known = shop
    if case .request(var request) = known.items[0] {
      request.sourceID = "req_known"
      known.items[0] = .request(request)
    }
    known.items.append(.request(PortableRequest(name: "List", document: ["method": "GET", "url": "u"])))
    let second = try ids(known)
    #expect(second.contains("req_known"))
    #expect(Set(second).count == second.count)
  }
}
