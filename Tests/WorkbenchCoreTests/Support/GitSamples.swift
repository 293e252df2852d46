import RequestModel

@testable import WorkbenchCore

extension GitEntry {
  static func sample(
    _ path: Address, index: GitChange? = nil, workTree: GitChange? = nil, conflict: GitConflict? = nil,
    from original: Address? = nil
  ) -> GitEntry {
    var entry = GitEntry(path)
    (entry.index, entry.workTree, entry.conflict, entry.original) = (index, workTree, conflict, original)
    entry.isUntracked = index == nil && workTree == nil && conflict == nil
    return entry
  }
}

extension GitStatus {
  /// A status of the shop in a larger repository: each kind of change.
  static var shop: GitStatus {
    var status = GitStatus()
    status.branch.name = "main"
    status.branch.commit = "0123456789"
    status.branch.upstream = "origin/main"
    (status.branch.ahead, status.branch.behind) = (2, 1)
    status.remotes = ["origin"]
    status.folder = "api"
    status.entries = [
      .sample("api/shop/list.json", workTree: .modified),
      .sample("api/shop/new.json"),
      .sample("api/shop/orders/create.json", index: .modified, workTree: .modified),
      .sample("api/shop/remove.json", index: .renamed, from: "api/shop/delete.json"),
      .sample("src/main.c", index: .modified),
    ]
    return status
  }

  /// A merge that has stopped at a conflict.
  static var stopped: GitStatus {
    var status = shop
    status.operation = .merge
    status.entries = [.sample("api/shop/list.json", conflict: .bothModified), .sample("src/main.c", index: .modified)]
    return status
  }
}

extension ConflictVersions {
  static let list = ConflictVersions(
    found: Array("<<<<<<< HEAD".utf8), base: bytes("GET", "/list", "a"), ours: bytes("POST", "/list", "a, b"),
    theirs: bytes("PUT", "/orders", "a"), oursName: "HEAD", theirsName: "feature")

  static func bytes(_ method: String, _ path: String, _ accept: String) -> [UInt8] {
    Array(
      """
      {
        "method": "\(method)",
        "url": "{{base}}\(path)",
        "headers": [ { "name": "Accept", "value": "\(accept)" } ]
      }

      """.utf8)
  }
}
