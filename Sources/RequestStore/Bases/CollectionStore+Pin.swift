extension CollectionStore {
  /// The repository that the collection in the root names as its base, whether or not a revision is written.
  package func repositoryOfBase() throws(StoreError) -> String? {
    let text = try JSONText.object(at: root + "/" + FolderScan.collectionFile)
    guard let base = text.value.object?["base"]?.object, let url = base["git"]?.string else { return nil }
    guard let problem = RepositoryBase.problem(ofURL: url) else { return url }
    throw .notUnderstood(
      path: root + "/" + FolderScan.collectionFile, text.position(of: [.key("base"), .key("git")]), problem: problem)
  }

  /// Writes the revision of the base and changes nothing else.
  ///
  /// - Returns: Whether the file had another one.
  package func pinBase(to commit: String) throws(StoreError) -> Bool {
    let path = root + "/" + FolderScan.collectionFile
    let text = try JSONText.object(at: path)
    guard var document = text.value.object, var base = document["base"]?.object else { return false }
    guard base["revision"]?.string != commit else { return false }
    base["revision"] = .string(commit)
    document["base"] = .object(base)
    try Disk.replace(path, with: text.rewriting(to: .object(document)))
    return true
  }
}
