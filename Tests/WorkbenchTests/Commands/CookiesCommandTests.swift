import Foundation
import TestSupport
import Testing

/// `workbench cookies`, and cookies of environments.
struct CookiesCommandTests {
  /// Answers with the cookies it got.
  private func server() throws -> RawServer {
    try RawServer { client in
      while true {
        let head = try client.readHead().components(separatedBy: "\r\n")
        let cookies = head.filter { $0.hasPrefix("Cookie: ") }.joined()
        let new = head[0].contains("/set") ? ["Set-Cookie: sid=0123456789; Max-Age=3600; Path=/"] : []
        try client.respond(headers: new, body: cookies)
      }
    }
  }

  private func collection(_ url: String) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
    try sandbox.write("c/set.json", #"{ "url": "\#(url)/set" }"#)
    try sandbox.write("c/get.json", #"{ "url": "\#(url)/get" }"#)
    for name in ["one", "two"] { try sandbox.write("c/environments/\(name).json", #"{ "variables": [] }"#) }
    return sandbox
  }

  @Test func cookiesOfOneEnvironmentAreNotSentWithAnother() async throws {
    let server = try server()
    let sandbox = try collection(server.url)
    #expect(try await sandbox.run("send", "c/set.json", "--env", "one").status == 0)
    #expect(try await sandbox.run("send", "c/get.json", "--env", "one").text == "Cookie: sid=0123456789")
    #expect(try await sandbox.run("send", "c/get.json", "--env", "two").text == "")
    #expect(try await sandbox.run("send", "c/get.json").text == "")
    for name in try FileManager.default.contentsOfDirectory(atPath: sandbox.home + "/cookies")
    where name.hasSuffix(".json") {
      let attributes = try FileManager.default.attributesOfItem(atPath: sandbox.home + "/cookies/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func theyAreListedSetDeletedAndCleared() async throws {
    let server = try server()
    let sandbox = try collection(server.url)
    func cookies(_ arguments: String...) async throws -> Program.Finished {
      try await sandbox.start(["cookies", arguments[0], "c", "--env", "one"] + arguments.dropFirst()).finished()
    }
    #expect(try await sandbox.run("send", "c/set.json", "--env", "one").status == 0)
    #expect(try await cookies("set", server.url, "more=2; Path=/get; Max-Age=600").status == 0)
    let rows = try await cookies("list").text.split(separator: "\n").map {
      $0.split(separator: "\t").prefix(4).joined(separator: " ")
    }
    #expect(rows == ["127.0.0.1 / sid ****", "127.0.0.1 /get more ****"])
    #expect(try await cookies("list", "--reveal", "--name", "more").text.contains("\tmore\t2\t"))
    #expect(try await sandbox.run("send", "c/get.json", "--env", "one").text == "Cookie: more=2; sid=0123456789")
    let deleted = try await cookies("delete", "--name", "sid")
    #expect(deleted.status == 0 && deleted.error == "Deleted 1 cookie of c in the environment one\n")
    #expect(try await sandbox.run("send", "c/get.json", "--env", "one").text == "Cookie: more=2")
    #expect(try await cookies("delete", "--name", "sid").status == 2)
    #expect(
      try await cookies("set", "http://127.0.0.1/", "__Secure-a=1").error.hasPrefix("The cookie was not stored: "))
    let session = try await cookies("clear", "--session")
    #expect(session.error == "Deleted 0 session cookies of c in the environment one\n")
    let cleared = try await cookies("clear")
    #expect(cleared.status == 0 && cleared.text == "")
    #expect(cleared.error == "Deleted 1 cookie of c in the environment one\n")
    #expect(try await cookies("list").text == "")
  }

  @Test func aSessionCookieIsSentByLaterCommandsUntilItIsCleared() async throws {
    let heads = Recorder<String>()
    let server = try RawServer { client in
      while true {
        let head = try client.readHead()
        heads.record(head)
        try client.respond(
          headers: head.contains("/set") ? ["Set-Cookie: sid=1; Path=/"] : [],
          body: head.components(separatedBy: "\r\n").filter { $0.hasPrefix("Cookie: ") }.joined())
      }
    }
    let sandbox = try collection(server.url)
    func sent(_ options: String...) async throws -> String {
      try await sandbox.start(["send", "-s", "c/get.json", "--env", "one"] + options).finished().text
    }
    #expect(try await sandbox.run("run", "c/set.json", "--env", "one").status == 0)
    #expect(try await sent() == "Cookie: sid=1")
    #expect(try await sent("--no-session-cookies") == "")
    #expect(try await sandbox.run("run", "c/get.json", "--env", "one").status == 0)
    #expect(heads.values.last?.contains("Cookie: sid=1") == true)
    #expect(try await sandbox.run("run", "c/get.json", "--env", "one", "--no-session-cookies").status == 0)
    #expect(heads.values.last?.contains("Cookie: ") == false)
    #expect(
      try await sandbox.run("cookies", "list", "c", "--env", "one", "--session").text
        == "127.0.0.1\t/\tsid\t****\tsession\t\n")
    let export = try await sandbox.run("cookies", "export", "c", "--env", "one")
    #expect(export.text.hasSuffix("127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\t1\n"), "\(export.text)")
    try sandbox.write("jar.txt", export.text)
    #expect(try await sent("-b", "jar.txt") == "Cookie: sid=1")
    #expect(try await sent("-b", "jar.txt", "--no-session-cookies") == "")
    #expect(try await sandbox.run("cookies", "clear", "c", "--env", "one", "--session").status == 0)
    #expect(try await sent() == "")
  }

  @Test func curlReadsWhatIsExportedAndWritesWhatIsImported() async throws {
    let server = try server()
    let sandbox = try collection(server.url)
    #expect(try await sandbox.run("send", "c/set.json", "--env", "one").status == 0)
    let script = """
      workbench cookies export c --env one > jar.txt
      curl -s -b jar.txt \(server.url)/get
      curl -s -c curl.txt \(server.url)/set
      workbench cookies import c curl.txt --env two
      workbench send -s c/get.json --env two
      """
    let result = try await sandbox.shell(script)
    #expect(result.text == "Cookie: sid=0123456789Cookie: sid=0123456789", "\(result.error)")
  }

  /// The import and the export return curl's file line by line, and curl reads ours.
  @Test func curlsOwnFileSurvivesImportAndExport() async throws {
    let server = try RawServer { client in
      while true {
        let head = try client.readHead().components(separatedBy: "\r\n")
        let new = [
          "all=1; Max-Age=36000; Path=/", "deep=a b; Max-Age=36000; Path=/get", "http=2; HttpOnly; Max-Age=36000",
          "session=3", "empty=; Max-Age=36000", "equals=a=b; Max-Age=36000; SameSite=Lax",
        ]
        try client.respond(
          headers: head[0].contains("/set") ? new.map { "Set-Cookie: " + $0 } : [],
          body: head.filter { $0.hasPrefix("Cookie: ") }.joined())
      }
    }
    let sandbox = try collection(server.url)
    let script = """
      set -e
      curl -s -c curl.txt \(server.url)/set
      workbench cookies import c curl.txt --env one
      workbench cookies export c --env one > own.txt
      curl -s -b own.txt -c again.txt \(server.url)/get > /dev/null
      workbench send -s \(server.url)/set -c sent.txt
      workbench send -s \(server.url)/get -b curl.txt
      curl -s \(server.url)/get -b sent.txt
      """
    let result = try await sandbox.shell(script)
    #expect(result.status == 0, "\(result.error)")
    /// The lines without comments, and without the time, which passes.
    func cookies(_ name: String) -> [String] {
      sandbox.text(name).split(separator: "\n").filter { $0.contains("\t") }.map { line in
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
        return (parts[...3] + [parts[4] == "0" ? "session" : "later"] + parts[5...]).joined(separator: "|")
      }.sorted()
    }
    let curls = cookies("curl.txt")
    #expect(curls.count == 6 && curls.contains("#HttpOnly_127.0.0.1|FALSE|/|FALSE|later|http|2"), "\(curls)")
    let lasting = curls.filter { !$0.contains("|session|") }
    #expect(cookies("own.txt") == curls)
    #expect(cookies("again.txt").filter { !$0.contains("|session|") } == lasting)
    #expect(cookies("sent.txt") == curls)
    let sent = result.text.components(separatedBy: "Cookie: ").dropFirst().map {
      $0.components(separatedBy: "; ").sorted()
    }
    #expect(sent.count == 2 && sent.first == sent.last && sent.first?.count == 6, "\(sent)")
  }

  @Test func aRequestThatOptsOutNeitherSendsNorKeepsCookies() async throws {
    let server = try server()
    let sandbox = try collection(server.url)
    for name in ["set", "get"] {
      try sandbox.write("c/without/\(name).json", #"{ "url": "\#(server.url)/\#(name)" }"#)
    }
    try sandbox.write("c/without/folder.json", #"{ "options": { "cookies": false } }"#)
    try sandbox.write("c/without/with.json", #"{ "url": "\#(server.url)/get", "options": { "cookies": true } }"#)
    #expect(try await sandbox.run("send", "c/without/set.json").status == 0)
    #expect(try await sandbox.run("send", "c/get.json").text == "")
    #expect(try await sandbox.run("send", "c/set.json").status == 0)
    #expect(try await sandbox.run("send", "c/without/get.json").text == "")
    #expect(try await sandbox.run("send", "c/without/get.json", "-H", "Cookie: own=1").text == "Cookie: own=1")
    #expect(try await sandbox.run("send", "c/without/with.json").text == "Cookie: sid=0123456789")
  }
}
