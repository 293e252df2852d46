import Foundation
import RequestStore
import TestSupport
import Testing

/// `workbench export` names the files that requests send relative to the export, and copies them there.
struct ExportDataTests {
  /// A request two folders deep sends a file of the collection's folder `files`.
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
    try sandbox.write(
      "c/F1/F2/bin.json", #"{"method": "POST", "url": "http://a/x", "body": {"file": "../../files/up.txt"}}"#)
    try sandbox.write("c/files/up.txt", "hello")
    return sandbox
  }

  /// All files below a folder and their texts, without the record of an import.
  private func tree(_ folder: String, in sandbox: Sandbox) throws -> [String: String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: sandbox.path(folder))
      .filter { !CollectionStore.isFolder(sandbox.path(folder + "/" + $0)) && !$0.hasSuffix(".import.json") }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, sandbox.text(folder + "/" + $0)) })
  }

  @Test(arguments: [
    ("postman", "out/c.json", "out/c.json", #""src": "files/up.txt""#),
    ("bruno", "out", "out/F1/F2/bin.bru", "@file(files/up.txt)"),
    ("bruno-yaml", "out", "out/F1/F2/bin.yml", "filePath: files/up.txt\n"),
    ("insomnia", "out/c.yaml", "out/c.yaml", "fileName: files/up.txt\n"),
    ("http", "out/c.http", "out/c.http", "< files/up.txt\n"),
    ("hurl", "out/c.hurl", "out/c.hurl", "file,files/up.txt;"),
    ("k6", "out/c.js", "out/c.js", #"open("files/up.txt", "b")"#),
    ("curl", "out/c.sh", "out/c.sh", "@files/up.txt"),
  ])
  func aFileIsCopiedBesideTheExportThatNamesIt(
    format: String, output: String, file: String, text: String
  ) async throws {
    let sandbox = try sandbox()
    let run = try await sandbox.run("export", "c", "--format", format, "-o", output)
    #expect(run.status == 0 && !run.error.contains("up.txt"), "\(run.error)")
    #expect(sandbox.text(file).contains(text), "\(sandbox.text(file))")
    #expect(sandbox.text("out/files/up.txt") == "hello")
    let again = try await sandbox.run("export", "c", "--format", format, "-o", output, "--replace")
    #expect(again.status == 0, "\(again.error)")
  }

  @Test(arguments: ["postman", "http", "insomnia", "hurl", "curl", "k6"])
  func standardOutputHasANoteForEachFile(_ format: String) async throws {
    let sandbox = try sandbox()
    for output in [[], ["-o", "-"], ["-o", "/dev/null"]] {
      let run = try await sandbox.run(["export", "c", "--format", format] + output)
      let place = "F1 / F2 / bin"
      let note = "copy it from the collection to this path beside the export"
      #expect(run.error == "dropped: \(place): The file files/up.txt is not copied: \(note)\n", "\(output)")
      #expect(run.status == 0)
    }
  }

  @Test func onlyFilesOfTheCollectionAreCopied() async throws {
    let sandbox = try sandbox()
    let files = [
      "gone.txt", ".env", "{{name}}.txt", "../../link.txt", "../../../out.txt", "here.txt", "../F2/here.txt",
    ]
    let rows = files.map { #"{"name": "f", "file": "\#($0)"}"# }.joined(separator: ", ")
    try sandbox.write(
      "c/F1/F2/bin.json", #"{"url": "http://a/x", "method": "POST", "body": {"multipart": [\#(rows)]}}"#)
    for name in ["c/F1/F2/.env", "c/F1/F2/here.txt", "out.txt"] { try sandbox.write(name, name) }
    try FileManager.default.createSymbolicLink(atPath: sandbox.path("c/link.txt"), withDestinationPath: "../out.txt")
    let run = try await sandbox.run("export", "c", "--format", "insomnia", "-o", "out/c.yaml")
    let place = "F1 / F2 / bin"
    #expect(run.error.hasPrefix("2 files written to "), "\(run.error)")
    #expect(
      run.error.drop { $0 != "\n" } == """

        dropped: \(place): The file F1/F2/gone.txt is not copied: it is not in the collection
        dropped: \(place): The file F1/F2/.env is not copied: it is hidden, or a link that leads out of the collection
        dropped: \(place): The file {{name}}.txt is not copied: its name has variables
        dropped: \(place): The file link.txt is not copied: it is hidden, or a link that leads out of the collection
        changed: \(place): The path ../out.txt leads out of the collection: it may name another file where the export is

        """)
    #expect(try tree("out", in: sandbox).keys.sorted() == ["F1/F2/here.txt", "c.yaml"])
  }

  @Test func aCertificateOfAHurlFileIsNotCopied() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
    try sandbox.write("c/F1/in.json", #"{"url": "https://a/", "options": {"caBundle": "ca.pem"}}"#)
    try sandbox.write("c/F1/ca.pem", "secret")
    let run = try await sandbox.run("export", "c", "--format", "hurl", "-o", "out/c.hurl")
    let reason = "certificates and keys stay where they are"
    #expect(run.error == "dropped: F1 / in: The file F1/ca.pem is not copied: \(reason)\n", "\(run.error)")
    #expect(sandbox.text("out/c.hurl").contains("cacert: F1/ca.pem"), "\(sandbox.text("out/c.hurl"))")
    #expect(try tree("out", in: sandbox).keys.sorted() == ["c.hurl"])
  }

  @Test func anotherFileAtThePlaceOfACopyStays() async throws {
    let sandbox = try sandbox()
    try sandbox.write("out/files/up.txt", "other")
    let run = try await sandbox.run("export", "c", "--format", "postman", "-o", "out/c.json")
    #expect(run.status == 4 && run.error.contains("out/files/up.txt already exists"), "\(run.error)")
    #expect(try tree("out", in: sandbox) == ["files/up.txt": "other"])
    let replaced = try await sandbox.run("export", "c", "--format", "postman", "-o", "out/c.json", "--replace")
    #expect(replaced.status == 0 && sandbox.text("out/files/up.txt") == "hello", "\(replaced.error)")
  }

  @Test func anExportIntoTheCollectionsFolderCopiesNothing() async throws {
    let sandbox = try sandbox()
    let run = try await sandbox.run("export", "c", "--format", "http", "-o", "c/c.http")
    #expect(run.status == 0 && run.error == "", "\(run.error)")
    #expect(
      try tree("c", in: sandbox).keys.sorted() == ["F1/F2/bin.json", "c.http", "collection.json", "files/up.txt"])
  }

  /// The second import gives the collection of the first. Hurl has no Content-Type of a file's name, which is an option
  /// after its first import.
  @Test(arguments: [
    ("postman", "C.json", 1), ("bruno", "", 1), ("bruno-yaml", "", 1), ("insomnia", "C.yaml", 1), ("http", "C.http", 1),
    ("hurl", "C.hurl", 2),
  ])
  func aCollectionWithAFileComesBack(format: String, name: String, first: Int) async throws {
    let sandbox = try Sandbox()
    let body = #"{"mode": "file", "file": {"src": "up.txt"}}"#
    let request = #"{"method": "POST", "url": "http://a/x", "header": [], "body": \#(body)}"#
    let folder = #"{"name": "F1", "item": [{"name": "F2", "item": [{"name": "bin", "request": \#(request)}]}]}"#
    let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    try sandbox.write("s/c.json", #"{"info": {"name": "C", "schema": "\#(schema)"}, "item": [\#(folder)]}"#)
    try sandbox.write("s/up.txt", "hello")
    var source = "s/c.json"
    for round in 1...3 {
      let run = try await sandbox.run("import", source, "--into", "w\(round)")
      #expect(run.status == 0, "\(run.error)")
      source = "e\(round)/C" + (name.isEmpty ? "" : "/\(name)")
      let export = try await sandbox.run("export", "w\(round)/C", "--format", format, "-o", source)
      #expect(export.status == 0, "\(export.error)")
    }
    let trees = try (1...3).map { try tree("w\($0)/C", in: sandbox) }
    #expect(trees[0].keys.sorted() == ["F1/F2/bin.json", "collection.json", "files/up.txt"])
    #expect(trees[first - 1] == trees[first] && trees[1] == trees[2])
  }

  @Test(arguments: [("hurl", true), ("curl", false)])
  func theFileOfAPastExchangeIsNoted(format: String, hasPath: Bool) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
    try sandbox.write("c/up.txt", "hello")
    try sandbox.write(
      "c/F1/bin.json", #"{"method": "POST", "url": "http://127.0.0.1:1/x", "body": {"file": "../up.txt"}}"#)
    let run = try await sandbox.shell(
      """
      workbench send c/F1/bin.json 2>/dev/null
      id=$(workbench history list | cut -f1 | tr -d ' ')
      workbench export --exchange $id --format \(format)
      """)
    let note = "The path ../up.txt is relative to the saved request: it may name another file where the export is\n"
    #expect(run.error.contains(note) == hasPath, "\(run.error)")
    #expect(run.status == 0)
  }

  @Test func aFolderOfFilesIsNoFolderOfRequests() async throws {
    let sandbox = try sandbox()
    try sandbox.write("c/files/deep/more.txt", "more")
    try sandbox.write("c/later/folder.json", "{}")
    try sandbox.write("c/schemas/a.schema.json", "{}")
    let run = try await sandbox.run("export", "c", "--format", "bruno", "-o", "out")
    #expect(run.status == 0, "\(run.error)")
    let names = try tree("out", in: sandbox).keys.sorted()
    let folders = ["F1/F2/bin.bru", "F1/F2/folder.bru", "F1/folder.bru"]
    #expect(names == folders + ["bruno.json", "files/up.txt", "later/folder.bru"])
  }

  @Test(arguments: ["files", "F1"]) func nothingIsWrittenThroughALinkInTheFolder(name: String) async throws {
    let sandbox = try sandbox()
    try sandbox.write("elsewhere/kept.txt", "kept")
    try sandbox.write("out/note.txt", "note")
    symlink(sandbox.path("elsewhere"), sandbox.path("out/\(name)"))
    let run = try await sandbox.run("export", "c", "--format", "bruno", "-o", "out")
    #expect(run.status != 0)
    #expect(run.error.contains("out/\(name) is a link, and "), "\(run.error)")
    #expect(try tree("elsewhere", in: sandbox) == ["kept.txt": "kept"])
    #expect(access(sandbox.path("out/bruno.json"), F_OK) != 0)
  }

  @Test func aPartWithAnEmptyPathNamesNoFile() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
    try sandbox.write(
      "c/sub/up.json",
      #"{"method": "POST", "url": "http://a/up", "body": {"multipart": [{"name": "e", "file": ""}]}}"#)
    let archive = try await sandbox.run("export", "c", "--format", "har", "-o", "c.har")
    #expect(archive.status == 0 && !archive.error.contains("dropped"), "\(archive.error)")
    let command = try await sandbox.run("export", "c/sub/up.json", "--format", "curl")
    #expect(command.text.contains("e=") && !command.text.contains("sub"), "\(command.text)")
  }
}
