import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

struct BrunoExportTests {
  private func files(
    _ collection: PortableFolder, _ format: ExportFormat = .bruno, includesSecrets: Bool = true
  ) throws -> (
    files: [String: String], notes: [String]
  ) {
    var source = ExportSource(collection)
    source.includesSecrets = includesSecrets
    let result = try format.write(source)
    var files: [String: String] = [:]
    for file in result.files {
      #expect(files[file.path] == nil)
      files[file.path] = String(decoding: file.bytes, as: UTF8.self)
    }
    return (files, result.notes.map(\.asText))
  }

  private func read(_ files: [String: String]) throws -> ImportResult {
    try ImportFormat.bruno.read(
      ImportSource(folder: SourceFiles(files.mapValues { Data($0.utf8) }), name: "folder"))
  }

  @Test(arguments: ["bruno", "bruno-yaml"])
  func whatIsExportedIsImportedTheSame(format: String) throws {
    let format = try #require(ExportFormat.named(format))
    for seed in Seeds.some(of: 1000) {
      var generator = PortableGenerator(seed: seed, limits: .bruno)
      let collection = generator.collection().adaptedToBruno(isYAML: format.name == "bruno-yaml")
      let (files, _) = try files(collection, format)
      let result = try read(files)
      let copy = try #require(result.collections.first).withoutSourceIDs
      let environments = { (folder: PortableFolder) in folder.environments.sorted { $0.name < $1.name }.map(\.asJSON) }
      let text = files.sorted { $0.key < $1.key }.map { "=== \($0.key)\n\($0.value)" }.joined(separator: "\n")
      var (a, b) = (copy, collection.movingSecrets)
      (a.environments, b.environments) = ([], [])
      let flow = a.settings["x-bruno"]?.object?["scriptFlow"]
      try #require(flow == (collection.hasSharedScripts ? "sequential" : nil), "seed \(seed)\n\(text)")
      a.settings["x-bruno"] = nil
      try #require(a.asJSON == b.asJSON, "seed \(seed)\n\(text)\n\(result.notes)")
      try #require(environments(copy) == environments(collection), "seed \(seed)\n\(text)")
    }
  }

  @Test func otherFormatsNameTheOrderOfScriptsThatTheyLose() throws {
    var collection = PortableFolder(name: "Shop", settings: ["scripts": ["postResponse": "a();"]])
    for (flow, count) in [(nil, 0), ("sandwich", 1), ("sequential", 1)] as [(String?, Int)] {
      if let flow { collection.settings["x-bruno"] = ["scriptFlow": .string(flow)] }
      for name in ["postman", "insomnia", "http"] {
        let notes = try #require(ExportFormat.named(name)).write(ExportSource(collection)).notes.map(\.asText)
        #expect(notes.filter { $0.contains("Scripts after the response") }.count == count, "\(name): \(notes)")
      }
    }
  }

