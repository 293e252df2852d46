import Foundation
import RequestModel
import RequestStore
import TestSupport

/// A folder of one test's own: the program's home, and a small collection. It is gone with the test.
final class Sandbox: Sendable {
  let folder: String

  var home: String { path("home") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/s-" + UUID().uuidString.prefix(11)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    // A killed program that still writes may keep the folder from being removed; it is in the temporary folder.
    try? FileManager.default.removeItem(atPath: folder)
  }

  func path(_ name: String) -> String { folder + "/" + name }

  /// Writes a file and makes the folders above it.
  func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }

  func write(_ name: String, _ bytes: Data) throws {
    let file = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: file)
  }

  func makeExecutable(_ name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path(name))
  }

  /// The file's text; empty without a file.
  func text(_ name: String) -> String {
    FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// Every file below the program's home; after the bytes of the history, all that its exchanges hold decompressed.
  func homeFiles() throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: home)
    let pairs = names.compactMap { name in FileManager.default.contents(atPath: home + "/" + name).map { (name, $0) } }
    var files = Dictionary(uniqueKeysWithValues: pairs)
    guard files["history.sqlite"] != nil else { return files }
    let history = try HistoryStore(path: home + "/history.sqlite")
    for summary in try history.summaries(limit: .max) {
      if let exchange = try history.exchange(summary.id) { files["history.sqlite"]? += Self.content(of: exchange) }
    }
    return files
  }

  /// All text and bytes of a value.
  static func content(of value: Any) -> Data {
    switch value {
    case let text as String: Data((text + "\n").utf8)
    case let bytes as Data: bytes + Data("\n".utf8)
    case let log as WireLog: log.reduce(into: Data()) { $0 += Data(($1.text + "\n").utf8) }
    default: Mirror(reflecting: value).children.reduce(into: Data()) { $0 += content(of: $1.value) }
    }
  }

  /// Requests against `{{base}}`, which the environment "demo" takes from the built-in server.
  static func small() throws -> Sandbox {
    let sandbox = try Sandbox()
    for (name, text) in smallCollection { try sandbox.write("small/" + name, text) }
    return sandbox
  }

  /// The project's own examples.
  static func examples() throws -> Sandbox {
    let sandbox = try Sandbox()
    try FileManager.default.copyItem(atPath: Repository.path("collections"), toPath: sandbox.path("collections"))
    return sandbox
  }

  private static let smallCollection = [
    "collection.json": #"{ "name": "Small", "order": ["get", "echo", "chain", "slow"] }"# + "\n",
    "environments/demo.json": #"{ "variables": [{ "name": "base", "value": "{{demo}}" }] }"# + "\n",
    "get.json": #"{ "id": "r00000001", "url": "{{base}}/get?colour=teal" }"# + "\n",
    // Not as the program would write it: what an edit does not touch must stay.
    "echo.json": """
    {
      "id":     "r00000002",
      "method": "POST",  "url": "{{base}}/anything/old",
      "headers": [ {"name": "X-Number", "value":"1.50"} ],
      "body": { "json": { "number": 1.50, "unknown": [1,2,   3] } },
      "x-unknown": { "kept" : true }
    }

    """,
    "chain.json": #"{ "id": "r00000003", "url": "{{base}}/redirect/3" }"# + "\n",
    "slow.json": #"{ "id": "r00000004", "url": "{{base}}/delay/10" }"# + "\n",
  ]
}

/// The files of the project.
enum Repository {
  static func path(_ name: String) -> String {
    ProjectFiles.root.appending(path: name).path
  }
}
