internal import Foundation
internal import RequestModel

/// Script files of the collection, and libraries that Debian packages.
struct ScriptFiles {
  private let context: RunContext

  init(_ context: RunContext) { self.context = context }

  /// - Parameter path: Relative to `folder`.
  func text(of path: String, in folder: String) throws(Failure) -> String {
    let whole = path.hasPrefix("/") ? path : folder + "/" + path
    guard let real = realpath(whole, nil) else {
      throw Failure(.unprepared, "Cannot read the script \(path): \(String(cString: strerror(errno)))")
    }
    defer { free(real) }
    let file = String(cString: real)
    guard context.inputs.access.allows(.file(file)) else {
      throw Failure(.unprepared, "The script \(path) is outside of the collection — move it into the collection")
    }
    do {
      return String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    } catch {
      throw Failure(.unprepared, "Cannot read the script \(path): \(error.localizedDescription)")
    }
  }

  /// Answers `require` of a script: with the source, or with the reason why there is none.
  ///
  /// - Parameter from: The file or library that asks.
  func module(_ name: String, from: String) -> JSONObject {
    if name.hasPrefix("./") || name.hasPrefix("../") || name.hasPrefix("/") {
      return from.hasPrefix(Self.libraryMark) ? libraryFile(name, from) : collectionFile(name, from)
    }
    return library(name)
  }

  private func collectionFile(_ name: String, _ from: String) -> JSONObject {
    let folder = from.contains("/") && from.hasSuffix(".js") ? Address(from).parent.path + "/" : ""
    let path = Self.shortened(folder + name)
    for candidate in [path, path + ".js", path + ".json", path + "/index.js"] {
      if let text = try? text(of: candidate, in: context.inputs.baseFolder) {
        return ["source": .string(text), "name": .string(candidate)]
      }
    }
    do throws(Failure) {
      _ = try text(of: path, in: context.inputs.baseFolder)
      return ["error": .string("\(path) cannot be read as a module")]
    } catch {
      return ["error": .string(error.sentence)]
    }
  }

  /// A path without `.` and, where a name comes before it, without `..`.
  private static func shortened(_ path: String) -> String {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name == "..", let last = names.last, last != ".." { names.removeLast() } else { names.append(name) }
    }
    return (path.hasPrefix("/") ? "/" : "") + names.joined(separator: "/")
  }

  // MARK: Libraries

  private static let libraryMark = "library:"
  private static let libraryFolders = ["/usr/share/nodejs", "/usr/share/javascript"]

  /// The libraries that scripts may load, and the packages that have them.
  private static let packages = [
    "lodash": "node-lodash", "moment": "node-moment", "ajv": "node-ajv", "uuid": "node-uuid", "xml2js": "node-xml2js",
    "cheerio": "node-cheerio", "js-yaml": "node-js-yaml", "csv-parse": "node-csv-parse", "backbone": "libjs-backbone",
    "underscore": "node-underscore", "crypto-js": "libjs-cryptojs",
  ]

  private func library(_ name: String) -> JSONObject {
    for root in Self.libraryFolders {
      for file in Self.candidates(name, in: root) {
        if let text = Self.libraryText(file) {
          return ["source": .string(text), "name": .string(Self.libraryMark + file)]
        }
      }
    }
    let top = String(name.split(separator: "/").first ?? "")
    guard let package = Self.packages[top] else {
      return [
        "error": .string(
          "no Debian package with it is installed; put its file into the collection and load it by its path, as in require('./\(top).js')"
        )
      ]
    }
    return ["error": .string("install the Debian package \(package): apt-get install \(package)")]
  }

  private func libraryFile(_ name: String, _ from: String) -> JSONObject {
    let folder = Address(String(from.dropFirst(Self.libraryMark.count))).parent.path
    let path = URL(fileURLWithPath: folder + "/" + name).standardized.path
    for candidate in [path, path + ".js", path + ".json", path + "/index.js"] {
      if let text = Self.libraryText(candidate) {
        return ["source": .string(text), "name": .string(Self.libraryMark + candidate)]
      }
    }
    return ["error": .string("the library has no such file")]
  }

  /// The files that a name may mean: a file, or the main file of a package.
  private static func candidates(_ name: String, in root: String) -> [String] {
    guard !name.split(separator: "/").contains("..") else { return [] }
    let path = root + "/" + name
    var files = [path + ".js", path + "/" + name + ".js", path + "/index.js", path]
    if let manifest = libraryText(path + "/package.json"), let object = try? JSONText(manifest).value.object,
      let main = object["main"]?.string
    {
      let file = URL(fileURLWithPath: path + "/" + main).standardized.path
      files = [file, file + ".js", file + "/index.js"] + files
    }
    return files
  }

  private static func libraryText(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    let file = String(cString: real)
    let folders = libraryFolders + ["/usr/lib/nodejs"]
    var isFolder: ObjCBool = false
    guard folders.contains(where: { file.hasPrefix($0 + "/") }),
      FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue
    else { return nil }
    return try? String(contentsOfFile: file, encoding: .utf8)
  }
}
