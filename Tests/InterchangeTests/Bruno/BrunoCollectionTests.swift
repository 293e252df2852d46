import Foundation
import RequestModel
import Testing

@testable import Interchange

struct BrunoCollectionTests {
  private func source(_ files: [String: String]) -> ImportSource {
    ImportSource(folder: SourceFiles(files.mapValues { Data($0.utf8) }), name: "shop")
  }

  private func read(_ source: ImportSource) throws -> ImportResult {
    let format = try #require(ImportFormat.of(source))
    #expect(format.name == "bruno")
    return try format.read(source)
  }

  private static let folder = [
    "bruno.json": """
    { "version": "1", "name": "Shop", "type": "collection", "ignore": ["old"], "presets": { "requestType": "http" },
      "proxy": { "enabled": true, "protocol": "http", "hostname": "p", "port": 3128, "auth": { "enabled": true,
        "username": "me", "password": "{{pw}}" }, "bypassProxy": "localhost" },
      "clientCertificates": { "certs": [ { "domain": "a.b", "type": "pfx", "pfxFilePath": "c.p12",
        "passphrase": "s3cret" } ] } }
    """,
    "collection.bru": """
    headers {
      X-All: 1
    }
    auth {
      mode: basic
    }
    auth:basic {
      username: u
      password: s3cret
    }
    vars:pre-request {
      base: http://localhost
      key: {{process.env.KEY}}
      code: {{?One-time code}}
    }
    docs {
      All
    }
    """,
    "environments/Local.bru": "vars {\n  host: {{base}}\n  ~off: 1\n}\nvars:secret [\n  token,\n  ~old\n]\ncolor: #fff",
    ".env": "KEY=abc",
    "b/two.bru": "meta {\n  name: Two\n  seq: 2\n}\nget {\n  url: {{process.env.HOST}}/two\n  auth: inherit\n}",
    "b/folder.bru": "meta {\n  name: Bees\n  seq: 1\n}\nauth {\n  mode: none\n}\nscript:pre-request {\n  a();\n}",
    "b/one.bru":
      "meta {\n  name: One\n  seq: 1\n}\nget {\n  url: u\n  auth: inherit\n}\nvars:pre-request {\n  own: 1\n}",
    "a/x.bru": "meta {\n  name: X\n}\nget {\n  url: u\n  auth: inherit\n}",
    "a/broken.bru": "get {\n  url: u",
    "rpc.bru": "meta {\n  name: Call\n  type: grpc\n}\ngrpc {\n  url: u\n}",
    "old/o.bru": "get {\n  url: u\n}", "node_modules/m/n.bru": "get {\n  url: u\n}", "data/a.json": "{}",
  ]

