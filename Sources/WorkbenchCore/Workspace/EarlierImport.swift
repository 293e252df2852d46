package import Foundation

/// An import of an earlier run of the program. Undoing it asks first: it may be forgotten.
package struct EarlierImport: Equatable, Sendable {
  package let id: TrashID
  package let date: Date
  /// The folder that was imported into.
  package let target: Address
  /// The new collections, which go to the trash.
  package let collections: [String]
  /// The number of other new files, which are deleted.
  package let newFileCount: Int
  /// The number of files that get their earlier content or come back.
  package let earlierFileCount: Int
  /// The number of values of secrets that are removed or get their earlier value.
  package let secretCount: Int

  package init(
    id: TrashID, date: Date, target: Address, collections: [String], newFileCount: Int = 0, earlierFileCount: Int = 0,
    secretCount: Int = 0
  ) {
    (self.id, self.date, self.target, self.collections) = (id, date, target, collections)
    (self.newFileCount, self.earlierFileCount, self.secretCount) = (newFileCount, earlierFileCount, secretCount)
  }

  /// The changes that undoing makes, one sentence for each kind.
  fileprivate var sentences: [String] {
    let place = target.path.isEmpty ? "" : " in \(target.path)"
    return [
      collections.isEmpty ? nil : "Moves \(collections.joined(separator: ", "))\(place) to the trash.",
      newFileCount == 0 ? nil : "Deletes \(Formatting.count(newFileCount, "new file"))\(place), unless changed since.",
      earlierFileCount == 0 ? nil : "Restores \(Formatting.count(earlierFileCount, "file"))\(place) from before it.",
      secretCount == 0
        ? nil : "Removes \(Formatting.count(secretCount, "value")) of your secrets, or restores the value from before.",
    ].compactMap(\.self)
  }
}

extension Workspace {
  /// Undoes an import of an earlier run.
  mutating func undoImport(_ id: TrashID) -> [PaneOutput] {
    guard earlierImports.removeValue(forKey: id) != nil else { return [] }
    fileChanges.removeAll { $0 == .undoable(id) }
    return [files(.restore(id))]
  }
}

extension Confirm {
  static func undoing(_ earlier: EarlierImport, _ clock: Clock) -> Confirm {
    Confirm(
      title: "Undo the import of \(clock.fullText(earlier.date))?",
      text: "It was made in an earlier session. " + earlier.sentences.joined(separator: " "),
      choices: [
        .letter("u", "undo it", .tell(UndoRequest.undoImport(earlier.id))),
        .leave("cancel"),
      ])
  }
}