  @Test(arguments: ["bruno", "bruno-yaml"]) func requestsKeepTheirOwnVariables(format: String) throws {
    let request = { (value: String) in
      "meta {\n  name: \(value)\n  type: http\n}\nget {\n  url: http://h/{{item}}\n}\nvars:pre-request {\n  item: \(value)\n  ~off: 1\n}\n"
    }
    let sources = [
      "bruno.json": #"{"version": "1", "name": "two", "type": "collection"}"#, "r1.bru": request("r1"),
      "r2.bru": request("r2"),
    ]
    let result = try read(sources)
    let collection = try #require(result.collections.first)
    func variables(_ collection: PortableFolder) -> [JSONValue?] {
      collection.items.map { item in
        guard case .request(let request) = item else { return nil }
        return request.document["variables"]
      }
    }
    let expected: [JSONValue?] = ["r1", "r2"].map { name in
      [["name": "item", "value": .string(name)], ["name": "off", "value": "1", "off": true]]
    }
    #expect(variables(collection) == expected && collection.settings["variables"] == nil, "\(result.notes)")
    let copy = try read(files(collection, try #require(ExportFormat.named(format))).files)
    #expect(copy.collections.map(variables) == [expected])
    for other in ["postman", "openapi", "insomnia", "http", "hurl"] {
      let notes = try #require(ExportFormat.named(other)).write(ExportSource(collection)).notes.map(\.asText)
      #expect(notes.filter { $0.contains("Variables item") }.count == 2, "\(other): \(notes)")
    }
  }

  @Test func aCollectionIsWrittenAsBrunoWritesIt() throws {
    var collection = PortableFolder(name: "Shop", settings: ["variables": [["name": "token", "secret": true]]])
    collection.secrets = [PortableSecret(name: "token", value: "s3cret")]
    collection.items = [
      .folder(
        PortableFolder(
          name: "a/B", settings: ["auth": ["none": [:]]],
          items: [
            .request(
              PortableRequest(
                name: "One",
                document: [
                  "method": "POST", "url": "{{base}}/:id", "path": ["id": "7"],
                  "query": [["name": "q", "value": "1"], ["name": "off", "value": "2", "off": true]],
                  "headers": [["name": "X-A", "value": "1", "description": "why"]], "body": ["json": ["a": 1]],
                  "auth": ["bearer": ["token": "{{token}}"]],
                  "checks": [["query": "status", "predicate": "equals", "value": 200]],
                  "captures": [["name": "id", "query": "jsonpath", "expression": "$.id"]],
                ])),
            .request(PortableRequest(name: "one", document: ["method": "PURGE", "url": "u"])),
          ]))
    ]
    let (files, notes) = try files(collection, includesSecrets: false)
    #expect(
      files == [
        "bruno.json": "{\n  \"version\": \"1\",\n  \"name\": \"Shop\",\n  \"type\": \"collection\"\n}\n",
        "environments/Secrets.bru": "vars:secret [\n  token\n]\n",
        "a-B/folder.bru": "meta {\n  name: a/B\n  seq: 1\n}\n\nauth {\n  mode: none\n}\n",
        "a-B/one 2.bru":
          "meta {\n  name: one\n  type: http\n  seq: 2\n}\n\nhttp {\n  method: PURGE\n  url: u\n  body: none\n  auth: inherit\n}\n",
        "a-B/One.bru": """
        meta {
          name: One
          type: http
          seq: 1
        }

        post {
          url: {{base}}/:id?q=1
          body: json
          auth: bearer
        }

        params:query {
          q: 1
          ~off: 2
        }

        params:path {
          id: 7
        }

        headers {
          @description('why')
          X-A: 1
        }

        auth:bearer {
          token: {{token}}
        }

        body:json {
          {"a":1}
        }

        vars:post-response {
          id: res.body.id
        }

        assert {
          res.status: eq 200
        }

        """,
      ], "\(files.sorted { $0.key < $1.key }.map { $0.key + "\n" + $0.value }.joined(separator: "\n"))")
    #expect(
      notes == [
        "changed : Secret variables of the collection: they are in the environments, as Bruno has no other place"
      ])
    #expect(try self.files(collection).files["environments/Secrets.bru"] == "vars {\n  token: s3cret\n}\n")
  }

