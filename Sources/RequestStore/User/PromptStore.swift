/// The last answers to the prompts of each collection, in a file that only the user may read. Answers that are secret are
/// not kept.
package struct PromptStore: Sendable {
  private let file: UserFile

  package init(_ folders: UserFolders) { file = UserFile(path: folders.prompts) }

  /// The answers by the names of their variables.
  ///
  /// - Parameter collection: An absolute path, links resolved.
  package func answers(for collection: String) throws(StoreError) -> [String: String] {
    let entry = try file.read().object(at: [collection])
    return entry.members.reduce(into: [:]) { answers, member in answers[member.key.value] = member.value.string }
  }

  package func keep(_ answer: String, to name: String, for collection: String) throws(StoreError) {
    try file.changeEntry(collection) { _, entry in entry[name] = .string(answer) }
  }

  /// Follows the collections of a folder that was renamed.
  package func move(from old: String, to new: String) throws(StoreError) {
    try file.change { $0.moved(from: old, to: new) }
  }
}
