internal import Foundation

/// The files beside a source, for requests that send them. Nothing outside of its folder can be read without permission.
package struct SentFiles: Sendable {
  package enum Found: Sendable {
    case bytes([UInt8])
    case missing
    /// It is, or leads, out of the folder or to a hidden file.
    case outside
    case tooLarge
  }

  /// The absolute path of the folder, if it has one.
  let folder: String?
  /// Whether paths may lead out of the folder.
  let allowsOutside: Bool
  /// Reads a path in the folder, without `..` if it may not lead outside, up to a number of bytes.
  package let read: @Sendable (_ path: String, _ limit: Int) -> Found

  package init(
    folder: String?, allowsOutside: Bool = false, read: @escaping @Sendable (_ path: String, _ limit: Int) -> Found
  ) {
    (self.folder, self.allowsOutside, self.read) = (folder, allowsOutside, read)
  }

  /// The files of a folder or an archive.
  init(_ files: SourceFiles) {
    self.init(folder: nil) { path, limit in
      guard files.contains(path), let data = try? files.read(path) else { return .missing }
      return data.count <= limit ? .bytes([UInt8](data)) : .tooLarge
    }
  }

  /// The path in the folder; `nil` for one outside without permission.
  func path(of name: String) -> String? {
    if allowsOutside { return name.replacing("\\", with: "/") }
    var name = name
    if let folder, let rest = name.removingExactly(prefix: folder + "/") { name = rest }
    let path = name.hasPrefix("~") ? nil : SourcePath.resolved(name, in: "")
    return path.flatMap { $0.isEmpty || Self.isHidden($0) ? nil : $0 }
  }

  /// Whether a part of a path begins with a dot: such files hold settings and credentials. Files named `HEAD` are those
  /// of a repository, wherever it is.
  package static func isHidden(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0.hasPrefix(".") } || RepositoryFile.isHead(path)
  }
}

/// Takes the files that requests send from beside their source.
struct CopiedFiles {
  /// In bytes, of one file and of all.
  private static let limits = (each: 16 << 20, all: 128 << 20)

  private let files: SentFiles?
  private var size = 0
  /// Why files are not copied, by their names: many requests may name one.
  private var problems: [String: String] = [:]
  private var context = InterchangeContext()
  var notes: [InterchangeNote] { context.notes }

  init(_ source: ImportSource) { files = source.sentFiles ?? source.files.map(SentFiles.init) }

  /// The collection with the files that its requests send. Each that is not copied is noted.
  mutating func added(to collection: PortableFolder) -> PortableFolder {
    var places: [(place: [String], name: String)] = []
    _ = collection.renamingFiles { place, name in
      places.append((place, name))
      return name
    }
    var result = collection
    var known: Set<String> = []
    for (place, name) in places where !name.isEmpty {
      for part in place { context.enter(part) }
      defer { for _ in place { context.leave() } }
      // Later requests that send it are noted, too.
      guard !known.contains(name), let file = file(name) else { continue }
      known.insert(name)
      result.files.append(file)
    }
    noteCertificates(of: collection)
    for environment in collection.environments {
      context.enter(environment.name)
      noteCertificates(environment.document["options"])
      context.leave()
    }
    return result
  }

  private mutating func file(_ name: String) -> PortableFile? {
    if let problem = problems[name] { return note(problem, of: name) }
    if name.contains("{{") { return note("its name has variables", of: name) }
    guard let files else { return note("put it into the collection", of: name) }
    if RepositoryFile.isHead(name) { return note("git would take its folder for a repository", of: name) }
    guard let path = files.path(of: name) else {
      return note("it is outside of the source's folder, or hidden", of: name)
    }
    switch files.read(path, Self.limits.each) {
    case .bytes(let bytes):
      guard size + bytes.count <= Self.limits.all else {
        return note("all files have more than \(Self.limits.all >> 20) MB", of: name)
      }
      size += bytes.count
      return PortableFile(name: name, path: path, bytes: bytes)
    case .missing: return note("it is not beside the source", of: name)
    case .outside:
      return note("it is outside of the source's folder, or hidden", of: name)
    case .tooLarge: return note("it has more than \(Self.limits.each >> 20) MB", of: name)
    }
  }

  private mutating func noteCertificates(of folder: PortableFolder) {
    noteCertificates(folder.settings["options"])
    for item in folder.items {
      context.enter(item.name)
      switch item {
      case .folder(let inner): noteCertificates(of: inner)
      case .request(let request): noteCertificates(request.document["options"])
      }
      context.leave()
    }
  }

  /// Certificates, keys and credentials stay where they are: a collection is shared.
  private mutating func noteCertificates(_ options: JSONValue?) {
    guard let options = options?.object else { return }
    for row in [options] + options["certificates"].objects {
      for name in ["clientCertificate", "clientKey", "caBundle", "netrcFile"] {
        guard let path = row.filledText(name) else { continue }
        if path.hasPrefix("/") || path.hasPrefix("~") || path.contains("{{") { continue }
        let others = name == "netrcFile" ? "credentials" : "certificates and keys"
        context.note(.dropped, "The file \(path) is not copied, as \(others) are not: name it by its whole path")
      }
    }
  }

  private mutating func note(_ problem: String, of name: String) -> PortableFile? {
    problems[name] = problem
    context.note(.dropped, "The file \(name) is not copied: \(problem)")
    return nil
  }
}

extension PortableFolder {
  /// The collection of a file that is deeper in a source, with the paths of files relative to the source.
  func withFiles(below folder: String) -> PortableFolder {
    if folder.isEmpty { return self }
    return renamingFiles { _, name in
      name.isEmpty || name.hasPrefix("~") ? name : SourcePath.resolved(name, in: folder) ?? name
    }
  }
}
