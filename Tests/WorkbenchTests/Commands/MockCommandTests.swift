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
    try sandbox.write("pets.yaml", Self.pets)
    try await serving(sandbox, "pets.yaml") { (url: String, _: Program) async throws in
      #expect(try await sandbox.shell("curl -s \(url)/v1/pets/3").text.contains(#""name": "Rex""#))
      #expect(try await sandbox.shell("curl -s -o body -w '%{http_code}' -X PUT \(url)/pets/3").text == "405")
      try sandbox.write("pets.yaml", Self.pets.replacing("Rex", with: "Bello"))
      _ = try await eventually("the changed document") {
        try await sandbox.shell("curl -s \(url)/pets/3").text.contains("Bello") ? true : nil
      }
    }
  }

  @Test func requestsWithoutExamplesAnswerFromTheDocumentTheyWereImportedFrom() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("pets.yaml", Self.pets)
    #expect(try await sandbox.run("import", "pets.yaml", "--into", "own").status == 0)
    let file = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: sandbox.path("own")).first { $0.hasSuffix("get pet.json") })
    try sandbox.write("own/" + file, #"{"url": "{{other}}/pets/:number"}"#)
    try sandbox.write("own/" + (file as NSString).deletingLastPathComponent + "/extra.json", #"{"url": "/extra"}"#)
    try await serving(sandbox, "own") { (url: String, _: Program) async throws in
      #expect(try await sandbox.shell("curl -s \(url)/pets/3").text.contains(#""name": "Rex""#))
      let extra = try await sandbox.shell("curl -s -w '%{http_code}' \(url)/extra").text
      #expect(extra.contains("has no example") && extra.hasSuffix("501"))
    }
  }

  private static let pets = """
    openapi: 3.0.3
    info: {title: Pets, version: "1"}
    servers: [{url: "http://pets.test/v1"}]
    paths:
      /pets/{id}:
        get:
          summary: get pet
          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
          responses:
            "200":
              description: ok
              content: {application/json: {schema: {type: object, properties: {name: {type: string, enum: [Rex]}}}}}
    """

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
      #expect(dead.hasSuffix("502") && dead.contains("did not respond"))
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

  @Test func anExampleThatAClientAsksForIsNotRecordedOver() async throws {
    let (sandbox, real) = (try Sandbox(), DemoServer())
    let upstream = "http://127.0.0.1:\(try await real.start())"
    let text = """
      {"url": "{{base}}/get", "examples": [
        {"name": "a", "status": 200, "body": "own"}, {"name": "b", "status": 404, "body": "none"}]}
      """
    try sandbox.write("own/get.json", text)
    try await serving(sandbox, "own", "--record", upstream) { (url: String, _: Program) async throws in
      #expect(try await sandbox.shell("curl -s '\(url)/get?__code=404'").text == "none")
      #expect(try await sandbox.shell("curl -s '\(url)/get?__example=a'").text == "own")
      #expect(try await sandbox.shell("curl -s '\(url)/get?__code=207'").text.contains("No example of get"))
      #expect(sandbox.text("own/get.json") == text)
    }
    try await serving(sandbox, "own", "--record", upstream, "--record-all") { (url: String, _: Program) async throws in
      #expect(try await sandbox.shell("curl -s '\(url)/get?a=1&__code=404'").text.contains(#""a": "1""#))
    }
    await real.stop()
    #expect(!sandbox.text("own/get.json").contains("__code"))
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
    (["pets.yaml", "--env", "x"], 2, "No environment \"x\" — there are none here\n"),
    (["--record", "http://x"], 2, "The options of a collection need a path — workbench demo PATH\n"),
    (["--tls"], 2, "The options of a collection need a path — workbench demo PATH\n"),
    (["shop", "--key", "k.pem"], 2, "--key needs --cert FILE."),
    (["shop", "--cert", "none.pem"], 2, "--cert none.pem: No such file or directory\n"),
    (["shop", "--cert", "secret"], 3, "The certificate is not a PEM file with a certificate\n"),
    (["shop", "--fail-with", "reset"], 2, "--fail-with needs --fail-rate SHARE."),
    (["shop", "--fail-with", "banana"], 2, "--fail-with is reset, timeout, truncate"),
    (["secret"], 3, "Cannot import secret: it is not in any of the known formats"),
    (["shop", "--host", "no.such.invalid"], 4, "The mock server cannot listen on no.such.invalid: "),
  ]) func whatCannotBeServedIsASentence(arguments: [String], status: Int32, sentence: String) async throws {
    let sandbox = try Self.sandbox()
    try sandbox.write("pets.yaml", Self.pets)
    let finished = try await sandbox.start(["demo", "--port", "0"] + arguments).finished()
    #expect(finished.error.contains(sentence), "\(finished.error)")
    #expect(finished.status == status)
  }

  @Test func tlsHasAnAuthorityThatIsKept() async throws {
    let sandbox = try Self.sandbox()
    var authority = ""
    for _ in 0..<2 {
      try await serving(sandbox, "shop", "--tls") { (url: String, program: Program) async throws in
        let log = program.errorSoFar
        let file = try #require(log.firstMatch(of: /Clients that trust (\S+) accept the certificate:/)).1
        #expect(url.hasPrefix("https://127.0.0.1:") && log.contains("\n  curl --cacert "))
        let get = "\(url)/users/42"
        #expect(try await sandbox.shell("curl -s --cacert \(file) \(get)").text == #"{"id": "42"}"#)
        #expect(try await sandbox.run("send", "--cacert", String(file), get).text == #"{"id": "42"}"#)
        #expect(try await sandbox.shell("curl -s \(get)").status == 60)
        let text = try String(contentsOfFile: String(file), encoding: .utf8)
        #expect(authority.isEmpty || authority == text)
        #expect(!text.contains("KEY"))
        authority = text
        let key = try #require(file.hasSuffix(".pem") ? file.dropLast(4) + ".key" : nil)
        let modes = try await sandbox.shell("stat -c %a '\(key)' '\(file)'").text
        #expect(modes == "600\n644\n")
      }
    }
  }

  @Test func tlsTakesACertificateOfTheUser() async throws {
    let sandbox = try Self.sandbox()
    let made = try await sandbox.shell(
      "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=own -addext subjectAltName=IP:127.0.0.1"
    )
    #expect(made.status == 0)
    try await serving(sandbox, "shop", "--cert", "cert.pem", "--key", "key.pem") { (url: String, _) async throws in
      #expect(try await sandbox.shell("curl -s --cacert cert.pem \(url)/users/4").text == #"{"id": "4"}"#)
    }
    _ = try await sandbox.shell("openssl genrsa -out other.pem 2048")
    let other = try await sandbox.run("demo", "shop", "--cert", "cert.pem", "--key", "other.pem")
    #expect(other.status == 3 && other.error.hasPrefix("2 requests") == false)
    #expect(other.error.contains("The key does not belong to the certificate"))
  }

  @Test func filesOutsideTheCollectionStayUnread() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("secret", "hunter2")
    let files = [
      "../secret", sandbox.path("secret"), "link", "folder/secret", "sub/../../secret", "/proc/self/environ", "pipe",
      ".", ".env", "./.env", ".git/config",
    ]
    let examples = files.enumerated().map { index, file in
      #"{"name": "\#(index)", "status": 200, "bodyFile": "\#(file)"}"#
    }
    for hidden in ["shop/.env", "shop/.git/config"] { try sandbox.write(hidden, "hunter2") }
    try sandbox.write("shop/collection.json", "{}")
    try sandbox.write("shop/get.json", #"{"url": "/x", "examples": [\#(examples.joined(separator: ","))]}"#)
    try sandbox.write("shop/late.json", #"{"url": "/late", "examples": [{"name": "a", "bodyFile": "late.body"}]}"#)
    try sandbox.write("shop/late.body", "inside")
    _ = try await sandbox.shell("cd shop && mkfifo pipe && ln -s ../secret link && ln -s .. folder && mkdir sub")
    try await serving(sandbox, "shop", "--host", "0.0.0.0") { (url: String, program: Program) async throws in
      let port = try #require(url.split(separator: ":").last)
      for index in files.indices {
        let get = "curl -s --max-time 5 -w '%{http_code}' 'http://127.0.0.1:\(port)/x?__example=\(index)'"
        let answer = try await sandbox.shell(get).text
        #expect(answer.hasSuffix("500") && !answer.contains("hunter2"), "\(files[index]): \(answer)")
      }
      // Replaced by a link between two requests, before the server can notice.
      let late = "curl -s -w '%{http_code}' http://127.0.0.1:\(port)/late"
      #expect(try await sandbox.shell(late).text == "inside200")
      let swapped = try await sandbox.shell("ln -sf ../secret shop/late.body && \(late)").text
      #expect(swapped.hasSuffix("500") && !swapped.contains("hunter2"))
    }
  }

  @Test func webPagesOfOtherMachinesCannotReadIt() async throws {
    let sandbox = try Self.sandbox()
    try await serving(sandbox, "shop", "--allow-host", "shop.test") { (url: String, _: Program) async throws in
      func status(_ headers: String) async throws -> String {
        try await sandbox.shell("curl -s -i \(headers) \(url)/users/1").text
      }
      #expect(try await status("-H 'Host: evil.test'").hasPrefix("HTTP/1.1 421"))
      #expect(try await status("-H 'Host: shop.test'").hasPrefix("HTTP/1.1 200"))
      #expect(try await !status("-H 'Origin: http://evil.test'").lowercased().contains("access-control-allow-origin"))
      #expect(try await status("-H 'Origin: http://localhost:3000'").contains("http://localhost:3000"))
    }
  }

  @Test func theLogHasNoCredentials() async throws {
    let sandbox = try Self.sandbox()
    try await serving(sandbox, "shop") { (url: String, program: Program) async throws in
      let get =
        "curl -s -u ada:hunter2 -b session=hunter3 '\(url)/users/1?api_key=hunter4&access%5Ftoken=hunter5&page=2'"
      _ = try await sandbox.shell(get)
      let log = try await eventually("the line") { program.errorSoFar.contains("page=2") ? program.errorSoFar : nil }
      #expect(!log.contains("hunter") && log.contains("/users/1?api_key=••••••&access%5Ftoken=••••••&page=2 200"))
    }
  }

  @Test func failuresAndDelaysAreThoseOfTheOptions() async throws {
    let sandbox = try Self.sandbox()
    try await serving(sandbox, "shop", "--fail-rate", "1", "--fail-with", "reset") { (url: String, _) async throws in
      #expect(try await sandbox.shell("curl -s \(url)/users/1").status == 56)
    }
    // As a script with a variable for the share writes it.
    try await serving(sandbox, "shop", "--fail-rate", "0", "--fail-with", "reset") { (url: String, _) async throws in
      #expect(try await sandbox.shell("curl -s \(url)/users/1").status == 0)
    }
    try await serving(sandbox, "shop", "--fail-rate", "1", "--delay", "1ms") { (url: String, _) async throws in
      #expect(try await sandbox.shell("curl -s -o body -w '%{http_code}' \(url)/users/1").text == "503")
    }
  }

  @Test func eventsOfAStreamAreSentOneByOneAsTheOptionSays() async throws {
    let sandbox = try Self.sandbox()
    let header = #"{ "name": "Content-Type", "value": "text/event-stream" }"#
    let example = #"{ "name": "a", "headers": [\#(header)], "body": "data: a\n\ndata: b\n\n", "delays": [3600000] }"#
    try sandbox.write("shop/events.json", #"{ "url": "/events", "examples": [\#(example)] }"#)
    try await serving(sandbox, "shop", "--event-delay", "1ms") { (url: String, _) async throws in
      let events = try await sandbox.shell("curl -s --raw \(url)/events").text
      #expect(events == "9\r\ndata: a\n\n\r\n9\r\ndata: b\n\n\r\n0\r\n\r\n")
      #expect(try await sandbox.shell("curl -s --raw \(url)/users/42").text == #"{"id": "42"}"#)
    }
    let unclear = try await sandbox.run("demo", "shop", "--event-delay", "200")
    #expect(unclear.status == 2 && unclear.error.contains("--event-delay needs a unit — write 200ms or 200s"))
    let unused = try await sandbox.run("demo", "--event-delay", "1s")
    #expect(unused.status == 2 && unused.error.contains("The options of a collection need a path"))
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
