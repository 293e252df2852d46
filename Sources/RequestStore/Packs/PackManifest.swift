/// The index of a pack: its files with their sizes and checksums.
package struct PackManifest: Equatable, Sendable {
  package struct File: Equatable, Sendable {
    package let path: String
    package let size: Int
    package let checksum: String
  }

  static let name = "manifest.json"
  /// The folder of the files in the archive.
  static let folder = "files/"
  private static let version = 1

  /// The name of the packed folder.
  package let name: String
  package let files: [File]
  /// The names of the variables that credentials were replaced by. Who unpacks sets their values.
  package let secrets: [String]
}

extension PackManifest {
  init(_ bytes: [UInt8]) throws(PackProblem) {
    guard let document = (try? JSONText(bytes))?.value.object else {
      throw PackProblem("its manifest.json is not JSON")
    }
    guard let version = document["workbenchPack"]?.number?.int else {
      throw PackProblem("its manifest.json is not that of a pack")
    }
    guard version == Self.version else {
      throw PackProblem("it has version \(version) of the format — a newer workbench can unpack it")
    }
    guard let name = document["name"]?.string, let rows = document["files"]?.array else {
      throw PackProblem("its manifest.json is incomplete")
    }
    var files: [File] = []
    for row in rows {
      guard let path = row.object?["path"]?.string, let size = row.object?["size"]?.number?.int,
        let checksum = row.object?["sha256"]?.string
      else { throw PackProblem("its manifest.json is incomplete") }
      files.append(File(path: path, size: size, checksum: checksum))
    }
    self.init(name: name, files: files, secrets: document["secrets"]?.array?.compactMap(\.string) ?? [])
  }

  var bytes: [UInt8] {
    var document: JSONObject = ["workbenchPack": .number(Self.version), "name": .string(name)]
    document["files"] = .array(
      files.map { ["path": .string($0.path), "size": .number($0.size), "sha256": .string($0.checksum)] })
    if !secrets.isEmpty { document["secrets"] = .array(secrets.map(JSONValue.string)) }
    return Array((JSONValue.object(document).rendered() + "\n").utf8)
  }
}

/// Why a folder cannot be packed, or a file not be unpacked, as a clause.
package struct PackProblem: Error, Equatable, CustomStringConvertible, Sendable {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Checks the paths of a pack, before packing and before unpacking.
enum PackPaths {
  static func check(_ paths: [String]) throws(PackProblem) {
    // Swift compares the composed and the decomposed form of a letter as equal, as some file systems do.
    var known: [String: String] = [:]
    for path in paths {
      try check(path)
      if let other = known.updateValue(path, forKey: path.lowercased()) {
        throw PackProblem(
          path.isExactly(other)
            ? "\(quoted(path)) is in it twice"
            : "\(quoted(other)) and \(quoted(path)) are the same name on other systems — rename one of them")
      }
    }
    for path in paths {
      var parent = Substring(path.lowercased())
      while let slash = parent.lastIndex(of: "/") {
        parent = parent[..<slash]
        if let file = known[String(parent)] { throw PackProblem("\(quoted(file)) is both a file and a folder") }
      }
    }
  }

  private static func check(_ path: String) throws(PackProblem) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for part in parts {
      if part.isEmpty { throw PackProblem("the path \(quoted(path)) is not relative to the folder") }
      if part.first == UInt8(ascii: ".") {
        throw PackProblem("the path \(quoted(path)) is hidden or leads out of the folder")
      }
      if part.count > 255 { throw PackProblem("the name \(quoted(String(Substring(part)))) is longer than 255 bytes") }
      if part.contains(0) { throw PackProblem("the path \(quoted(path)) has a NUL character") }
      if part.split(separator: UInt8(ascii: "\\"), omittingEmptySubsequences: false).contains(where: {
        $0.elementsEqual("..".utf8)
      }) {
        throw PackProblem("the path \(quoted(path)) leads out of the folder")
      }
    }
    if RepositoryFile.isHead(path) {
      throw PackProblem("the path \(quoted(path)) would make its folder a repository of git")
    }
    if path.utf8.count > 3000 { throw PackProblem("the path \(quoted(path)) is longer than 3000 bytes") }
  }

  static func quoted(_ path: String) -> String {
    "\"" + (path.utf8.count > 100 ? String(path.prefix(60)) + "…" : path) + "\""
  }
}