  @Test(arguments: [ExportFormat.bruno.name, ExportFormat.brunoYAML.name])
  func variablesOfFoldersKeepTheirTypes(format: String) throws {
    let variables: JSONValue = [
      ["name": "n", "value": 5], ["name": "b", "value": false, "description": "why"],
      ["name": "o", "value": ["a": [1, "x"]]], ["name": "s", "value": "5"],
      ["name": "key", "fromEnvironment": "KEY"], ["name": "code", "prompt": "One-time code"],
    ]
    let collection = PortableFolder(name: "c", settings: ["variables": variables])
    let (files, notes) = try files(collection, try #require(ExportFormat.named(format)))
    #expect(try read(files).collections.first?.settings["variables"] == variables, "\(files)")
    #expect(notes.isEmpty)
  }

  @Test func checksWithoutAPredicateAreAssertions() throws {
    let checks: JSONValue = [
      ["query": "status", "value": 200], ["query": "header", "expression": "ETag"],
      ["query": "jsonpath", "expression": "$.x", "not": true], ["query": "xpath", "expression": "//a"],
      ["query": "duration", "expression": "wait", "predicate": "less", "value": 9],
    ]
    let document: JSONObject = [
      "method": "GET", "url": "https://a.example", "checks": checks,
      "captures": [["name": "n", "query": "jsonpath", "expression": "$.l", "filters": ["count"]]],
    ]
    let request = PortableItem.request(PortableRequest(name: "r", document: document))
    let (files, notes) = try files(PortableFolder(name: "c", items: [request]))
    let expected = """
      meta {
        name: r
        type: http
        seq: 1
      }

      get {
        url: https://a.example
        body: none
        auth: inherit
      }

      assert {
        res.status: eq 200
        res.getHeader("ETag"): isDefined
        res.body.x: isUndefined
      }

      """
    #expect(files["r.bru"] == expected, "\(files)")
    #expect(
      notes == [
        "dropped r: Check xpath exists: Bruno has no equivalent",
        "dropped r: Check duration less: Bruno has no equivalent",
        "dropped r: Capture n: Bruno has no equivalent",
      ])
  }

  @Test func whatBrunoCannotHoldIsNamed() throws {
    var collection = PortableFolder(name: "c")
    collection.environments = [PortableEnvironment(name: "e", document: ["variables": [["name": "n", "value": 5]]])]
    collection.items = [
      .request(
        PortableRequest(
          name: "r",
          document: [
            "method": "GET", "url": "u", "auth": ["hawk": [:]], "options": ["verifyTLS": false],
            "checks": [["query": "xpath", "expression": "//a", "predicate": "exists"]], "tags": ["a b"],
          ]))
    ]
    #expect(
      try files(collection).notes == [
        "changed r: Tag \"a b\": it is \"a-b\"",
        "dropped r: Option verifyTLS: Bruno does not have it", "dropped r: Auth hawk: Bruno does not have it",
        "dropped r: Check xpath exists: Bruno has no equivalent",
        "changed : Variable \"n\": its value is text in Bruno",
      ])
  }
}

extension PortableLimits {
  /// The parts of a collection that Bruno can represent.
  fileprivate static var bruno: PortableLimits {
    var limits = PortableLimits()
    limits.hasOperationNames = false
    limits.collectionMembers = ["docs", "variables", "headers", "auth", "scripts"]
    limits.folderMembers = limits.collectionMembers
    limits.options = ["followRedirects", "maxRedirects", "timeout", "urlAsIs"]
    limits.auths.subtract(["header", "negotiate", "jwt", "hawk", "asap"])
    limits.allowsAuthMember = { kind, member in
      let missing = [
        "awsv4": ["addAuthDataToQuery", "expires", "unsignedPayload"], "oauth1": ["addEmptyParamsToSign"],
        "oauth2": ["deviceAuthUrl", "privateKey", "alg", "kid", "audience", "resource", "accessToken"],
      ]
      return missing[kind]?.contains(member) != true
    }
    limits.partMembers = ["off", "description", "file", "type"]
    limits.variableMembers = ["off", "secret"]
    limits.textTypes = ["text/plain", "application/xml", "application/sparql-query"]
    limits.allowsTemplatesInJSON = false
    limits.adapt = { document in
      if document["auth"]?.object?["oauth2"] != nil { document["auth"] = document["auth"]?.withBrunoGrant }
      if var options = document["options"]?.object {
        // The defaults of Bruno, which it writes into every request.
        if options["followRedirects"] == true { options["followRedirects"] = nil }
        if options["urlAsIs"] == false { options["urlAsIs"] = nil }
        document["options"] = options.members.isEmpty ? nil : .object(options)
      }
      document["query"] = document["query"]?.withoutUnwritableRows
      if document["query"]?.array?.isEmpty == true { document["query"] = nil }
      for kind in ["form", "multipart"] {
        guard var body = document["body"]?.object, let rows = body[kind]?.withoutUnwritableRows else { continue }
        body[kind] = rows
        document["body"] = .object(body)
      }
      for (index, example) in (document["examples"]?.array ?? []).enumerated() {
        guard var object = example.object, let text = object["description"]?.string else { continue }
        object["description"] = .string(String(text[...].trimmed))
        var examples = document["examples"]?.array ?? []
        examples[index] = .object(object)
        document["examples"] = .array(examples)
      }
    }
    return limits
  }
}