  @Test func aFolderIsCarriedOverWhole() throws {
    let result = try read(source(Self.folder))
    let collection = try #require(result.collections.first)
    #expect(collection.name == "Shop")
    let settings: JSONObject = [
      "docs": "All",
      "variables": [
        ["name": "base", "value": "http://localhost"],
        ["name": "key", "fromDotenv": ".env", "key": "KEY"],
        ["name": "code", "prompt": "One-time code"],
        ["name": "certificate-passphrase-1", "secret": true],
        ["name": "process.env.HOST", "fromEnvironment": "HOST", "secret": true],
        ["name": "imported-password", "secret": true],
      ],
      "headers": [["name": "X-All", "value": "1"]],
      "auth": ["basic": ["username": "u", "password": "{{imported-password}}"]],
      "options": [
        "proxy": "http://p:3128", "proxyUsername": "me", "proxyPassword": "{{pw}}", "noProxy": "localhost",
        "certificates": [
          ["name": "a.b", "clientCertificate": "c.p12", "clientPassphrase": "{{certificate-passphrase-1}}"]
        ],
      ],
      "x-bruno": ["config": ["ignore": ["old"], "presets": ["requestType": "http"]]],
    ]
    #expect(collection.settings == settings, "\(JSONValue.object(collection.settings).rendered())")
    #expect(collection.secrets.map(\.value) == ["s3cret", "s3cret"])
    #expect(collection.items.map(\.name) == ["Bees", "a"])
    guard case .folder(let bees) = collection.items[0], case .request(let one)? = bees.items.first else { return }
    #expect(bees.settings == ["auth": ["none": [:]], "scripts": ["preRequest": "a();"]])
    #expect(one.document["variables"] == [["name": "own", "value": "1"]])
    #expect(bees.items.map(\.name) == ["One", "Two"])
    #expect(one.sourceID == "b/one")
    #expect(
      collection.environments == [
        PortableEnvironment(
          name: "Local",
          document: [
            "variables": [
              ["name": "host", "value": "{{base}}"], ["name": "off", "value": "1", "off": true],
              ["name": "token", "secret": true], ["name": "old", "off": true, "secret": true],
            ], "x-bruno": ["color": "#fff"],
          ])
      ])
  }

  @Test func whatIsMissingIsNamed() throws {
    #expect(
      try read(source(Self.folder)).notes.map { "\($0.kind) \($0.path.joined(separator: "/")): \($0.text)" } == [
        "failed a/broken: a/broken.bru:1: the block \"get\" is not closed",
        "changed : The file .env is not copied: put it into the collection's folder",
        "dropped Call: Its kind is grpc-request, which is not supported",
      ])
  }

  @Test func variablesOfFoldersThatTheEnvironmentOverridesAreNamedByAnImport() throws {
    let files = [
      "bruno.json": #"{ "version": "1", "name": "c", "type": "collection" }"#,
      "collection.bru": "vars:pre-request {\n  ov: collection\n}",
      "environments/dev.bru": "vars {\n  ov: env\n  same: 1\n  ~off: env\n}",
      "F/folder.bru": "meta {\n  name: F\n}\nvars:pre-request {\n  ov: folder\n  same: 1\n  off: 1\n  own: 1\n}",
      "F/G/folder.bru": "meta {\n  name: G\n}\nvars:pre-request {\n  ov: inner\n}",
      "F/G/r.bru": "meta {\n  name: r\n}\nget {\n  url: u\n}",
    ]
    let source = source(files)
    #expect(
      try read(source).notes.map(\.asText) == [
        "changed F: Variable \"ov\": an environment counts more than a folder; in Bruno the folder does",
        "changed F/G: Variable \"ov\": an environment counts more than a folder; in Bruno the folder does",
      ])
    #expect(try ImportFormat.bruno.readToSend(source).notes == [])
  }

  @Test func aRunIsSilentAboutFilesThatAnImportLeaves() throws {
    let notes = try ImportFormat.bruno.readToSend(source(Self.folder)).notes.map(\.text)
    #expect(!notes.contains { $0.contains(".env is not copied") }, "\(notes)")
  }

  private static let written = [
    "bruno.json": #"{ "version": "1", "name": "c", "type": "collection" }"#,
    "collection.bru": "headers {\n  X-All: 1\n}\nauth {\n  mode: bearer\n}\nauth:bearer {\n  token: {{token}}\n}",
    "inherits.bru":
      "meta {\n  name: inherits\n  seq: 1\n}\nget {\n  url: u\n  auth: inherit\n}\n"
      + "headers {\n  authorization: {{old}}\n  Accept: */*\n}",
    "none.bru":
      "meta {\n  name: none\n  seq: 2\n}\nget {\n  url: u\n  auth: none\n}\nheaders {\n  Authorization: {{old}}\n}",
    "key.bru":
      "meta {\n  name: key\n  seq: 3\n}\nget {\n  url: u\n  auth: apikey\n}\nauth:apikey {\n  key: X-Key\n"
      + "  value: {{key}}\n  placement: header\n}\nheaders {\n  x-key: {{old}}\n  Authorization: {{old}}\n}",
  ]

  private func headers(_ result: ImportResult) throws -> [JSONValue] {
    try #require(result.collections.first).items.map { item in
      guard case .request(let request) = item else { return .null }
      return request.document["headers"] ?? .null
    }
  }

  @Test func theAuthOfARequestReplacesAHeaderOfItsName() throws {
    let result = try read(source(Self.written))
    let expected: [JSONValue] = [
      [["name": "authorization", "value": "{{old}}", "off": true], ["name": "Accept", "value": "*/*"]],
      [["name": "Authorization", "value": "{{old}}"]],
      [["name": "x-key", "value": "{{old}}", "off": true], ["name": "Authorization", "value": "{{old}}"]],
    ]
    #expect(try headers(result) == expected)
    #expect(
      result.notes.map { "\($0.kind) \($0.path.joined(separator: "/")): \($0.text)" } == [
        "changed inherits: Header authorization: it is off, as the auth of the request replaces it",
        "changed key: Header x-key: it is off, as the auth of the request replaces it",
      ])
    let run = try ImportFormat.bruno.readToSend(source(Self.written))
    #expect(try headers(run) == expected)
    #expect(run.notes.isEmpty)
  }

  @Test func aHeaderOfAFolderThatIsSentInPlaceOfTheAuthIsNamed() throws {
    var files = Self.written
    files["collection.bru"] = "headers {\n  X-KEY: 1\n  ~Authorization: 2\n}"
    files["f/folder.bru"] = "headers {\n  authorization: 3\n}"
    files["f/basic.bru"] = "meta {\n  name: basic\n}\nget {\n  url: u\n  auth: basic\n}\nauth:basic {\n  username: u\n}"
    for result in [try read(source(files)), try ImportFormat.bruno.readToSend(source(files))] {
      let named = result.notes.filter { $0.text.contains("of a folder") }
      #expect(
        named.map { "\($0.path.joined(separator: "/")): \($0.text)" } == [
          "f/basic: Header Authorization of a folder: it is sent instead of the auth, which Bruno would send",
          "key: Header X-Key of a folder: it is sent instead of the auth, which Bruno would send",
        ])
    }
  }

  @Test func aRunSendsTheHeaderAcceptOfBruno() throws {
    let accept: JSONValue = [
      "name": "Accept", "value": "application/json, text/plain, */*", "x-bruno": ["default": true],
    ]
    func headers(_ files: [String: String], isRun: Bool) throws -> JSONValue? {
      let result = try isRun ? ImportFormat.bruno.readToSend(source(files)) : read(source(files))
      return result.collections.first?.settings["headers"]
    }
    #expect(try headers(Self.written, isRun: true) == [["name": "X-All", "value": "1"], accept])
    #expect(try headers(Self.written, isRun: false) == [["name": "X-All", "value": "1"]])
    var own = Self.written
    own["collection.bru"] = "headers {\n  accept: text/csv\n}"
    #expect(try headers(own, isRun: true) == [["name": "accept", "value": "text/csv"]])
  }

  private static let yaml = """
    opencollection: 1.0.0
    info:
      name: Shop
    config:
      proxy:
        protocol: http
        hostname: p
        port: 1
      environments:
        - name: Local
          variables:
            - name: host
              value: h
            - name: n
              value:
                type: number
                data: "5"
            - name: token
              transient: true
    request:
      auth:
        type: bearer
        token: "{{token}}"
      scripts:
        - type: before-request
          code: a();
    items:
      - info:
          name: Folder
          type: folder
        items:
          - info:
              name: Create
              type: http
              seq: 1
              tags: [smoke]
            http:
              method: POST
              url: "{{host}}/:id?a=1"
              params:
                - name: a
                  value: "1"
                  type: query
                - name: id
                  value: 7
                  type: path
              headers:
                - name: X
                  value: "1"
                  disabled: true
                  description: { content: why, type: text/markdown }
              body:
                type: json
                data: |-
                  {"b":1}
              auth: inherit
            runtime:
              scripts:
                - type: tests
                  code: t();
              assertions:
                - expression: res.status
                  operator: eq
                  value: "200"
              actions:
                - type: set-variable
                  phase: after-response
                  selector: { expression: res.body.id, method: jsonq }
                  variable: { name: id, scope: runtime }
            settings:
              encodeUrl: true
              timeout: 0
              followRedirects: true
              maxRedirects: 5
            docs: Notes
      - info:
          name: Query
          type: graphql
        graphql:
          url: "{{host}}"
          method: POST
          body:
            query: "{ a }"
            variables: "{}"
          auth:
            type: oauth2
            flow: client_credentials
            accessTokenUrl: t
            credentials: { clientId: i, clientSecret: "{{s}}", placement: body }
            tokenConfig: { id: credentials, placement: { query: access_token } }
    """

  @Test func openCollectionYAMLIsCarriedOver() throws {
    let result = try read(ImportSource(Data(Self.yaml.utf8), fileName: "opencollection.yml"))
    let collection = try #require(result.collections.first)
    #expect(
      collection.settings == [
        "auth": ["bearer": ["token": "{{token}}"]], "scripts": ["preRequest": "a();"],
        "options": ["proxy": "http://p:1"],
      ])
    #expect(
      collection.environments.first?.document["variables"] == [
        ["name": "host", "value": "h"], ["name": "n", "value": 5], ["name": "token", "secret": true],
      ])
    guard case .folder(let folder)? = collection.items.first, case .request(let create)? = folder.items.first,
      case .request(let query)? = collection.items.last
    else { throw ImportError("no requests") }
    let expected: JSONObject = [
      "method": "POST", "url": "{{host}}/:id", "path": ["id": "7"], "query": [["name": "a", "value": "1"]],
      "headers": [["name": "X", "value": "1", "off": true, "description": "why"]], "body": ["json": ["b": 1]],
      "options": ["maxRedirects": 5], "docs": "Notes", "tags": ["smoke"],
      "scripts": ["postResponse": ["// Tests of Bruno", "t();"]],
      "checks": [["query": "status", "predicate": "equals", "value": 200]],
      "captures": [["name": "id", "query": "jsonpath", "expression": "$.id"]],
    ]
    #expect(create.document == expected, "\(JSONValue.object(create.document).rendered())")
    let graphql: JSONObject = [
      "method": "POST", "url": "{{host}}", "body": ["graphql": ["query": "{ a }", "variables": [:]]],
      "auth": [
        "oauth2": [
          "grant_type": "client_credentials", "accessTokenUrl": "t", "clientId": "i", "clientSecret": "{{s}}",
          "client_authentication": "body", "addTokenTo": "queryParams",
        ]
      ],
    ]
    #expect(query.document == graphql, "\(JSONValue.object(query.document).rendered())")
    #expect(result.notes.isEmpty)
  }

  @Test func exportedJSONIsReadInTheOrderOfItsNumbers() throws {
    let json: JSONValue = [
      "name": "Shop",
      "items": [
        [
          "type": "http", "name": "b", "seq": 2, "request": ["url": "u", "method": "GET", "auth": ["mode": "inherit"]],
        ],
        [
          "type": "http", "name": "a", "seq": 1, "request": ["url": "u", "method": "GET", "auth": ["mode": "inherit"]],
        ],
        ["type": "folder", "name": "F", "root": ["meta": ["name": "F"]], "items": []],
      ],
    ]
    let result = try read(ImportSource(Data(json.compact.utf8), fileName: "c.json"))
    #expect(result.collections.first?.items.map(\.name) == ["F", "a", "b"])
    #expect(result.notes.isEmpty)
  }

  @Test func anExportedEnvironmentIsRead() throws {
    let json = """
      { "name": "Local", "variables": [ { "name": "a", "value": "1", "enabled": false, "secret": false },
        { "name": "b", "value": "s3cret", "secret": true } ], "info": { "type": "bruno-environment" } }
      """
    let environment = try #require(try read(ImportSource(Data(json.utf8), fileName: "e.json")).environments.first)
    #expect(environment.name == "Local")
    #expect(
      environment.document["variables"] == [["name": "a", "value": "1", "off": true], ["name": "b", "secret": true]])
    #expect(environment.secrets == [PortableSecret(name: "b", value: "s3cret")])
  }

  private static let json: JSONValue = [
    "name": "Shop", "version": "1",
    "items": [
      [
        "type": "folder", "name": "F",
        "root": ["request": ["headers": [["name": "a", "value": "1", "enabled": true]]]],
        "items": [
          [
            "type": "http-request", "name": "R", "seq": 1, "tags": ["t"],
            "settings": ["timeout": 5, "encodeUrl": true],
            "request": [
              "url": "u?a=1", "method": "POST",
              "params": [["name": "a", "value": "1", "type": "query", "enabled": true]],
              "headers": [["name": "h", "value": "v", "enabled": true]],
              "body": ["mode": "multipartForm", "multipartForm": [["type": "file", "name": "f", "value": ["x"]]]],
              "auth": ["mode": "oauth2", "oauth2": ["grantType": "password", "additionalParameters": ["token": []]]],
              "script": ["req": "a", "res": "b"], "tests": "c", "docs": "d",
              "vars": ["req": [["name": "x", "value": "1"]], "res": [["name": "y", "value": "res.body.z"]]],
              "assertions": [["name": "res.status", "value": "eq 200"]],
            ],
            "examples": [
              [
                "name": "e", "request": ["url": "u"],
                "response": ["status": 200, "body": ["type": "json", "content": "{}"]],
              ]
            ],
          ]
        ],
      ]
    ],
    "environments": [["name": "E", "variables": [["name": "a", "value": "1", "secret": true]]]],
    "brunoConfig": ["proxy": ["enabled": true, "hostname": "p"], "clientCertificates": ["certs": [["domain": "d"]]]],
  ]

  @Test func wrongTypesAnywhereDoNoHarm() throws {
    try Damage.check(.bruno, Self.json, fileName: "c.json")
    let yaml = ImportSource(Data(Self.yaml.utf8), fileName: "opencollection.yml")
    try Damage.check(.bruno, try #require(yaml.json), fileName: "c.json")
  }

  @Test func filesCutOffAnywhereDoNoHarm() throws {
    try Damage.checkTruncations(.bruno, Data(Self.json.compact.utf8), fileName: "c.json")
    try Damage.checkTruncations(.bruno, Data(Self.yaml.utf8), fileName: "opencollection.yml")
  }
}
