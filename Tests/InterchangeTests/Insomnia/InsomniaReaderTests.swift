import Foundation
import RequestModel
import Testing

@testable import Interchange

struct InsomniaReaderTests {
  private func read(_ text: String, name: String = "shop.yaml") throws -> ImportResult {
    let source = ImportSource(Data(text.utf8), fileName: name)
    let format = try #require(ImportFormat.of(source))
    #expect(format.name == "insomnia")
    let result = try format.read(source)
    for collection in result.collections { try collection.checkSound() }
    return result
  }

  @Test func aCollectionOfVersion5IsCarriedOverWhole() throws {
    let result = try read(Self.version5)
    let expected: JSONValue = [
      "name": "Shop", "sourceID": "wrk_1",
      "settings": [
        "docs": .array(["All of it.", "", "And more."]),
        "variables": [
          ["name": "host", "value": "https://shop.example"], ["name": "user.name", "value": "ada"],
          ["name": "user.roles", "value": ["admin", "{{host}}"]], ["name": "limit", "value": 10],
          ["name": "user.roles[1]", "value": "{{host}}"], ["name": "Code", "value": "123", "prompt": "One-time code"],
          ["name": "imported-password", "secret": true],
        ],
        "options": [
          "certificates": [
            ["name": "*", "caBundle": "/etc/ca.pem"], ["name": "*", "off": true, "caBundle": "old.pem"],
          ]
        ],
        "x-insomnia": ["environment": ["color": "#00ff00"]],
      ],
      "items": [
        [
          "name": "Orders", "sourceID": "fld_1",
          "settings": [
            "docs": "About orders", "variables": [["name": "path", "value": "orders"]],
            "headers": [["name": "X-Role", "value": "{{user.roles[1]}}"]],
            "auth": ["basic": ["username": "{{user.name}}", "password": "{{imported-password}}"]],
            "scripts": ["preRequest": ["a();", "b();"]],
          ],
          "items": [
            ["name": "Login", "sourceID": "req_2", "document": ["method": "POST", "url": "{{host}}/login"]],
            [
              "name": "Create", "sourceID": "req_1",
              "document": [
                "method": "POST", "url": "{{host}}/{{path}}/:id", "path": ["id": "{{$guid}}"],
                "query": [
                  ["name": "n", "value": "{{limit}}"], ["name": "bare"],
                  ["name": "old", "value": "1", "off": true, "description": "why"],
                ],
                "headers": [["name": "X-Code", "value": "{{Code}}"]],
                "body": [
                  "text": .array(["{", "  \"token\": \"{{response \"Orders/Login\" \"$.token\" maxAge=10m}}\"", "}"]),
                  "type": "application/json",
                ],
                "auth": ["none": [:]], "options": ["followRedirects": false, "cookies": false, "urlAsIs": true],
                "docs": "Creates one.", "scripts": ["postResponse": ["insomnia.test('ok', () => {});"]],
                "x-insomnia": ["settings": ["rebuildPath": false]],
              ],
            ],
          ],
        ],
        ["name": "Live", "sourceID": "ws-req_1", "document": ["url": "wss://shop.example/live"]],
      ],
      "environments": [
        [
          "name": "Production",
          "document": [
            "variables": [
              ["name": "host", "value": "https://{{user.name}}.example"], ["name": "path", "value": "x"],
            ],
            "x-insomnia": ["color": "#ca2121"],
          ],
        ],
        [
          "name": "Mine",
          "document": ["variables": [["name": "token", "secret": true]], "x-insomnia": ["isPrivate": true]],
          "secrets": [["name": "token", "value": "abc"]],
        ],
      ],
      "secrets": [["name": "imported-password", "value": "pw"]],
    ]
    #expect(result.collections.map(\.asJSON) == [expected])
    #expect(
      result.notes.map(\.asText) == [
        "dropped Orders/Create: Setting rebuildPath: dots in the path are sent as they are",
        "dropped : 1 cookies of the cookie jar: they are not part of a collection",
        "changed Orders: Variable \"path\": an environment counts more than a folder; in Insomnia the folder does",
      ])
  }

  static let version5 = """
    type: collection.insomnia.rest/5.0
    schema_version: "5.1"
    name: Shop
    meta:
      id: wrk_1
      created: 1779753600000
      modified: 1779753600000
      description: |-
        All of it.

        And more.
    collection:
      - name: Orders
        meta:
          id: fld_1
          sortKey: -2
          description: About orders
        children:
          - url: "{{ _.host }}/{{ _.path }}/:id"
            name: Create
            meta:
              id: req_1
              isPrivate: false
              description: Creates one.
              sortKey: -1779746488882.5
            method: POST
            body:
              mimeType: application/json
              text: |-
                {
                  "token": "{% response 'body', 'req_2', 'b64::JC50b2tlbg==::46b', 'when-expired', 600 %}"
                }
            parameters:
              - name: n
                value: "{{ _.limit }}"
              - name: bare
                value: ""
              - name: old
                value: "1"
                disabled: true
                description: why
              - name: ""
                value: ""
            headers:
              - name: Content-Type
                value: application/json
              - name: X-Code
                value: "{% prompt 'Code', 'One-time code', '123', '', false, true %}"
            authentication:
              type: none
            scripts:
              afterResponse: insomnia.test('ok', () => {});
            settings:
              renderRequestBody: true
              encodeUrl: false
              followRedirects: "off"
              cookies:
                send: false
                store: false
              rebuildPath: false
            pathParameters:
              - name: id
                value: "{% uuid 'v4' %}"
          - url: "{{ _.host }}/login"
            name: Login
            meta:
              id: req_2
              sortKey: -1779746488883
            method: POST
        scripts:
          preRequest: |-
            a();
            b();
        authentication:
          type: basic
          useISO88591: false
          username: "{{ _.user.name }}"
          password: pw
          disabled: false
        environment:
          path: orders
        headers:
          - name: X-Role
            value: "{{ _.user.roles[1] }}"
      - url: wss://shop.example/live
        name: Live
        meta:
          id: ws-req_1
          sortKey: -1
        settings:
          encodeUrl: true
          followRedirects: global
          cookies:
            send: true
            store: true
    cookieJar:
      name: Default Jar
      meta:
        id: jar_1
      cookies:
        - id: "1"
          key: sid
          value: s3cret
          domain: shop.example
          expires: Infinity
    certificates:
      - path: /etc/ca.pem
        disabled: false
      - path: old.pem
        disabled: true
    environments:
      name: Base Environment
      meta:
        id: env_1
        isPrivate: false
      data:
        limit: 10
        user:
          roles:
            - admin
            - "{{ _.host }}"
          name: ada
        host: https://shop.example
      dataPropertyOrder:
        "&":
          - host
          - user
          - limit
        "&~|user":
          - name
          - roles
      color: "#00ff00"
      subEnvironments:
        - name: Mine
          meta:
            id: env_3
            isPrivate: true
            sortKey: 2
          data:
            token: abc
        - name: Production
          meta:
            id: env_2
            isPrivate: false
            sortKey: 1
          data:
            host: https://{{ user.name }}.example
            path: x
          color: "#ca2121"
    """

  @Test func anExportOfVersion4IsACollectionPerWorkspace() throws {
    let result = try read(Self.version4.rendered(), name: "Insomnia.json")
    let expected: [JSONValue] = [
      [
        "name": "A", "sourceID": "wrk_a",
        "settings": [
          "variables": [["name": "base", "value": 123]],
          "options": [
            "certificates": [
              [
                "name": "api.example", "clientCertificate": "c.pem", "clientKey": "k.pem",
                "clientPassphrase": "{{certificate-passphrase}}",
              ]
            ]
          ],
        ],
        "items": [
          ["name": "Second", "sourceID": "req_2", "document": ["method": "GET", "url": "b.example"]],
          [
            "name": "Folder", "sourceID": "fld_1",
            "items": [
              [
                "name": "First", "sourceID": "req_1",
                "document": [
                  "method": "POST", "url": "{{base}}/{{sub}}",
                  "body": ["graphql": ["query": .array(["query {", "\thello", "}"]), "variables": ["a": 1]]],
                  "scripts": ["preRequest": ["x();"], "postResponse": ["y();"]],
                ],
              ]
            ],
          ],
        ],
        "environments": [
          [
            "name": "sub",
            "document": [
              "variables": [
                ["name": "sub", "value": "1"], ["name": "off", "value": "2", "off": true],
                ["name": "vault.key", "secret": true],
              ]
            ],
          ]
        ],
        "secrets": [["name": "certificate-passphrase", "value": "pw"]],
      ],
      ["name": "B", "sourceID": "wrk_b"],
      [
        "name": "Insomnia",
        "items": [
          ["name": "lost.example", "sourceID": "req_3", "document": ["method": "GET", "url": "lost.example"]]
        ],
      ],
    ]
    var collections = result.collections.map(\.asJSON)
    // The passphrase's variable is in front of the options.
    if var first = collections.first?.object, var settings = first["settings"]?.object {
      #expect(settings["variables"]?.array?.last == ["name": "certificate-passphrase", "secret": true])
      settings["variables"] = .array(settings["variables"]?.array?.dropLast() ?? [])
      first["settings"] = .object(settings)
      collections[0] = .object(first)
    }
    #expect(collections == expected)
    #expect(
      result.notes.map(\.asText) == [
        "dropped : The proto file \"p.proto\"",
        "failed gRPC: gRPC requests are not supported",
        "dropped sub: The value of vault.key: Insomnia keeps it encrypted",
      ])
  }

  static let version4: JSONValue = [
    "_type": "export", "__export_format": 4, "__export_source": "insomnia.desktop.app:v2023.5.8",
    "resources": [
      [
        "_id": "req_1", "_type": "request", "parentId": "fld_1", "name": "First", "url": "{{ _.base }}/{{ _.sub }}",
        "method": "POST", "description": "", "metaSortKey": -5, "parameters": [], "authentication": [:],
        "headers": [["name": "Content-Type", "value": "application/json", "id": "pair_1"]],
        "body": [
          "mimeType": "application/graphql",
          "text": "{\"query\":\"query {\\n\\thello\\n}\",\"variables\":\"{\\\"a\\\":1}\"}",
        ],
        "preRequestScript": "x();", "afterResponseScript": "y();", "settingStoreCookies": true,
        "settingSendCookies": true, "settingDisableRenderRequestBody": false, "settingEncodeUrl": true,
        "settingRebuildPath": true, "settingFollowRedirects": "global",
      ],
      [
        "_id": "fld_1", "_type": "request_group", "parentId": "wrk_a", "name": "Folder", "environment": [:],
        "metaSortKey": -1,
      ],
      [
        "_id": "req_2", "_type": "request", "parentId": "wrk_a", "name": "Second", "url": "b.example", "method": "GET",
        "body": [:], "metaSortKey": -2,
      ],
      [
        "_id": "greq_1", "_type": "grpc_request", "parentId": "wrk_a", "name": "gRPC", "url": "g.example",
        "metaSortKey": 0,
      ],
      ["_id": "wrk_a", "_type": "workspace", "parentId": .null, "name": "A", "scope": "collection"],
      ["_id": "wrk_b", "_type": "workspace", "parentId": .null, "name": "B"],
      ["_id": "env_1", "_type": "environment", "parentId": "wrk_a", "name": "Base Environment", "data": ["base": 123]],
      [
        "_id": "env_2", "_type": "environment", "parentId": "env_1", "name": "sub", "data": ["sub": "1"],
        "environmentType": "kv",
        "kvPairData": [
          ["id": "envPair_1", "name": "sub", "value": "1", "type": "str", "enabled": true],
          ["id": "envPair_2", "name": "off", "value": "2", "type": "str", "enabled": false],
          ["id": "envPair_3", "name": "key", "value": "eyJpdiI6", "type": "secret", "enabled": true],
        ],
      ],
      ["_id": "jar_1", "_type": "cookie_jar", "parentId": "wrk_a", "name": "Default Jar", "cookies": []],
      [
        "_id": "crt_1", "_type": "client_certificate", "parentId": "wrk_a", "host": "api.example", "cert": "c.pem",
        "key": "k.pem", "pfx": .null, "passphrase": "pw", "disabled": false,
      ],
      [
        "_id": "spc_1", "_type": "api_spec", "parentId": "wrk_a", "fileName": "A", "contents": "",
        "contentType": "yaml",
      ],
      ["_id": "pf_1", "_type": "proto_file", "parentId": "wrk_a", "name": "p.proto"],
      ["_id": "req_3", "_type": "request", "parentId": "wrk_gone", "url": "lost.example", "method": "GET"],
    ],
  ]

  @Test func exportsOfVersion1To3AreReadToo() throws {
    let folder: JSONValue = [
      "_type": "request_group", "name": "Folder", "environments": ["base": ["key": "live"]],
      "requests": [
        [
          "_type": "request", "_id": "r1", "name": "Form", "url": "{{ base }}/x", "method": "POST", "body": "a=1&b=%20",
          "headers": [["name": "Content-Type", "value": "application/x-www-form-urlencoded"]],
          "params": [["name": "q", "value": "1"]], "authentication": ["username": "{{ key }}", "password": ""],
          "__insomnia": ["format": "form"],
        ]
      ],
    ]
    let first = try read(
      (["_type": "export", "__export_format": 1, "items": [folder]] as JSONValue).rendered(), name: "one.json")
    let document: JSONValue = [
      "method": "POST", "url": "{{base}}/x", "query": [["name": "q", "value": "1"]],
      "body": ["form": [["name": "a", "value": "1"], ["name": "b", "value": " "]]],
      "auth": ["basic": ["username": "{{key}}"]],
    ]
    #expect(
      first.collections.map(\.asJSON) == [
        [
          "name": "one",
          "items": [
            [
              "name": "Folder", "sourceID": "fld_0", "settings": ["variables": [["name": "key", "value": "live"]]],
              "items": [["name": "Form", "sourceID": "r1", "document": document]],
            ]
          ],
        ]
      ])
    let second = try read(
      """
      {"_type": "export", "__export_format": 2, "resources": [
        {"_id": "__GRP_1__", "_type": "request_group", "parentId": "__WORKSPACE_ID__", "name": "F", "environment": {}},
        {"_id": "__REQ_1__", "_type": "request", "parentId": "__GRP_1__", "url": "u", "name": "R", "method": "PUT",
         "body": "{\\"a\\":1}", "headers": [{"name": "Content-Type", "value": "application/json; charset=utf-8"}]}]}
      """, name: "two.json")
    #expect(
      second.collections.map(\.asJSON) == [
        [
          "name": "two",
          "items": [
            [
              "name": "F", "sourceID": "__GRP_1__",
              "items": [
                [
                  "name": "R", "sourceID": "__REQ_1__",
                  "document": [
                    "method": "PUT", "url": "u",
                    "headers": [["name": "Content-Type", "value": "application/json; charset=utf-8"]],
                    "body": ["json": ["a": 1]],
                  ],
                ]
              ],
            ]
          ],
        ]
      ])
  }

  @Test func descriptionsOfFilesWrittenByHandAreDocs() throws {
    let result = try read(
      """
      type: collection.insomnia.rest/5.0
      name: Shop
      description: All of it.
      collection:
        - name: Orders
          description: About orders
          children:
            - name: List
              description: All orders
              url: https://shop.example/orders
              method: GET
      """)
    let collection = try #require(result.collections.first)
    #expect(collection.settings["docs"] == "All of it.")
    guard case .folder(let orders)? = collection.items.first, case .request(let list)? = orders.items.first else {
      throw ImportError("no request in a folder")
    }
    #expect(orders.settings["docs"] == "About orders")
    #expect(list.document == ["method": "GET", "url": "https://shop.example/orders", "docs": "All orders"])
    #expect(result.notes == [])
  }

  @Test func environmentsOfTheirOwnHaveWhatTheirBaseHas() throws {
    let result = try read(
      """
      type: environment.insomnia.rest/5.0
      name: Staging
      environments:
        name: Base Environment
        data:
          host: h
          key: k
        subEnvironments:
          - name: Mine
            meta: {id: env_2, isPrivate: true}
            data: {key: mine}
      """)
    #expect(result.collections.isEmpty)
    #expect(
      result.environments.map(\.asJSON) == [
        [
          "name": "Staging",
          "document": ["variables": [["name": "host", "value": "h"], ["name": "key", "value": "k"]]],
        ],
        [
          "name": "Mine",
          "document": [
            "variables": [["name": "host", "value": "h"], ["name": "key", "secret": true]],
            "x-insomnia": ["isPrivate": true],
          ], "secrets": [["name": "key", "value": "mine"]],
        ],
      ])
  }

  @Test(arguments: [
    (
      "type: mock.insomnia.rest/5.0\nname: M\nroutes: [{}, {}]",
      "failed : The mock server \"M\" with 2 routes: mocks are not imported"
    ),
    ("type: mcpClient.insomnia/5.0\nname: M", "failed : The MCP client \"M\": MCP is not supported"),
  ])
  func whatIsNoCollectionIsNamed(text: String, note: String) throws {
    let result = try read(text)
    #expect(result.collections.isEmpty && result.environments.isEmpty)
    #expect(result.notes.map(\.asText) == [note])
  }

  @Test func theDocumentAndTestsOfADesignAreKept() throws {
    let text = """
      type: spec.insomnia.rest/5.0
      name: API
      meta: {id: wrk_1}
      spec:
        contents: {openapi: 3.0.4, paths: {}}
      testSuites:
        - name: Suite
          tests: [{name: t, requestId: null, code: ok()}]
      """
    let result = try read(text)
    let kept: JSONValue = [
      "testSuites": [["name": "Suite", "tests": [["name": "t", "requestId": .null, "code": "ok()"]]]],
      "spec": ["contents": ["openapi": "3.0.4", "paths": [:]]],
    ]
    #expect(result.collections.first?.settings == ["x-insomnia": kept])
    #expect(
      result.notes.map(\.asText) == [
        "changed : Unit tests: they are kept for an export and not run",
        "changed : The API document: it is kept for an export — import it itself for its requests",
      ])
    let written = try ExportFormat.insomnia.write(ExportSource(try #require(result.collections.first)))
    let file = try #require(try YAMLReader.documents(written.files[0].bytes).first?.object)
    #expect(file["type"] == "spec.insomnia.rest/5.0")
    #expect(file["spec"] == ["contents": ["openapi": "3.0.4", "paths": [:]]])
    #expect(file["testSuites"] == kept.object?["testSuites"])
  }

  @Test func damagedFilesAreReadOrRefused() throws {
    let fixture = try #require(try YAMLReader.documents(Data(Self.version5.utf8)).first)
    try Damage.check(.insomnia, fixture, fileName: "a.yaml")
    try Damage.check(.insomnia, Self.version4, fileName: "a.json")
    try Damage.checkTruncations(.insomnia, Data(Self.version5.utf8.prefix(700)), fileName: "a.yaml")
    try Damage.checkTruncations(.insomnia, Data(Self.version4.compact.utf8), fileName: "a.json")
  }

  @Test func variablesOfAFolderMayBeRowsThatAreOff() throws {
    let result = try read(
      """
      type: collection.insomnia.rest/5.0
      collection:
        - name: F
          children: []
          environment: {a: 1}
          environmentType: kv
          kvPairData:
            - {id: p1, name: a, value: "1", type: str, enabled: true}
            - {id: p2, name: b, value: '{"c": [2]}', type: json, enabled: false}
      """)
    guard case .folder(let folder)? = result.collections.first?.items.first else { throw ImportError("no folder") }
    #expect(
      folder.settings == ["variables": [["name": "a", "value": "1"], ["name": "b.c", "value": [2], "off": true]]])
  }

  @Test func ownMembersThatNoFileMayHaveAreLeftOut() throws {
    let result = try read(
      """
      type: collection.insomnia.rest/5.0
      collection:
        - {name: R, method: GET, url: u, x-workbench: {tags: [a], url: 5}}
        - {name: S, method: GET, url: u, x-workbench: {tags: [a]}}
      """)
    #expect(
      result.collections.first?.items.map(\.asJSON) == [
        ["name": "R", "document": ["method": "GET", "url": "u"]],
        ["name": "S", "document": ["method": "GET", "url": "u", "tags": ["a"]]],
      ])
    #expect(result.notes.map(\.asText) == ["dropped R: x-workbench: \"url\" is a number, not a string"])
  }

  @Test func foldersInsideOfThemselvesAndDeepOnesEnd() throws {
    var resources: [JSONValue] = [
      ["_id": "fld_a", "_type": "request_group", "parentId": "fld_b", "name": "A"],
      ["_id": "fld_b", "_type": "request_group", "parentId": "fld_a", "name": "B"],
      ["_id": "fld_0", "_type": "request_group", "parentId": "", "name": "0"],
    ]
    for depth in 1...2000 {
      resources.append(
        [
          "_id": .string("fld_\(depth)"), "_type": "request_group", "parentId": .string("fld_\(depth - 1)"),
          "name": .string(String(depth)),
        ])
    }
    let result = try read(
      (["_type": "export", "__export_format": 4, "resources": .array(resources)] as JSONValue).compact, name: "a.json")
    let names = result.collections.first?.items.map(\.name) ?? []
    #expect(names.contains("0") && names.contains("A"))
    #expect(result.notes.contains { $0.text.contains("inside of itself") })
  }

  @Test func templatesWithoutAnEndAreText() throws {
    let body = String(repeating: "{{\"", count: 20_000) + "'}}"
    let result = try read(
      "type: collection.insomnia.rest/5.0\ncollection:\n  - {name: a, method: POST, url: u, body: {text: '\(body.replacing("'", with: "''"))'}}"
    )
    guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("no request") }
    #expect(request.document["body"]?.object?["text"]?.string?.utf8.count ?? 0 >= body.utf8.count)
  }

  @Test func theFolderThatInsomniaSynchronizesWithGitIsACollection() throws {
    let resources = [
      "Workspace/wrk_1": "name: Shop\nparentId: null\ntype: Workspace\n",
      "Environment/env_1": "name: Base\nparentId: wrk_1\ndata:\n  base: http://a\ntype: Environment\n",
      "RequestGroup/fld_1": "name: Orders\nparentId: wrk_1\ntype: RequestGroup\n",
      "Request/req_1": "name: List\nmethod: GET\nurl: \"{{ _.base }}/o\"\nparentId: fld_1\ntype: Request\n",
      "WebSocketRequest/ws-req_1": "name: Live\nurl: ws://a\nparentId: wrk_1\ntype: WebSocketRequest\n",
      "Request/broken": "name: x\n",
    ]
    var files: [String: Data] = [:]
    for (path, text) in resources {
      let id = path.split(separator: "/").last ?? ""
      files["api/.insomnia/\(path).yml"] = Data("_id: \(id)\n\(text)".utf8)
    }
    let result = try ImportFormat.folder.read(ImportSource(folder: SourceFiles(files), name: "c"))
    let collection = try #require(result.collections.first)
    #expect(result.collections.count == 1 && collection.name == "Shop")
    let requests = collection.allRequests
    #expect(requests.map(\.name).sorted() == ["List", "Live"])
    #expect(requests.first { $0.name == "List" }?.document["url"] == "{{base}}/o")
    #expect(result.notes.first?.asText == "failed api/.insomnia/Request/broken.yml: It has no type")
  }
}
