import DemoServer
import Foundation
import Glibc
import RequestModel
import Testing

/// `workbench demo PATH`, asked by curl.
struct MockCommandTests {
  private static let user = #"""
    {
      "url": "{{base}}/users/:id",
      "x-mine": 1.50,
      "examples": [
        { "name": "found", "status": 200, "body": "{\"id\": \"{{request.path.id}}\"}" },
        { "name": "missing", "status": 404, "body": "none" },
        { "name": "picture", "status": 206, "bodyFile": "user.picture.body" },
        { "name": "outside", "status": 207, "bodyFile": "../../secret" }
      ]
    }
    """#

  private static func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("shop/collection.json", #"{"variables": [{"name": "base", "value": "http://shop.test/api"}]}"#)
    try sandbox.write("shop/users/get.json", user)
    try sandbox.write("shop/users/user.picture.body", Data([0, 1, 2, 255]))
    try sandbox.write("shop/broken.json", "{\"url\": ")
    try sandbox.write("secret", "hunter2")
    return sandbox
  }

  /// Runs the server until `body` ends, and ends it like Ctrl+C.
  private func serving(
    _ sandbox: Sandbox, _ arguments: String..., body: (String, Program) async throws -> Void
  ) async throws {
    let program = try sandbox.start(["demo", "--port", "0"] + arguments)
    let url = try await eventually("the URL", insteadOf: { program.errorSoFar }) {
      program.outputSoFar.hasSuffix("\n") ? program.outputSoFar.trimmingCharacters(in: .newlines) : nil
    }
    do { try await body(url, program) } catch {
      program.send(SIGINT)
      throw error
    }
    program.send(SIGINT)
    #expect(try await program.finished().status == 0)
  }

  @Test func aCollectionIsServedAndFollowed() async throws {
    let sandbox = try Self.sandbox()
    try await serving(sandbox, "shop") { (url: String, program: Program) async throws in
      #expect(try await sandbox.shell("curl -s \(url)/api/users/42").text == #"{"id": "42"}"#)
      #expect(try await sandbox.shell("curl -s -H 'Prefer: code=404' \(url)/users/42").text == "none")
      let picture = try await sandbox.shell("curl -s '\(url)/users/1?__code=206'")
      #expect(picture.output == Data([0, 1, 2, 255]))
      let outside = try await sandbox.shell("curl -s '\(url)/users/1?__code=207'").text
      #expect(outside.contains("which is not a file of the collection") && !outside.contains("hunter2"))
      #expect(try await sandbox.shell("curl -s --path-as-is \(url)/../../secret").text.contains("nearest"))
      try sandbox.write("shop/users/get.json", Self.user.replacing("none", with: "gone"))
      _ = try await eventually("the new example") {
        try await sandbox.shell("curl -s '\(url)/users/1?__code=404'").text == "gone" ? true : nil
      }
      let log = program.errorSoFar
      #expect(log.hasPrefix("Left out: broken.json:1:9"))
      #expect(log.contains(/\n[0-9:]{8} GET \/api\/users\/42 200 [0-9]+ ms users\/get · found\n/))
    }
  }

  @Test func anOpenAPIDocumentIsServed() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      "pets.yaml",
      """
      openapi: 3.0.3
      info: {title: Pets, version: "1"}
      servers: [{url: "http://pets.test/v1"}]
      paths:
        /pets/{id}:
          get:
            parameters: [{name: id, in: path, required: true, schema: {type: string}}]
            responses:
              "200":
                description: ok
                content: {application/json: {schema: {type: object, properties: {name: {type: string, enum: [Rex]}}}}}
      """)
    try await serving(sandbox, "pets.yaml") { (url: String, _: Program) async throws in
      #expect(try await sandbox.shell("curl -s \(url)/v1/pets/3").text.contains(#""name": "Rex""#))
      #expect(try await sandbox.shell("curl -s -o body -w '%{http_code}' -X PUT \(url)/pets/3").text == "405")
    }
  }

  @Test func responsesAreRecordedOnceAndWithoutCredentials() async throws {
    let (sandbox, real) = (try Sandbox(), DemoServer())
    let upstream = "http://127.0.0.1:\(try await real.start())"
    try await serving(sandbox, "new", "--record", upstream) { (url: String, program: Program) async throws in
      let get = "curl -s -H 'Authorization: Bearer abcdefgh-12345678' '\(url)/get?a=1&api_key=qwertz-98765'"
      let first = try await sandbox.shell(get).text
      #expect(first.contains("abcdefgh-12345678"))
      #expect(
        try await sandbox.shell("curl -s -o image \(url)/image/png; curl -s -o again \(url)/image/png").status == 0)
      await real.stop()
      let second = try await sandbox.shell(get).text
      #expect(second.contains(#""a": "1""#))
      #expect(sandbox.text("image") == sandbox.text("again"))
      let dead = try await sandbox.shell("curl -s -w '%{http_code}' \(url)/uuid").text
      #expect(dead.hasSuffix("502") && dead.contains("did not answer"))
    }
    let files = try FileManager.default.subpathsOfDirectory(atPath: sandbox.path("new")).sorted()
    #expect(files == ["collection.json", "get get.json", "image", "image/get png.200 OK.body", "image/get png.json"])
    let saved = sandbox.text("new/get get.json")
    #expect(saved.contains(#""url": "{{base}}/get""#) && saved.contains(#""when""#))
    for name in files {
      let text = sandbox.text("new/" + name)
      #expect(!text.contains("abcdefgh") && !text.contains("qwertz"), "\(name): \(text)")
    }
    #expect(try await sandbox.run("check", "new").status == 0)
  }

  @Test func recordingKeepsTheBytesOfAFileThatItAddsTo() async throws {
    let (sandbox, real) = (try Sandbox(), DemoServer())
    let upstream = "http://127.0.0.1:\(try await real.start())"
    try sandbox.write(
      "own/get.json", "{ \"id\": \"r1\",\r\n  \"url\":\"\(upstream)/status/:code\", \"x-mine\": 1.50 }\r\n")
    try await serving(sandbox, "own", "--record", upstream) { (url: String, _: Program) async throws in
      #expect(try await sandbox.shell("curl -s -o body -w '%{http_code}' \(url)/status/418").text == "418")
    }
    await real.stop()
    let text = sandbox.text("own/get.json")
    #expect(text.hasPrefix("{ \"id\": \"r1\",\r\n  \"url\":\"\(upstream)/status/:code\", \"x-mine\": 1.50"))
    #expect(text.contains(#""code": "418""#))
  }

  @Test(arguments: [
    (["nowhere"], 2, "There is no file or folder \"nowhere\" — check the path\n"),
    (["shop", "--env", "x"], 2, "No environment \"x\" — there are none here\n"),
    (["--record", "http://x"], 2, "The options of a collection need a path — workbench demo PATH\n"),
    (["shop", "--fail-with", "banana"], 2, "--fail-with is reset, timeout, truncate"),
    (["secret"], 3, "Cannot import secret: it is in none of the known formats"),
    (["shop", "--host", "no.such.invalid"], 4, "The mock server cannot listen on no.such.invalid: "),
  ]) func whatCannotBeServedIsASentence(arguments: [String], status: Int32, sentence: String) async throws {
    let sandbox = try Self.sandbox()
    let finished = try await sandbox.start(["demo", "--port", "0"] + arguments).finished()
    #expect(finished.error.contains(sentence), "\(finished.error)")
    #expect(finished.status == status)
  }

  @Test func failuresAndDelaysAreThoseOfTheOptions() async throws {
    let sandbox = try Self.sandbox()
    try await serving(sandbox, "shop", "--fail-rate", "1", "--fail-with", "reset") { (url: String, _) async throws in
      #expect(try await sandbox.shell("curl -s \(url)/users/1").status == 56)
    }
    try await serving(sandbox, "shop", "--fail-rate", "1", "--delay", "1") { (url: String, _) async throws in
      #expect(try await sandbox.shell("curl -s -o body -w '%{http_code}' \(url)/users/1").text == "503")
    }
  }

  @Test func aResponseOfHistoryBecomesAnExampleAndIsComparedWithIt() async throws {
    let (sandbox, real) = (try Sandbox(), DemoServer())
    let url = "http://127.0.0.1:\(try await real.start())"
    try sandbox.write("own/get.json", "{\"id\": \"r1\", \"url\": \"\(url)/json\", \"x-mine\": 1.50 }\n")
    _ = try await sandbox.run("send", "own/get.json")
    let id = String(try await sandbox.run("history", "list").text.prefix(8))
    let saved = try await sandbox.run("example", "save", id, "--request", "own/get.json", "--name", "slides")
    #expect(saved.error == "Saved \"slides\" in get.json, which has 1 now\n")
    #expect(sandbox.text("own/get.json").hasPrefix("{\"id\": \"r1\", \"url\": \"\(url)/json\", \"x-mine\": 1.50"))
    let same = try await sandbox.run("example", "check", "own/get.json")
    #expect(same.status == 0 && same.error == "Compared with \"slides\": no difference\n")
    try sandbox.write(
      "own/get.json",
      "{\"id\": \"r1\", \"url\": \"\(url)/status/404\", \"examples\": [{\"name\": \"a\", \"status\": 200}]}")
    _ = try await sandbox.run("send", "own/get.json")
    await real.stop()
    let other = try await sandbox.run("example", "check", "own/get.json")
    #expect(other.status == 1 && other.text == "The status is 404, not 200\n")
  }
}
