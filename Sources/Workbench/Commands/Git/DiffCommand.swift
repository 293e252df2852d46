import ArgumentParser
import Foundation
import RequestModel
import RequestStore

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compares two files, folders or exchanges by fields.",
    discussion: """
      An exchange is named by its id in history, or the first letters of it. Secrets are masked. Exit codes: 0 the same, \
      1 different, 2 trouble.
      """)

  @Argument(help: "A file, a folder, or the id of an exchange.", completion: .file())
  var old: String

  @Argument(help: "What to compare it with.", completion: .file())
  var new: String

  @Flag(help: "Prints JSON.")
  var json = false

  func run() throws {
    let differences: [FileDifference]
    do {
      differences = try compare()
    } catch let error as StoreError {
      throw CommandExit.fail(error.description, CommandExit.usage)
    } catch let error as HistoryError {
      throw CommandExit.fail("\(error)", CommandExit.usage)
    }
    if json {
      try StandardOutput.write(Data((JSONValue.array(differences.map(\.json)).rendered() + "\n").utf8))
    } else {
      try StandardOutput.write(lines: differences.flatMap(\.lines))
    }
    guard differences.isEmpty else { throw CommandExit.checkFailed }
  }

  private func compare() throws -> [FileDifference] {
    let manager = FileManager.default
    if manager.fileExists(atPath: old), manager.fileExists(atPath: new) {
      return try TreeDifference.compare(old, new)
    }
    for path in [old, new] where path.contains("/") || path.hasSuffix(".json") {
      guard manager.fileExists(atPath: path) else {
        throw CommandExit.fail("There is no file or folder \"\(path)\" — check the path", CommandExit.usage)
      }
    }
    let history = try HistoryAccess.open()
    let documents = try [old, new].map { id in
      guard let found = try HistoryAccess.find(id, in: history) else {
        throw CommandExit.fail(
          "There is no file \"\(id)\", and no exchange has this id — workbench history list shows them",
          CommandExit.usage)
      }
      return found.comparable
    }
    let diff = FieldDiff(json: documents[0], documents[1])
    return diff.changes.isEmpty ? [] : [FileDifference(kind: .changed, path: "\(old) → \(new)", changes: diff.changes)]
  }
}

/// What git runs to compare a file: it passes path, old file, old hash, old mode, new file, new hash and new mode.
struct GitDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git-diff", abstract: "Compares two versions of a file for git.", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough)
  var arguments: [String] = []

  func run() throws {
    guard let path = arguments.first else {
      throw CommandExit.fail("git-diff is run by git — see workbench git-setup", CommandExit.usage)
    }
    // Of a file in conflict, git passes the path alone.
    guard arguments.count >= 7 else {
      return try StandardOutput.write(line: "* Unmerged path \(path)")
    }
    let renamed = arguments.count > 7 ? arguments[7] : nil
    let difference = try TreeDifference.versions(arguments[1], arguments[4], path: path, newPath: renamed)
    try StandardOutput.write(lines: difference.lines)
  }
}

extension Exchange {
  /// The exchange as a document: what was sent and received, not when.
  fileprivate var comparable: JSONValue {
    var document: JSONObject = [
      "request": .object([
        "method": .string(sent?.method ?? request.method), "url": .string(sent?.url ?? request.url),
        "headers": Self.rows(sent?.headers ?? []), "body": Self.body(sent?.body ?? Data()),
      ])
    ]
    if let response {
      document["response"] = .object([
        "status": .number(response.status), "headers": Self.rows(response.headers), "body": Self.body(response.body),
      ])
    } else if case .failed(let failure) = ending {
      document["failure"] = .string(failure.sentence)
    }
    return .object(document)
  }

  private static func rows(_ headers: [Header]) -> JSONValue {
    .object(JSONObject(members: headers.map { JSONMember(key: JSONString($0.name), value: .string($0.value)) }))
  }

  private static func body(_ bytes: Data) -> JSONValue {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .string("\(Formatting.byteCount(bytes.count)) of binary data")
    }
    return .string(text)
  }
}
