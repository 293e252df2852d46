/// The collection that another one is based on: its requests and settings are inherited.
package enum CollectionBase: Equatable, Hashable, Sendable {
  /// A folder: absolute, or relative to the collection.
  case folder(String)
  case git(RepositoryBase)

  /// Reads the member `base` of a `collection.json`.
  package init?(document: JSONObject) throws(DocumentError) {
    switch document["base"] {
    case nil, .null?: return nil
    case .string(let path)?:
      guard !path.value.isEmpty else { throw DocumentError("\"base\" is empty: name a folder", at: [.key("base")]) }
      self = .folder(path.value)
    case .object(let object)?: self = .git(try RepositoryBase(object))
    case let value?:
      throw DocumentError(
        "\"base\" is \(value.kindName), not the path of a folder or an object with \"git\"", at: [.key("base")])
    }
  }
}

/// A folder of a git repository at a revision that does not move.
package struct RepositoryBase: Equatable, Hashable, Sendable {
  package let url: String
  /// A full commit, or the name of a tag.
  package let revision: String
  /// The folder in the repository; empty for its top.
  package let path: String

  init(_ object: JSONObject) throws(DocumentError) {
    let reader = ObjectReader(object, at: [.key("base")])
    if let name = object.keys.first(where: { !Self.isKnown($0) }) {
      throw DocumentError("\"base\" has an unknown member \"\(name)\"", at: [.key("base"), .key(name)])
    }
    guard let url = try reader.string("git") else {
      throw DocumentError("\"base\" needs a \"git\" with the URL of a repository", at: [.key("base")])
    }
    guard let revision = try reader.string("revision") else {
      throw DocumentError(
        "\"base\" needs a \"revision\": a full commit or a tag — `workbench base update` writes it", at: [.key("base")])
    }
    if let problem = Self.problem(ofURL: url) { throw DocumentError(problem, at: [.key("base"), .key("git")]) }
    if let problem = Self.problem(ofRevision: revision) {
      throw DocumentError(problem, at: [.key("base"), .key("revision")])
    }
    self.url = url
    self.revision = revision
    path = try Self.folder(try reader.string("path") ?? "")
  }

  package init(url: String, revision: String, path: String = "") {
    (self.url, self.revision, self.path) = (url, revision, path)
  }

  /// The same base with the whole path of a repository that is named relative to a collection.
  ///
  /// - Parameter folder: The folder of the collection.
  package func located(in folder: String) -> RepositoryBase {
    guard ["./", "../"].contains(where: url.startsExactly) || [".", ".."].contains(url) else { return self }
    return RepositoryBase(url: folder + "/" + url, revision: revision, path: path)
  }

  /// Whether the revision is the name of a commit rather than of a tag.
  package var isCommit: Bool { Self.isCommit(revision) }

  package static func isCommit(_ text: String) -> Bool {
    (text.utf8.count == 40 || text.utf8.count == 64) && text.utf8.allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) || (97...102).contains(byte) }

  private static func isKnown(_ name: String) -> Bool {
    ["git", "revision", "path"].contains(name) || ["x-", "X-", "$"].contains { name.startsExactly(with: $0) }
  }

  /// Why git must not get a URL: options, and helpers that run programs.
  package static func problem(ofURL url: String) -> String? {
    if url.isEmpty { return "\"git\" is empty: write the URL of a repository" }
    let isPlain = url.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    guard isPlain, !url.startsExactly(with: "-"), !url.containsExactly("::") else {
      return "\"git\" is not the URL of a repository: use https, ssh, git, file, or a path"
    }
    let scheme = url.parts(separatedBy: ":")[0]
    guard url.startsExactly(with: scheme + "://") else { return nil }
    let isKnown = ["https", "http", "ssh", "git", "file"].contains(scheme.lowercased())
    return isKnown ? nil : "\"git\" has the scheme \"\(scheme)\": use https, http, ssh, git or file"
  }

  private static func problem(ofRevision text: String) -> String? {
    if isCommit(text) { return nil }
    if (7..<40).contains(text.utf8.count), text.utf8.allSatisfy(isDigit) {
      return "\"revision\" is a shortened commit: write all 40 digits"
    }
    return isTag(text) ? nil : "\"revision\" is neither a full commit nor a tag"
  }

  /// Whether git accepts the text as a tag name and would not read it as an expression.
  package static func isTag(_ text: String) -> Bool {
    let refused = Set("~^:?*[\\@{}".unicodeScalars)
    let isPlain = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && !refused.contains($0) }
    return isPlain && !text.isEmpty && text.utf8.count <= 200 && !text.containsExactly("..")
      && !text.containsExactly("//") && !["-", "/", "."].contains { text.startsExactly(with: $0) }
      && !["/", ".", ".lock"].contains { text.endsExactly(with: $0) } && text != "HEAD"
  }

  private static func folder(_ path: String) throws(DocumentError) -> String {
    let parts = path.parts(separatedBy: "/").filter { !$0.isEmpty && $0 != "." }
    guard !path.startsExactly(with: "/"), !parts.contains("..") else {
      throw DocumentError(
        "\"path\" leads out of the repository: name a folder in it", at: [.key("base"), .key("path")])
    }
    return parts.joined(separator: "/")
  }
}

extension CollectionBase: CustomStringConvertible {
  package var description: String {
    switch self {
    case .folder(let path): path
    case .git(let git):
      "\(SecretParameter.maskingURLs(in: git.url)) at \(git.isCommit ? String(git.revision.prefix(12)) : git.revision)"
    }
  }
}
