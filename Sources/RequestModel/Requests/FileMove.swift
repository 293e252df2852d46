/// A move of a file or folder, after which the relative paths in the moved files name the same files as before.
package struct FileMove: Equatable, Sendable {
  private let old: Address
  private let new: Address

  package init(from old: Address, to new: Address) { (self.old, self.new) = (old, new) }

  /// Returns the path that names the same file after the move. Absolute paths, those of the user's home folder and those
  /// with variables stay.
  ///
  /// - Parameter file: The former address of the moved file that has the path.
  package func path(_ path: String, in file: Address) -> String {
    guard isRelative(path), Template(path).isPlainText, changesPaths(of: file) else { return path }
    let place = Self.parts(of: file.parent)
    let target = Self.resolved(place + path.parts(separatedBy: "/"))
    let top = Self.parts(of: old)
    let isMoved = target.starts(with: top) { $0.isExactly($1) }
    let newTarget: [String] = isMoved ? Self.parts(of: new) + target.dropFirst(top.count) : target
    let newPath = Self.path(from: Self.parts(of: file.moved(from: old, to: new).parent), to: newTarget)
    // One that climbs out of the moved folder and back has the folder's former name.
    let isSame = newPath.isExactly(Self.path(from: place, to: target)) && !path.containsExactly("..")
    return isSame ? path : newPath
  }

  /// Whether a path may name another file after the move, as its variables are not known here.
  package func isUncertain(_ path: String, in file: Address) -> Bool {
    guard isRelative(path), !Template(path).isPlainText, changesPaths(of: file) else { return false }
    return file == old || path.startsExactly(with: "..")
  }

  private func isRelative(_ path: String) -> Bool {
    !path.isEmpty && !path.startsExactly(with: "/") && !path.startsExactly(with: "~/")
  }

  /// A file that gets another name in its folder names the same files as before.
  private func changesPaths(of file: Address) -> Bool { old != new && (old.parent != new.parent || file != old) }

  private static func parts(of address: Address) -> [String] { address.components.map { String($0) } }

  /// The parts of a path without dots. Those that lead above the root stay.
  private static func resolved(_ parts: [String]) -> [String] {
    parts.reduce(into: []) { result, part in
      if part.isEmpty || part == "." { return }
      if part == "..", let last = result.last, last != ".." { result.removeLast() } else { result.append(part) }
    }
  }

  private static func path(from folder: [String], to target: [String]) -> String {
    let common = zip(folder, target).prefix { $0.isExactly($1) }.count
    let up = Array(repeating: "..", count: folder.count - common)
    let parts: [String] = up + target.dropFirst(common)
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}

extension SavedFile {
  /// Returns the file as it is after a move: its paths name the same files.
  ///
  /// - Parameter address: Its former address.
  package func moved(by move: FileMove, from address: Address) -> SavedFile {
    var file = self
    file.document = document.changingNamedFiles(of: role) { move.path($0, in: address) }
    return file
  }

  /// The paths that may name other files after a move.
  package func uncertainPaths(after move: FileMove, from address: Address) -> [String] {
    document.uncertainPaths(of: role, after: move, from: address)
  }
}

extension JSONObject {
  /// The paths of a file's document that may name other files after a move: those with variables, and those in scripts.
  package func uncertainPaths(of role: FileRole, after move: FileMove, from address: Address) -> [String] {
    namedFiles(of: role).filter { move.isUncertain($0, in: address) }
      + requiredFiles.filter { !move.path($0, in: address).isExactly($0) }
  }

  /// The relative paths of the files that scripts in the document load with `require`.
  private var requiredFiles: [String] {
    ["preRequest", "postResponse"].flatMap { name -> [String] in
      let script = self["scripts"]?.object?[name]
      let lines: [JSONValue] = script?.array ?? script.map { [$0] } ?? []
      return lines.flatMap { ($0.string ?? "").requiredPaths }
    }
  }
}

extension String {
  fileprivate var requiredPaths: [String] {
    parts(separatedByText: "require(").dropFirst().compactMap { call in
      guard let quote = call.unicodeScalars.first, "'\"`".unicodeScalars.contains(quote) else { return nil }
      let path = String(call.unicodeScalars.dropFirst().prefix { $0 != quote })
      return path.startsExactly(with: ".") ? path : nil
    }
  }
}
