extension ImportUndo {
  /// The changes that undoing the import makes.
  package struct Contents: Equatable, Sendable {
    /// The new collections, which go to the trash.
    package var collections: [String]
    /// The number of other new files, which are deleted.
    package var newFileCount: Int
    /// The number of files that get their earlier content or come back.
    package var earlierFileCount: Int
    /// The number of values of secrets that are removed or get their earlier value.
    package var secretCount: Int
  }

  package var contents: Contents {
    let visible = files.filter { !Address($0.path).name.hasPrefix(".") }
    return Contents(
      collections: created.filter { Disk.exists(target + "/" + $0) }.map(ImportPlan.top),
      newFileCount: visible.count { $0.kept == nil }, earlierFileCount: visible.count { $0.kept != nil },
      secretCount: secrets.count { !$0.isTakenBack })
  }
}
