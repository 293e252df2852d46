internal import Foundation

/// Script files of the collection.
struct ScriptFiles {
  private let inputs: Shared<RunInputs>

  init(_ inputs: Shared<RunInputs>) { self.inputs = inputs }

  /// - Parameter path: The path relative to `folder`.
  func text(of path: String, in folder: String) throws(Failure) -> String {
    guard let file = Self.file(path, in: folder) else {
      throw Failure(.unprepared, "Cannot read the script \(path): \(String(cString: strerror(errno)))")
    }
    guard inputs.access.allows(.file(file)) else {
      throw Failure(.unprepared, refusal(of: path, file))
    }
    do {
      return String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    } catch {
      throw Failure(.unprepared, "Cannot read the script \(path): \(error.localizedDescription)")
    }
  }

  /// The path of a file with its links resolved; `nil` if there is none.
  private static func file(_ path: String, in folder: String) -> String? {
    (path.hasPrefix("/") ? path : folder + "/" + path).realPath
  }

  /// The files beside a collection of another program need permission, too, and so do hidden ones.
  private func refusal(of path: String, _ file: String) -> String {
    let folder = (inputs.baseFolder.realPath ?? inputs.baseFolder) + "/"
    return file.utf8.starts(with: folder.utf8)
      ? "The script \(path) needs permission to be read — pass --allow-files"
      : "The script \(path) is outside of the collection — move it into the collection, or pass --allow-files"
  }

  /// Handles `require` of a script. Returns the source, or the reason why it cannot be loaded.
  ///
  /// - Parameters:
  ///   - from: The file or library that calls `require`.
  ///   - packages: Reads the folder of packages from the settings.
  func module(_ name: String, from: String, packages: ScriptHooks.Packages) -> JSONObject {
    let isPath = name.hasPrefix("./") || name.hasPrefix("../") || name.hasPrefix("/")
    if isPath, !ScriptLibraries.isLibrary(from) { return collectionFile(name, from) }
    do {
      return ScriptLibraries(packages: try packages()).module(name, from: from)
    } catch {
      return ["error": .string("the settings cannot be read: \(error)")]
    }
  }

  private func collectionFile(_ name: String, _ from: String) -> JSONObject {
    let folder = from.contains("/") && from.hasSuffix(".js") ? Address(from).parent.path + "/" : ""
    let path = Self.shortened(folder + name)
    let candidates = [path, path + ".js", path + ".json", path + "/index.js"]
    for candidate in candidates {
      if let text = try? text(of: candidate, in: inputs.baseFolder) {
        return ["source": .string(text), "name": .string(candidate)]
      }
    }
    // Why a file that is there is not read says more than that another one is missing.
    let found = candidates.first { Self.file($0, in: inputs.baseFolder) != nil } ?? path
    do throws(Failure) {
      _ = try text(of: found, in: inputs.baseFolder)
      return ["error": .string("\(found) cannot be read as a module")]
    } catch {
      return ["error": .string(error.sentence)]
    }
  }

  /// The path without `.` and, after a name, without `..`.
  private static func shortened(_ path: String) -> String {
    (path.hasPrefix("/") ? "/" : "") + path.split(separator: "/").removingDotNames.joined(separator: "/")
  }
}