extension JSONValue {
  /// Names with `~` in front are disabled in Bruno, and disabled names always have a value.
  fileprivate var withoutUnwritableRows: JSONValue? {
    let rows = (array ?? []).compactMap(\.object).filter { $0.text("name")?.hasPrefix("~") == false }.map { row in
      JSONValue.object(
        row["off"] == nil || row["value"] != nil || row["file"] != nil
          ? row
          : JSONObject(members: [row.members[0], JSONMember(key: JSONString("value"), value: "")] + row.members[1...]))
    }
    return .array(rows)
  }

  /// Bruno has no device grant, and always says which one and where the client's secret is sent.
  fileprivate var withBrunoGrant: JSONValue? {
    guard var auth = object?["oauth2"]?.object else { return self }
    if auth["grant_type"] == nil {
      auth.members.insert(JSONMember(key: JSONString("grant_type"), value: "client_credentials"), at: 0)
    }
    if auth["client_authentication"] == "mtls" || auth["client_authentication"] == "private_key_jwt" {
      auth["client_authentication"] = nil
    }
    let isImplicit = auth["grant_type"] == "implicit"
    if auth["client_authentication"] == nil, !isImplicit { auth["client_authentication"] = "header" }
    // A prefix is in a header.
    if auth["headerPrefix"] != nil { auth["addTokenTo"] = "header" }
    let order = AuthKind.oauth2.fields.map(\.name)
    auth.members.sort { order.firstIndex(of: $0.key.value) ?? 0 < order.firstIndex(of: $1.key.value) ?? 0 }
    return ["oauth2": .object(auth)]
  }
}

extension PortableFolder {
  /// Whether it or a folder in it has a script after the response.
  fileprivate var hasSharedScripts: Bool {
    if settings["scripts"]?.object?["postResponse"] != nil { return true }
    return items.contains { item in if case .folder(let inner) = item { inner.hasSharedScripts } else { false } }
  }

  /// Folders before requests, secrets in environments, and no spaces in the names of their variables.
  fileprivate func adaptedToBruno(isYAML: Bool) -> PortableFolder {
    var folder = self
    if folder.settings["auth"]?.object?["oauth2"] != nil {
      folder.settings["auth"] = folder.settings["auth"]?.withBrunoGrant
    }
    // OpenCollection does not write the auth "none".
    if isYAML, folder.settings["auth"] == ["none": [:]] { folder.settings["auth"] = nil }
    let rows = (folder.settings["variables"]?.array ?? []).filter { $0.object?["secret"] == nil }
    folder.settings["variables"] = rows.isEmpty ? nil : .array(rows)
    folder.secrets = []
    folder.items =
      items.compactMap { item in
        if case .folder(let inner) = item { .folder(inner.adaptedToBruno(isYAML: isYAML)) } else { nil }
      }
      + items.filter { item in if case .request = item { true } else { false } }
    folder.environments = environments.map { environment in
      var environment = environment
      let rows = (environment.document["variables"]?.array ?? []).compactMap(\.object).map { row -> JSONObject in
        var row = row
        row["name"] = .string((row.text("name") ?? "").replacing(" ", with: "_"))
        return row
      }
      let secret = rows.filter { $0["secret"] != nil }
      environment.document["variables"] = .array((rows.filter { $0["secret"] == nil } + secret).map(JSONValue.object))
      environment.secrets = []
      environment.name = environment.name.map { "<>:\"/\\|?*".contains($0) ? "-" : String($0) }.joined()
      return environment
    }
    // Two names may be one now.
    var taken: Set<String> = []
    folder.environments = folder.environments.filter { taken.insert($0.name.lowercased()).inserted }
    return folder
  }
}
