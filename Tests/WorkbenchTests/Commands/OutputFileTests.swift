import Foundation
import TestSupport
import Testing

@testable import Workbench

/// Files that commands write, where there is no space for them.
struct OutputFileTests {
  /// A limit of the size of files, as on a disk with 200 kB left.
  private static let fullDisk = "trap '' XFSZ; ulimit -f 400; "

  private func server() throws -> RawServer {
    try RawServer { connection in
      while true {
        try connection.readHead()
        try connection.respond(body: String(repeating: "b", count: 500_000))
      }
    }
  }

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let text = String(repeating: "a", count: 500_000)
    try sandbox.write("c/big.json", #"{"method": "POST", "url": "http://a", "body": {"text": "\#(text)"}}"#)
    try sandbox.write("out/file", "old")
    return sandbox
  }

  /// The old file is as it was, and nothing else is left.
  private func expectUntouched(_ sandbox: Sandbox, _ run: Program.Finished) throws {
    #expect(run.status == 4)
    #expect(run.error.contains("Cannot write") && run.error.contains("out/file: File too large"), "\(run.error)")
    #expect(!run.error.contains("mode") && !run.error.contains("standard output"), "\(run.error)")
    #expect(sandbox.text("out/file") == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path("out")) == ["file"])
  }

  @Test func aResponseMayNameItsFile() async throws {
    let server = try RawServer { connection in
      while true {
        try connection.readHead()
        let name = #"attachment; filename="../naive.txt"; filename*=UTF-8''..%2Fna%C3%AFve.txt"#
        try connection.respond(headers: ["Content-Disposition: \(name)"], body: "new")
      }
    }
    let sandbox = try Sandbox()
    let saved = try await sandbox.run("send", server.url + "/a.txt", "-OJ")
    #expect(saved.status == 0 && sandbox.text("naïve.txt") == "new", "\(saved.error)")
    #expect(saved.error.hasPrefix("Saved as naïve.txt\n"), "\(saved.error)")
    try sandbox.write("naïve.txt", "old")
    let again = try await sandbox.run("send", server.url, "-OJ")
    #expect(again.status == 4 && sandbox.text("naïve.txt") == "old", "\(again.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder).filter { $0.hasSuffix(".part") } == [])
    let alone = try await sandbox.run("send", server.url, "-J")
    #expect(alone.status == 2 && alone.error.contains("-J names the file of -O — add -O"), "\(alone.error)")
  }

