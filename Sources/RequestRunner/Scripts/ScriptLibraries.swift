internal import Foundation

/// The libraries that scripts may require in addition to the embedded ones: the packages in a folder from the settings,
/// and those of Debian.
struct ScriptLibraries: Sendable {
  /// The folder of packages, or its `node_modules`; `nil` if it is not set.
  let packages: String?

  init(packages: String?) {
    self.packages = packages.map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  /// The prefix of the names of library files.
  private static let mark = "library:"
  private static let debian = ["/usr/share/nodejs", "/usr/share/javascript"]

  /// The libraries that a build with `make` embeds, and their Debian packages.
  private static let embedded = [
    "lodash": "libjs-lodash", "moment": "libjs-moment", "ajv": "node-ajv", "xml2js": "node-xml2js",
    "cheerio": "node-cheerio", "js-yaml": "node-js-yaml", "backbone": "libjs-backbone",
    "underscore": "libjs-underscore", "assert": "node-assert", "events": "node-events",
    "path-browserify": "node-path-browserify", "querystring": "node-querystring",
    "stream-browserify": "node-stream-browserify", "url": "node-url",
  ]

  static func isLibrary(_ file: String) -> Bool { file.hasPrefix(mark) }

  /// Handles `require`. Returns the source, or the reason why it cannot be loaded.
  ///
  /// - Parameter from: The file or library that calls `require`.
  func module(_ name: String, from: String) -> JSONObject {
    let owner = Self.isLibrary(from) ? String(from.dropFirst(Self.mark.count)) : nil
    if let owner, name.hasPrefix(".") || name.hasPrefix("/") { return file(name, beside: owner) }
    if let problem = problem() { return ["error": .string(problem)] }
    guard !name.split(separator: "/").contains("..") else { return ["error": "a name of a library has no .."] }
    for folder in nested(owner) + packageFolders + Self.debian {
      for file in candidates(folder + "/" + name, name) {
        if let found = answer(file) { return found }
      }
    }
    return ["error": .string(Self.advice(name))]
  }

  private static func advice(_ name: String) -> String {
    let top = String(name.split(separator: "/").first ?? "")
    let others = "or name a folder of packages in the settings (scripts.packages)"
    guard let package = embedded[top] else {
      return
        "no Debian package with it is installed; put its file into the collection and load it by its path, as in require('./\(top).js'), \(others)"
    }
    return
      "this program was built without it: build it with make, install the Debian package \(package) (apt-get install \(package)), \(others)"
  }

  /// The reason why the folder in the settings cannot be used.
  private func problem() -> String? {
    guard let packages else { return nil }
    guard packages.hasPrefix("/") else {
      return "scripts.packages of the settings is not an absolute path: \(packages)"
    }
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: packages, isDirectory: &isFolder)
    return exists && isFolder.boolValue ? nil : "scripts.packages of the settings is not a folder: \(packages)"
  }

  private func file(_ name: String, beside owner: String) -> JSONObject {
    let path = URL(fileURLWithPath: Self.parent(owner) + "/" + name).standardized.path
    for candidate in Self.files(path) {
      if let found = answer(candidate) { return found }
    }
    return ["error": "the library has no such file"]
  }

  /// The text and the name of a file, or the reason why `require` cannot load it; `nil` if it does not exist.
  private func answer(_ file: String) -> JSONObject? {
    guard let text = text(file) else { return nil }
    if isModule(file) { return ["error": .string("\(file) is an ES module, which require cannot load")] }
    return ["source": .string(text), "name": .string(Self.mark + file)]
  }

  // MARK: Folders

  private var packageFolders: [String] { packages.map { [$0 + "/node_modules", $0] } ?? [] }

  /// The `node_modules` in the folders around a file, the nearest first.
  private func nested(_ owner: String?) -> [String] {
    guard let owner, let packages, owner.hasPrefix(packages + "/") else { return [] }
    var folders: [String] = []
    var folder = Self.parent(owner)
    while folder.hasPrefix(packages + "/") {
      if !folder.hasSuffix("/node_modules") { folders.append(folder + "/node_modules") }
      folder = Self.parent(folder)
    }
    return folders
  }

  private static func parent(_ path: String) -> String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  // MARK: Files

  private static func files(_ path: String) -> [String] { [path, path + ".js", path + ".json", path + "/index.js"] }

  /// The files that a name may refer to: the main file of a package, or a file.
  private func candidates(_ path: String, _ name: String) -> [String] {
    let main = manifest(in: path).flatMap(Self.main).map { URL(fileURLWithPath: path + "/" + $0).standardized.path }
    let others = ["\(path).js", "\(path)/\(name).js", "\(path)/index.js", "\(path).json", path]
    return (main.map(Self.files) ?? []) + others
  }

  private func manifest(in folder: String) -> JSONObject? {
    text(folder + "/package.json").flatMap { try? JSONText($0).value.object }
  }

  private static func main(_ manifest: JSONObject) -> String? {
    let exports = manifest["exports"]
    return target(exports?.object?["."] ?? exports) ?? manifest["main"]?.string
  }

  /// The file for `require` in an entry of `exports`.
  private static func target(_ entry: JSONValue?) -> String? {
    if let file = entry?.string { return file }
    if let list = entry?.array { return list.lazy.compactMap { target($0) }.first }
    guard let conditions = entry?.object else { return nil }
    return ["require", "node", "default"].lazy.compactMap { target(conditions[$0]) }.first
  }

  /// Whether the nearest manifest makes a file an ES module.
  private func isModule(_ file: String) -> Bool {
    if file.hasSuffix(".mjs") { return true }
    guard file.hasSuffix(".js") else { return false }
    var folder = Self.parent(file)
    while folder.count > 1 {
      if let manifest = manifest(in: folder) { return manifest["type"]?.string == "module" }
      folder = Self.parent(folder)
    }
    return false
  }

  /// The text of a file in one of the folders. Links are followed only within them.
  private func text(_ path: String) -> String? {
    guard let file = path.realPath else { return nil }
    let folders = Self.debian + ["/usr/lib/nodejs"] + (packages.flatMap(\.realPath).map { [$0] } ?? [])
    var isFolder: ObjCBool = false
    guard folders.contains(where: { file.hasPrefix($0 + "/") }),
      FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue
    else { return nil }
    return try? String(contentsOfFile: file, encoding: .utf8)
  }
}
