/// Merges three files into one.
package enum FileMerge {
  /// Larger files are not merged.
  private static let limit = 256 << 20

  /// Writes the merge of three files. The target has its old contents or all of the new ones.
  ///
  /// - Parameters:
  ///   - target: The file to replace; `nil` replaces ours.
  ///   - path: The place of the file in its repository.
  package static func run(
    base: String, ours: String, theirs: String, into target: String?, path: String, markers: ConflictMarkers
  ) throws(StoreError) -> MergedFile {
    let own = try Disk.read(ours, limit: limit)
    let merged = MergedFile(
      base: try Disk.read(base, limit: limit), ours: own, theirs: try Disk.read(theirs, limit: limit), path: path,
      markers: markers)
    if target != nil || merged.bytes != own { try Disk.replace(target ?? ours, with: merged.bytes) }
    return merged
  }
}
