import Foundation
import RequestModel
import RequestStore
import Testing

@testable import RequestRunner

/// A collection reads nothing outside of itself that the user has not allowed.
struct ConsentTests {
  private let place: Place

  init() throws { place = try Place() }

  /// A collection with files in it and beside it, gone with the test.
  private final class Place {
    let path: String
    var collection: String { path + "/collection" }

    init() throws {
      let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
      path = base + "/consent-" + UUID().uuidString
      let folders = ["/collection/sub", "/collection/.git", "/collection-2", "/home/.ssh"]
      for folder in folders {
        try FileManager.default.createDirectory(atPath: path + folder, withIntermediateDirectories: true)
      }
      let files = [
        "/collection/own.txt", "/collection/sub/own.txt", "/collection/.env", "/collection/.git/config",
        "/collection-2/x.txt", "/home/.ssh/id",
      ]
      for file in files { try Data(file.utf8).write(to: URL(fileURLWithPath: path + file)) }
      for (link, target) in [("out.txt", "../home/.ssh/id"), ("out", "../home"), ("in.txt", "sub/own.txt")] {
        try FileManager.default.createSymbolicLink(atPath: collection + "/" + link, withDestinationPath: target)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }  // A test that cannot clean up has not failed.
  }

  private func around(_ allowed: Set<OutsideSource> = []) -> Around {
    var around = Around.variables(["up": "..", "secret": "\(place.path)/home/.ssh/id"])
    around.baseFolder = place.collection + "/sub"
    around.access = .folder(place.collection, allowed: allowed)
    return around
  }

  private func assembly(_ body: String, _ allowed: Set<OutsideSource> = []) throws -> RequestAssembly {
    let around = around(allowed)
    return RequestAssembly(
      try SavedRequest(json: "{ \"url\": \"h\", \"body\": \(body) }"), scope: around.scope,
      dynamic: DynamicVariables(now: Date(timeIntervalSince1970: 0)), baseFolder: around.baseFolder,
      access: try #require(around.access),
      outside: OutsideValues(digests: LibcryptoDigests(), value: around.secretValue))
  }

  @Test(arguments: [
    "own.txt", "../own.txt", "../in.txt", "%/collection/own.txt", "../sub/../own.txt", "{{up}}/own.txt",
  ])
  func aCollectionMayReadItsFiles(_ path: String) async throws {
    let path = path.replacing("%", with: place.path)
    #expect(
      try await around().prepare("{ \"url\": \"h\", \"body\": { \"file\": \"\(path)\" } }").bodyText.hasSuffix(
        "/own.txt"))
  }

  @Test(arguments: [
    ("%/home/.ssh/id", "/home/.ssh/id"), ("../../home/.ssh/id", "/home/.ssh/id"), ("../out.txt", "/home/.ssh/id"),
    ("../out/.ssh/id", "/home/.ssh/id"), ("{{secret}}", "/home/.ssh/id"),
    ("../../collection-2/x.txt", "/collection-2/x.txt"),
    ("../.env", "/collection/.env"), ("../.git/config", "/collection/.git/config"),
  ])
  func filesOutsideAreRefusedByTheirResolvedPath(_ path: String, _ real: String) async throws {
    let path = path.replacing("%", with: place.path)
    let bodies = ["{ \"file\": \"\(path)\" }", "{ \"multipart\": [{ \"name\": \"x\", \"file\": \"\(path)\" }] }"]
    for body in bodies {
      var assembly = try assembly(body)
      await #expect(throws: Failure.self) { try await assembly.prepare() }
      #expect(assembly.refused == [.file(place.path + real)])
    }
  }

  @Test func processFilesAreRefused() async throws {
    var assembly = try assembly(#"{ "file": "/proc/self/environ" }"#)
    await #expect(throws: Failure.self) { try await assembly.prepare() }
    #expect(assembly.refused == [.file("/proc/\(getpid())/environ")])
  }

  @Test func onlyAllowedFilesAreSent() async throws {
    let body = #"{ "multipart": [{ "name": "a", "file": "../out.txt" }, { "name": "b", "file": "../.env" }] }"#
    var some = try assembly(body, [.file(place.path + "/home/.ssh/id")])
    await #expect(throws: Failure.self) { try await some.prepare() }
    #expect(some.refused == [.file(place.collection + "/.env")])
    var all = try assembly(body, [.file(place.path + "/home/.ssh/id"), .file(place.collection + "/.env")])
    let text = try await all.prepare().bodyText
    #expect(text.contains("/home/.ssh/id") && text.contains("/collection/.env") && all.refused.isEmpty)
  }

  @Test(arguments: ["/dev/zero", "/dev/tty", "pipe", "/etc"])
  func specialFilesAreNeverOpened(_ path: String) async throws {
    #expect(mkfifo(place.collection + "/sub/pipe", 0o600) == 0)
    var assembly = try assembly("{ \"file\": \"\(path)\" }", [.file(path)])
    let failure = await #expect(throws: Failure.self) { try await assembly.prepare() }
    let full = path.hasPrefix("/") ? path : place.collection + "/sub/" + path
    #expect(
      failure?.sentence == "\"\(full)\" is not a regular file — send the contents of a pipe or device as a stream")
  }

  @Test func theCheckedFileIsSentEvenIfItsPathChanges() async throws {
    let link = place.collection + "/in.txt"
    let prepared = try await around().prepare(#"{ "url": "h", "body": { "file": "../in.txt" } }"#)
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../home/.ssh/id")
    #expect(prepared.bodyText == "/collection/sub/own.txt")
  }

  @Test func environmentVariablesNeedPermission() async throws {
    let variables = [Variable("key", .environmentVariable("AWS_SECRET"), secret: true), Variable("own", .secret)]
    var around = Around(
      environment: Environment(name: "local", variables: variables), secrets: ["key": "from outside", "own": "kept"])
    #expect(
      try await around.problem(#"{ "url": "h/{{key}}/{{own}}" }"#)
        == "This collection has no permission to read the environment variable AWS_SECRET — allow it in the workbench, "
        + "or pass --allow-files")
    #expect(try await around.prepare(#"{ "url": "h/{{own}}" }"#).url == "http://h/kept")
    around.access = .folder("/nowhere", allowed: [.environmentVariable("AWS_SECRET")])
    #expect(try await around.prepare(#"{ "url": "h/{{key}}" }"#).url == "http://h/from%20outside")
    around.access = .folder("/nowhere", allowed: [.environmentVariable("AWS"), .file("AWS_SECRET")])
    #expect(try await around.problem(#"{ "url": "h/{{key}}" }"#).hasPrefix("This collection has no permission"))
  }

  @Test func aFileThatTheUserChoseIsAllowedForItsCollection() throws {
    try Data("{}".utf8).write(to: URL(fileURLWithPath: place.collection + "/collection.json"))
    let folders = UserFolders(data: place.path + "/data")
    let workspace = RequestWorkspace(root: place.collection, folders, processEnvironment: [:])
    for path in ["../own.txt", "../out.txt", "../missing.txt", "../.env"] {
      try workspace.allow(chosen: path, for: Address("sub/post.json"))
    }
    for path in ["own.txt", "../collection-2/x.txt"] {
      try workspace.allow(chosen: path, for: Address("environments/dev.json"))
    }
    // out.txt is a link in the collection whose target was not chosen.
    let allowed = ["/collection/.env", "/collection-2/x.txt"].map {
      OutsideSource.file(place.path + $0)
    }
    #expect(try ConsentStore(folders).allowed(for: place.collection) == Set(allowed))
  }
}