  @Test func aSuggestedNameThatAnotherOutputHasIsNotUsed() async throws {
    let server = try RawServer { connection in
      while true {
        try connection.readHead()
        try connection.respond(headers: [#"Content-Disposition: attachment; filename="heads.txt""#], body: "new")
      }
    }
    let sandbox = try Sandbox()
    let saved = try await sandbox.run("send", server.url + "/a.txt", "-OJ", "-D", "heads.txt")
    let note = "The server suggests the name heads.txt, the file of the heads: saved as a.txt\n"
    #expect(saved.error.hasPrefix(note), "\(saved.error)")
    #expect(saved.status == 0 && sandbox.text("a.txt") == "new", "\(saved.error)")
    #expect(sandbox.text("heads.txt").hasPrefix("HTTP/1.1 200"))
  }

  @Test func aFileThatTheResponseDoesNotNameIsNotReplaced() async throws {
    let server = try EchoServer()
    let sandbox = try Sandbox()
    for (path, name) in [("/a.txt", "a.txt"), ("/", "response")] {
      try sandbox.write(name, "old")
      let refused = try await sandbox.run("send", server.url + path, "-OJ", "-d", "new")
      #expect(refused.status == 4 && refused.error.contains("\(name): File exists"), "\(refused.error)")
      #expect(sandbox.text(name) == "old")
      #expect(try await sandbox.run("send", server.url + path, "-OJ", "-d", "new", "--clobber").status == 0)
      #expect(sandbox.text(name) == "new")
    }
  }

  @Test func anExportThatDoesNotFitLeavesTheOldFile() async throws {
    let sandbox = try sandbox()
    let run = try await sandbox.shell(Self.fullDisk + "workbench export c --format curl -o out/file")
    try expectUntouched(sandbox, run)
  }

  /// The first file still fits.
  @Test func anExportThatDoesNotFitLeavesNoNewFolder() async throws {
    let sandbox = try sandbox()
    let run = try await sandbox.shell(Self.fullDisk + "workbench export c --format bruno -o out/new/shop")
    #expect(run.status == 4 && run.error.contains("File too large"), "\(run.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path("out")) == ["file"])
    let whole = try await sandbox.run("export", "c", "--format", "bruno", "-o", "out/new/shop")
    #expect(whole.status == 0 && sandbox.exists("out/new/shop"), "\(whole.error)")
  }

  @Test func aPackThatCannotBeWrittenIsAnOutputThatCannotBeWritten() async throws {
    let sandbox = try sandbox()
    // Letters in no order stay long in an archive.
    let letters = String((0..<500_000).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement()! })
    try sandbox.write("c/long.json", #"{"method": "POST", "url": "http://a", "body": {"text": "\#(letters)"}}"#)
    let run = try await sandbox.shell(Self.fullDisk + "workbench pack c -o out/new.workbench")
    #expect(run.status == 4 && run.error.contains("out/new.workbench — file too large"), "\(run.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path("out")) == ["file"])
    let device = try await sandbox.run("pack", "c", "-o", "/dev/full")
    #expect(device.status == 4 && device.error.contains("No space left on device"), "\(device.error)")
  }

  @Test func anExportOfHistoryNamesItsFileAndNotStandardOutput() async throws {
    let (sandbox, server) = (try sandbox(), try server())
    _ = try await sandbox.run("send", server.url)
    let run = try await sandbox.shell(Self.fullDisk + "workbench history export -o out/file")
    try expectUntouched(sandbox, run)
  }

  @Test func aResponseThatDoesNotFitLeavesTheOldFile() async throws {
    let (sandbox, server) = (try sandbox(), try server())
    let run = try await sandbox.shell(Self.fullDisk + "workbench send \(server.url) -o out/file")
    try expectUntouched(sandbox, run)
  }

  @Test(arguments: [
    "Location: /again\r\nContent-Length: 0\r\n\r\n", "Location: ftp://127.0.0.1/a\r\nContent-Length: 0\r\n\r\n",
    "Location: /a\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n",
  ])
  func aRedirectThatFailsLeavesTheOldFile(_ response: String) async throws {
    let server = try RawServer { connection in
      while true {
        try connection.readHead()
        try connection.send("HTTP/1.1 302 Found\r\n" + response)
      }
    }
    let sandbox = try sandbox()
    let run = try await sandbox.run("send", server.url, "-o", "out/file")
    #expect(run.status == 4, "\(run.error)")
    #expect(sandbox.text("out/file") == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path("out")) == ["file"])
  }

  @Test(arguments: [("0\r\n\r\n", "", 0), ("9\r\n\r\nnew", "new", 4), ("9\r\n\r\n", "old", 4)])
  func anEmptyResponseReplacesTheFileAndOneThatIsCutOnlyWithItsBytes(
    _ rest: String, _ text: String, _ status: Int32
  ) async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: " + rest)
    }
    let sandbox = try sandbox()
    let run = try await sandbox.run("send", server.url, "-o", "out/file")
    #expect(run.status == status && sandbox.text("out/file") == text, "\(run.error)")
  }

