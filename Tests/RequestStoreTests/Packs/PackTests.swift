import Foundation
import RequestModel
import RequestStore
import TestSupport
import Testing

struct PackTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func pack(_ name: String = "api") throws -> CollectionPack {
    try CollectionPack(folder: folder.root + "/" + name)
  }

  private func unpack(_ pack: CollectionPack, into name: String = "out", replace: Bool = false) throws -> UnpackPlan {
    try pack.write(to: folder.root + "/p.workbench", replace: true)
    return try UnpackPlan(pack: folder.root + "/p.workbench", into: folder.root + "/" + name, replace: replace)
  }

  /// The files in a folder with their bytes.
  private func files(_ name: String) throws -> [String: Data] {
    let root = folder.root + "/" + name
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder), !isFolder.boolValue
      else { continue }
      files[path] = try Data(contentsOf: URL(fileURLWithPath: root + "/" + path))
    }
    return files
  }

  @Test func unpackingRestoresAllFiles() throws {
    let names = [
      "a", "b c", "ü", "日本", "🙂", "line\nbreak", "tab\t", "quote\"", "x.y", String(repeating: "n", count: 200),
    ]
    for round in Seeds.some(of: 300) {
      var random = SplitMix64(seed: round)
      var expected: [String: Data] = [:]
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let depth = Int.random(in: 0...2, using: &random)
        let path = (0...depth).map { "\($0)" + names[Int.random(in: 0..<names.count, using: &random)] }.joined(
          separator: "/")
        let isJSON = Bool.random(using: &random)
        let bytes =
          isJSON
          ? Data("{ \"url\": \"u\(round)\" }\n".utf8)
          : Data((0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
        expected[path + (isJSON ? ".json" : ".bin")] = bytes
      }
      for (path, bytes) in expected {
        let file = URL(fileURLWithPath: folder.root + "/r\(round)/" + path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file)
      }
      guard !expected.isEmpty else { continue }
      let pack = try pack("r\(round)")
      #expect(try self.pack("r\(round)").bytes == pack.bytes)
      try unpack(pack).write()
      #expect(try files("out/r\(round)") == expected, "seed \(round)")
    }
  }

  @Test func unusualNamesAreRestoredByteByByte() throws {
    let long = String(repeating: "n", count: 250)
    let names = ["Cafe\u{301}", "Order", "two\nlines", "🙂", long].map { $0 + ".json" }
    for (number, name) in names.enumerated() { try folder.write("api/" + name, "{ \"url\": \"\(number)\" }") }
    try unpack(pack()).write()
    for (number, name) in names.enumerated() {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.root + "/out/api/" + name))
      #expect(bytes == Data("{ \"url\": \"\(number)\" }".utf8), "\(Array(name.utf8))")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root + "/out/api").count == names.count)
  }

  @Test(arguments: [("Caf\u{E9}", "Cafe\u{301}"), ("order", "Order")])
  func namesThatOtherSystemsCannotTellApartAreRefused(one: String, other: String) throws {
    for name in [one, other] { try folder.write("api/\(name).json", #"{ "url": "u" }"#) }
    let error = #expect(throws: (any Error).self) { try pack() }
    #expect("\(error.map { "\($0)" } ?? "")".contains("are the same name on other systems — rename one of them"))
  }

  @Test func credentialsBecomeSecretVariables() throws {
    try folder.write("api/collection.json", #"{ "name": "API", "notSecret": ["sk_live_harmless4242424242"] }"#)
    try folder.write(
      "api/a.json",
      #"{ "url": "https://ann:Xy7Qr9Lm2w@a.example", "auth": { "bearer": { "token": "short" } }, "headers": [{ "name": "X-Api-Key", "value": "q8Zt5Rw2Lp9Xc4Vb7Nm1" }] }"#
    )
    try folder.write(
      "api/b.json", #"{ "url": "u", "auth": { "bearer": { "token": "{{mine}}" } }, "x": "sk_live_harmless4242424242" }"#
    )
    try folder.write("api/key.pem", "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n")
    try folder.write("api/.env", "TOKEN=abc")
    let pack = try pack()
    #expect(pack.manifest.files.map(\.path) == ["a.json", "b.json", "collection.json"])
    #expect(pack.manifest.secrets == ["password", "token", "X_Api_Key"])
    #expect(pack.notes.first == "Left out \"key.pem\": it holds a private key")
    try unpack(pack).write()
    #expect(
      try folder.read("out/api/a.json")
        == #"{ "url": "https://ann:{{password}}@a.example", "auth": { "bearer": { "token": "{{token}}" } }, "headers": [{ "name": "X-Api-Key", "value": "{{X_Api_Key}}" }] }"#
    )
    #expect(try folder.read("out/api/b.json") == folder.read("api/b.json"))
    let settings = try JSONText(try folder.read("out/api/collection.json")).value.object?["variables"]
    #expect(
      settings == [
        ["name": "password", "secret": true], ["name": "token", "secret": true], ["name": "X_Api_Key", "secret": true],
      ])
    #expect(!String(decoding: pack.bytes, as: UTF8.self).contains("Xy7Qr9Lm2w"))
  }

  @Test func shortPasswordsBecomeVariablesAndDoubtfulOnesAreNamed() throws {
    try folder.write(
      "api/environments/dev.json",
      #"{ "variables": [{ "name": "password", "value": "hunter2hunter" }, { "name": "user", "value": "hunter2x" }] }"#)
    try folder.write(
      "api/a.json", #"{ "url": "u", "body": { "json": { "password": "hunter2hunter2", "id": "a1b2c3" } } }"#)
    try folder.write("api/b.json", #"{ "url": "u", "body": { "json": { "password": "darjeeling" } } }"#)
    try folder.write(
      "api/c.json", #"{ "url": "u", "body": { "json": { "password": "changeme", "token": "<token>" } } }"#)
    let pack = try pack()
    #expect(Set(pack.manifest.secrets) == ["password2", "password3"])
    #expect(
      pack.notes.last == """
        "b.json": body.json.password may be a credential and is in the pack — make it a secret variable, or list \
        it under "notSecret" in collection.json
        """)
    #expect(pack.notes.count == 2)
    let text = String(decoding: pack.bytes, as: UTF8.self)
    #expect(!text.contains("hunter2hunter") && text.contains("hunter2x") && text.contains("a1b2c3"))
    try folder.write("api/collection.json", #"{ "notSecret": ["darjeeling"] }"#)
    #expect(try self.pack().notes.count == 1)
  }

  @Test func manyDoubtfulValuesAreOneNote() throws {
    try folder.write(
      "api/a.json",
      #"{ "url": "u", "variables": [{ "name": "token", "value": "darjeeling" }], "body": { "text": "password=darjeeling" } }"#
    )
    #expect(
      try pack().notes == [
        """
        2 values may be credentials and are in the pack: "a.json": variables[0].value (token), "a.json": body.text \
        (password) — make them secret variables, or list them under "notSecret" in collection.json
        """
      ])
    for name in ["b", "c", "d"] {
      try folder.write("api/\(name).json", #"{ "url": "u", "body": { "json": { "password": "darjeeling" } } }"#)
    }
    #expect(
      try pack().notes == [
        """
        5 values may be credentials and are in the pack: "a.json": variables[0].value (token), "a.json": body.text \
        (password), "b.json": body.json.password and 2 more — make them secret variables, or list them under \
        "notSecret" in collection.json
        """
      ])
  }

  @Test func credentialsInTheTextOfABodyBecomeVariables() throws {
    try folder.write(
      "api/a.json",
      #"{ "url": "u", "body": { "text": ["{", "  \"id\": {{id}},", "  \"password\": \"hunter2hunter\"", "}"] } }"#)
    try folder.write("api/b.json", #"{ "url": "u", "body": { "text": "user=ann&client_secret=kT9vLq2zP" } }"#)
    let pack = try pack()
    #expect(pack.notes == ["Credentials were replaced by secret variables: password, client_secret"])
    try unpack(pack).write()
    #expect(
      try folder.read("out/api/a.json")
        == #"{ "url": "u", "body": { "text": ["{", "  \"id\": {{id}},", "  \"password\": \"{{password}}\"", "}"] } }"#)
    #expect(
      try folder.read("out/api/b.json")
        == #"{ "url": "u", "body": { "text": "user=ann&client_secret={{client_secret}}" } }"#)
  }

  @Test func allCredentialsOfATextBecomeVariables() throws {
    try folder.write(
      "api/a.json",
      #"{ "url": "http://ann:pR5sT7uV9@a.test/?api_key=kT9vLq2zP&access_token=wX4bN8mQ1&again=kT9vLq2zP", "headers": [{ "name": "Cookie", "value": "theme=dark; session=hunter; token=hunter2" }] }"#
    )
    let pack = try pack()
    #expect(pack.manifest.secrets == ["password", "api_key", "access_token", "Cookie", "Cookie2"])
    #expect(
      pack.notes == [
        "Credentials were replaced by secret variables: password, api_key, access_token, Cookie, Cookie2"
      ])
    try unpack(pack).write()
    #expect(
      try folder.read("out/api/a.json")
        == #"{ "url": "http://ann:{{password}}@a.test/?api_key={{api_key}}&access_token={{access_token}}&again={{api_key}}", "headers": [{ "name": "Cookie", "value": "theme=dark; session={{Cookie}}; token={{Cookie2}}" }] }"#
    )
  }

  @Test func variablesOfATextWithACredentialStay() throws {
    let headers = #""headers": [{ "name": "Cookie", "value": "u={{user_id}}; session=user" }]"#
    try folder.write("api/a.json", #"{ "url": "u", \#(headers) }"#)
    try unpack(try pack()).write()
    let changed = headers.replacing("session=user", with: "session={{Cookie}}")
    #expect(try folder.read("out/api/a.json") == #"{ "url": "u", \#(changed) }"#)
  }

  /// An element of DER with a short content.
  private static func der(_ tag: UInt8, _ content: [UInt8]...) -> [UInt8] {
    let content = content.flatMap { $0 }
    return [tag, UInt8(content.count)] + content
  }

  private static let number = der(0x02, [0x05])
  private static let version0 = der(0x02, [0x00])
  private static let version1 = der(0x02, [0x01])
  private static let algorithm = der(0x30, der(0x06, [0x2B, 0x65, 0x70]))
  private static let encryption = der(0x30, der(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0D]))
  private static let archive = der(0x30, der(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]))
  private static let digest = der(0x30, der(0x06, [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]))
  private static let secret = der(0x04, [UInt8](repeating: 7, count: 32))
  private static let bits = der(0x03, [UInt8](repeating: 7, count: 33))

  /// Sequences without lengths.
  private static let archiveInBER: [UInt8] = {
    var bytes: [UInt8] = [0x30, 0x80]
    bytes += der(0x02, [0x03])
    bytes += [0x30, 0x80] as [UInt8]
    bytes += archive.dropFirst(2)
    bytes += [0, 0, 0, 0] as [UInt8]
    return bytes
  }()

  private static let keys: [(kind: String, bytes: [UInt8])] = [
    ("PEM", Array("x\n-----BEGIN EC PRIVATE KEY-----\nabc\n-----END EC PRIVATE KEY-----\n".utf8)),
    ("PKCS#8", der(0x30, version0, algorithm, der(0x04, secret))),
    ("PKCS#8 with the public key", der(0x30, version1, algorithm, der(0x04, secret), der(0x81, [0, 7]))),
    ("PKCS#8 with a passphrase", der(0x30, encryption, secret)),
    ("PKCS#1", der(0x30, version0, number, number, number, number, number, number, number, number)),
    ("SEC1", der(0x30, version1, secret, der(0xA0, der(0x06, [0x2A])), der(0xA1, bits))),
    ("SEC1 without a curve", der(0x30, version1, secret)),
    ("PKCS#12", der(0x30, der(0x02, [0x03]), archive)),
    ("PKCS#12 in BER", archiveInBER),
  ]

  @Test(arguments: keys) func aPrivateKeyIsLeftOutWhateverItsFileIsNamed(kind: String, bytes: [UInt8]) throws {
    try folder.write("api/a.json", #"{ "url": "u" }"#)
    let names = ["a", "a.bin", "a.der"]
    for name in names { try Data(bytes).write(to: URL(fileURLWithPath: folder.root + "/api/" + name)) }
    let pack = try pack()
    #expect(pack.notes == names.map { "Left out \"\($0)\": it holds a private key" }, "\(kind)")
    try unpack(pack).write()
    #expect(try files("out/api") == ["a.json": Data(#"{ "url": "u" }"#.utf8)], "\(kind)")
  }

  private static let others: [(kind: String, bytes: [UInt8])] = [
    ("a certificate", der(0x30, der(0x30, der(0xA0, der(0x02, [2])), number, algorithm), algorithm, bits)),
    ("a public key", der(0x30, algorithm, bits)), ("a public key of RSA", der(0x30, der(0x02, [0, 0x80]), number)),
    ("a digest", der(0x30, digest, secret)),
    ("a message of SNMP", der(0x30, version1, der(0x04, Array("a community of 16".utf8)), der(0xA0, number))),
    ("a part of a key", Array(der(0x30, version0, algorithm, der(0x04, secret)).dropLast())),
    ("numbers", Array("0 1 2 3\n".utf8)), ("nothing", []),
  ]

  @Test(arguments: others) func anotherFileOfDERIsPacked(kind: String, bytes: [UInt8]) throws {
    try folder.write("api/a.json", #"{ "url": "u" }"#)
    try Data(bytes).write(to: URL(fileURLWithPath: folder.root + "/api/a.der"))
    let pack = try pack()
    #expect(pack.notes == [], "\(kind)")
    try unpack(pack).write()
    #expect(try files("out/api") == ["a.json": Data(#"{ "url": "u" }"#.utf8), "a.der": Data(bytes)], "\(kind)")
  }

  @Test func filesThatExistAndLinksAreRefused() throws {
    try folder.write("api/a.json", #"{ "url": "u" }"#)
    let pack = try pack()
    try folder.write("out/api/a.json", "mine")
    #expect(throws: StoreError.self) { try unpack(pack) }
    #expect(try folder.read("out/api/a.json") == "mine")
    let plan = try unpack(pack, replace: true)
    #expect(plan.files.map(\.replaces) == [true])
    try plan.write()
    #expect(try folder.read("out/api/a.json") == #"{ "url": "u" }"#)
    try FileManager.default.createDirectory(atPath: folder.root + "/links", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.root + "/links/api", withDestinationPath: folder.root + "/out")
    #expect(throws: StoreError.self) { try unpack(pack, into: "links", replace: true) }
  }

  @Test func filesThatWouldMakeARepositoryAreLeftOut() throws {
    for path in ["a/HEAD", "a/head", "a/config", "a/objects/x", "a/refs/x", "HEAD/b.txt"] {
      try folder.write("api/" + path, "x")
    }
    let made = try pack()
    #expect(made.manifest.files.map(\.path) == ["HEAD/b.txt", "a/config", "a/objects/x", "a/refs/x"])
    #expect(
      made.notes == [
        "Left out \"a/HEAD\": git would take its folder for a repository",
        "Left out \"a/head\": git would take its folder for a repository",
      ])
    try unpack(made).write()
  }

  @Test func damagedAndHostilePacksAreRefused() async throws {
    try folder.write("api/a.json", #"{ "url": "u" }"#)
    let good = try pack()
    let problem = { (bytes: [UInt8]) throws -> String in
      try Data(bytes).write(to: URL(fileURLWithPath: folder.root + "/bad.workbench"))
      do {
        _ = try UnpackPlan(pack: folder.root + "/bad.workbench", into: folder.root + "/bad", replace: false)
        return "unpacked"
      } catch {
        return "\(error)"
      }
    }
    #expect(try problem(Array("no pack".utf8)) == "it is not a pack")
    #expect(try problem(Array(good.bytes.prefix(good.bytes.count / 2))) != "unpacked")
    for path in [
      "../a.json", "/etc/a.json", "a/../../b.json", ".git/hooks/x", "a//b.json", "..\\b.json", "a/HEAD", "head",
    ] {
      let script = """
        import json, sys, zipfile, hashlib
        path, out = sys.argv[1], sys.argv[2]
        with zipfile.ZipFile(out, "w") as z:
            z.writestr("manifest.json", json.dumps({"workbenchPack": 1, "name": "api", "files": [
                {"path": path, "size": 2, "sha256": hashlib.sha256(b"{}").hexdigest()}]}))
            z.writestr("files/" + path, b"{}")
        """
      let out = folder.root + "/hostile.zip"
      let status = try await ChildProcess(["/usr/bin/python3", "-c", script, path, out]).status
      try #require(status == 0, "Python could not make the pack with \(path)")
      let found = try problem(Array(try Data(contentsOf: URL(fileURLWithPath: out))))
      let reasons = ["out of the folder", "not relative", "would make its folder a repository of git"]
      #expect(reasons.contains { found.contains($0) }, "\(path): \(found)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.root + "/bad"))
    try folder.write("case/A.json", "{}")
    try folder.write("case/a.json", "{}")
    #expect(throws: (any Error).self) { try pack("case") }
    try folder.write("broken/a.json", "<<<<<<< ours")
    #expect(throws: (any Error).self) { try pack("broken") }
  }
}