  @Test func nothingIsReceivedThatCannotBeWritten() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
      try connection.send(String(repeating: "b", count: 500_000))
      // The rest never comes: the client ends the connection.
      try connection.readHead()
    }
    let sandbox = try sandbox()
    let run = try await sandbox.shell(Self.fullDisk + "workbench send \(server.url) --max-time 60 -o out/file")
    try expectUntouched(sandbox, run)
    // The history has no room either, and may say so before.
    #expect(lines(run.error).last == "200 OK · Cannot write out/file: File too large")
  }

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  @Test func eventsThatCannotBeWrittenEndTheStreamWithThatFailure() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: a\n\n")
      connection.waitForEnd()
    }
    let run = try await Sandbox().run("send", server.url, "--print", "messages", "-o", "/dev/full")
    #expect(run.status == 4)
    let reason = "No space left on device — free some space on the disk of /dev/full"
    #expect(lines(run.error) == ["200 OK · Cannot write /dev/full: \(reason)"])
  }

  @Test func headsThatCannotBeWrittenLeaveOutNothingElse() async throws {
    let server = try RawServer { connection in
      while true {
        try connection.readHead()
        try connection.respond(headers: ["Set-Cookie: a=b"], body: "body")
      }
    }
    let sandbox = try Sandbox()
    try sandbox.write("c/a.json", #"{"url": "\#(server.url)", "checks": [{"query": "status", "value": 201}]}"#)
    let run = try await sandbox.run(
      "send", "c/a.json", "-D", "/dev/full", "-c", "jar", "-o", "out", "-w", "%{http_code} %{exitcode}")
    #expect(run.status == 4 && run.text == "200 4")
    let sentences = lines(run.error)
    #expect(sentences.first?.hasPrefix("200 OK · ") == true, "\(run.error)")
    #expect(
      sentences.dropFirst() == [
        "✗ status equals 201: expected 201, got 200", "0 of 1 check passed",
        "Cannot write /dev/full: No space left on device — free some space on the disk of /dev/full",
      ], "\(run.error)")
    #expect(sandbox.text("out") == "body")
    #expect(sandbox.text("jar").contains("\ta\tb"))
  }

  @Test func aFullDeviceLeavesOutNoOtherReport() async throws {
    let server = try EchoServer()
    let sandbox = try Sandbox()
    try sandbox.write("c/a.json", #"{"url": "\#(server.url)"}"#)
    let run = try await sandbox.run(
      "run", "c", "--cookie-jar", "/dev/full", "--export-globals", "globals.json", "-r", "json=report.json")
    #expect(run.status == 4 && run.error.contains("/dev/full"), "\(run.error)")
    #expect(sandbox.exists("globals.json") && sandbox.text("report.json").contains("totals"), "\(run.error)")
  }

  /// One rule for all commands: an output that cannot be written counts like a failed request for the exit code.
  @Test(arguments: ["send c/a.json", "send c", "run c", "run c --rate 10/s --for 100ms --threshold p99<1us"])
  func anOutputThatCannotBeWrittenCountsMoreThanAFailedCheck(_ command: String) async throws {
    let server = try EchoServer()
    let sandbox = try Sandbox()
    try sandbox.write("c/a.json", #"{"url": "\#(server.url)", "checks": [{"query": "status", "value": 201}]}"#)
    let words = command.split(separator: " ").map(String.init)
    #expect(try await sandbox.run(words).status == 1)
    let run = try await sandbox.run(words + ["-c", "/dev/full"])
    #expect(run.status == 4 && run.error.contains("/dev/full"), "\(run.error)")
  }

  @Test(arguments: ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func eachNameOfStandardOutputIsTheSameStream(_ name: String) async throws {
    let server = try RawServer { connection in
      while true {
        try connection.readHead()
        try connection.respond(headers: ["Set-Cookie: a=b"], body: "body")
      }
    }
    let sandbox = try Sandbox()
    let heads = "HTTP/1.1 200 OK\nContent-Length: 4\nSet-Cookie: a=b\n\n"
    for options in [["-D", name], ["-o", name, "-D", name], ["-o", "-", "-D", name], ["-o", name, "-D", "-"]] {
      let run = try await sandbox.run(["send", server.url] + options)
      #expect(run.status == 0 && run.text == heads + "body", "\(options): \(run.text)\(run.error)")
    }
    let cookies = try await sandbox.run("send", server.url, "-o", "body", "-c", name)
    #expect(cookies.status == 0 && cookies.text.contains("\ta\tb"), "\(cookies.text)\(cookies.error)")
    let refused = try await sandbox.run("send", server.url, "-i", "-o", name, "-D", name)
    #expect(refused.status == 2 && refused.error.contains("which has it already"), "\(refused.error)")
    try sandbox.write("c/a.json", #"{"url": "\#(server.url)"}"#)
    let packed = try await sandbox.run("pack", "c", "-o", name)
    #expect(packed.status == 0 && !packed.output.isEmpty, "\(packed.error)")
    let variables = try await sandbox.run("run", "c", "-r", "json=report", "--export-globals", name)
    #expect(variables.status == 0 && variables.text.contains(#""variables""#), "\(variables.text)\(variables.error)")
    #expect(!sandbox.exists("-"))
  }

  @Test(arguments: ["json", "html"])
  func aReportThatDoesNotFitLeavesTheOldFile(_ format: String) async throws {
    let sandbox = try sandbox()
    let url = "http://127.0.0.1:1/" + String(repeating: "a", count: 10_000)
    for number in 0..<50 {
      try sandbox.write("many/\(number).json", #"{"url": "\#(url)", "checks": [{"status": 200}]}"#)
    }
    let run = try await sandbox.shell(
      Self.fullDisk + "workbench run many -n 10 --history none -r \(format)=out/file")
    try expectUntouched(sandbox, run)
  }

  @Test func aReportAppearsOnceItIsComplete() async throws {
    let sandbox = try sandbox()
    try sandbox.write("c/big.json", #"{"url": "http://127.0.0.1:1/"}"#)
    #expect(try await sandbox.run("run", "c", "-r", "json=out/file", "-r", "json=/none/x").status == 2)
    #expect(sandbox.text("out/file") == "old")
    #expect(try await sandbox.run("run", "c", "-r", "json=out/file").status == 4)
    #expect(sandbox.text("out/file").contains("totals"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path("out")) == ["file"])
  }

  @Test(arguments: [
    ("run c -r json=a -r junit=a", "a cannot have two reports"),
    ("run c -r json=a -r junit=./a", "./a cannot have two reports"),
    ("run c -r json=a -r junit=link", "link cannot have two reports"),
    ("run c -r json=a --export-globals out/../a", "out/../a cannot have a report and the exported globals"),
    ("run c -r json=a --cookie-jar link", "link cannot have a report and the cookies"),
    ("run c --export-environment a --cookie-jar a", "a cannot have the exported environment and the cookies"),
    ("run c -r json=c/big.json", "big.json is a request of the run: a report would replace it"),
    ("run c --rate 1/s --for 1s -r json=a -r cli=link", "link cannot have two reports"),
    ("run c --rate 1/s --for 1s -r json=/none/x", "Cannot write /none/x: No such file or directory"),
    (
      "newman run p.json -r json,junit --reporter-json-export a --reporter-junit-export ./a",
      "./a cannot have two reports"
    ),
    ("send c/big.json -o a -D a", "a cannot have the response and the heads"),
    ("send c/big.json -o a -c link", "link cannot have the response and the cookies"),
    ("send c/big.json -D a -c ./a", "./a cannot have the heads and the cookies"),
    ("send c/big.json -o c/big.json", "c/big.json is the request: the response would replace it"),
    ("send c/big.json -o \"$none\"", "The name of an output is empty"),
    ("run c --cookie-jar ''", "The name of an output is empty"),
  ]) func aFileHasOneOutput(_ command: String, _ sentence: String) async throws {
    let received = Recorder<String>()
    let server = try RawServer { connection in
      received.record(try connection.readHead())
      try connection.respond(body: "")
    }
    let sandbox = try sandbox()
    try sandbox.write("c/big.json", #"{"url": "\#(server.url)"}"#)
    try sandbox.write("p.json", #"{"info": {"name": "p"}, "item": [{"name": "a", "request": "\#(server.url)"}]}"#)
    let run = try await sandbox.shell("ln -s a link; workbench \(command)")
    #expect(run.status == (command.hasPrefix("newman") ? 1 : 2) && run.error.contains(sentence), "\(run.error)")
    #expect(received.values.isEmpty && !sandbox.exists("a"))
  }

  @Test(arguments: ["/dev/stdout", "/dev/fd/1", "log"])
  func theFileOfStandardOutputIsNotReplaced(_ path: String) async throws {
    let (sandbox, server) = (try sandbox(), try server())
    let run = try await sandbox.shell(
      "echo before > log; workbench send \(server.url) -q -o \(path) -w after >> log")
    #expect(run.status == 0, "\(run.error)")
    let text = sandbox.text("log")
    #expect(text.hasPrefix("before\nbbb") && text.hasSuffix("bbbafter"), "\(text.count)")
  }

  @Test(arguments: ["-", "/dev/stdout"])
  func aReportOfStandardOutputIsAlone(_ path: String) async throws {
    let (sandbox, server) = (try sandbox(), try server())
    try sandbox.write("c/big.json", #"{"url": "\#(server.url)"}"#)
    let run = try await sandbox.run("run", "c", "-r", "json=\(path)")
    #expect(run.status == 0 && run.text.hasPrefix("{") && run.text.hasSuffix("}\n"), "\(run.error)\(run.text)")
    #expect(!sandbox.exists("-"))
    let both = try await sandbox.run("run", "c", "-r", "cli", "-r", "json=\(path)")
    #expect(both.status == 2 && both.error.contains("Only one report can go to standard output"), "\(both.error)")
  }

  @Test func nothingMayHaveAnyNumberOfOutputsAndALinkLeadsToANewFile() async throws {
    let (sandbox, server) = (try sandbox(), try server())
    let nothing = try await sandbox.run("send", server.url, "-o", "/dev/null", "-D", "/dev/null")
    #expect(nothing.status == 0, "\(nothing.error)")
    let linked = try await sandbox.shell("ln -s out/new link; workbench send \(server.url) -o link; readlink link")
    #expect(linked.output == Data("out/new\n".utf8), "\(linked.error)")
    #expect(sandbox.text("out/new").count == 500_000)
  }

  @Test func aLinkInTheFolderOfAFileIsNotFollowed() throws {
    let sandbox = try sandbox()
    try sandbox.write("other", "other")
    // The name of the new contents must not be known before.
    let planted = sandbox.path("out/.file.\(getpid()).part")
    try FileManager.default.createSymbolicLink(atPath: planted, withDestinationPath: sandbox.path("other"))
    try NamedFile.write(Data("new".utf8), to: sandbox.path("out/file"))
    #expect(sandbox.text("out/file") == "new" && sandbox.text("other") == "other")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: planted) == sandbox.path("other"))
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("out")).sorted()
    #expect(names == [URL(fileURLWithPath: planted).lastPathComponent, "file"])
  }

  @Test func aNameThatIsTooLongIsRefusedBeforeAnythingIsSent() async throws {
    let sandbox = try sandbox()
    let name = "out/" + String(repeating: "n", count: 256)
    let run = try await sandbox.run("send", "http://127.0.0.1:1/", "-o", name)
    #expect(run.status == 2 && run.error.contains("Cannot write \(name): File name too long"), "\(run.error)")
  }

  @Test func aDeviceIsWrittenIntoAndSaysThatItIsFull() async throws {
    let sandbox = try sandbox()
    let run = try await sandbox.shell("workbench export c --format curl -o /dev/full")
    #expect(run.status == 4)
    #expect(
      run.error.contains("Cannot write /dev/full: No space left on device — free some space on the disk of /dev/full"),
      "\(run.error)")
  }

  @Test(arguments: [
    "export c --format curl -o -", "history export --format jsonl -o -", "pack c -o -",
  ]) func aDashIsStandardOutput(_ command: String) async throws {
    let (sandbox, server) = (try sandbox(), try server())
    _ = try await sandbox.run("send", server.url)
    let run = try await sandbox.shell("workbench \(command)")
    #expect(run.status == 0 && run.output.count > 1000, "\(run.error)")
    #expect(!sandbox.exists("-"))
  }
}
