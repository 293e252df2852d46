package import RequestModel

/// A file before and after a replacement, to undo it.
package struct ReplacedFile: Equatable, Sendable {
  package var address: Address
  let before: [UInt8]
  let after: [UInt8]
  /// The number of replaced matches.
  package let count: Int
}

/// The result of a replacement.
package struct ReplacementOutcome: Equatable, Sendable {
  package var files: [ReplacedFile] = []
  /// Why files were not changed.
  package var problems: [String] = []

  package init() {}

  package var count: Int { files.reduce(0) { $0 + $1.count } }
}

extension CollectionStore {
  /// Replaces the chosen matches in their files. Skips files that changed since the search, or would become invalid.
  /// Unchanged parts keep their bytes.
  package func replace(_ chosen: [ChosenMatches], with search: FileSearch) -> ReplacementOutcome {
    var outcome = ReplacementOutcome()
    for file in chosen {
      do {
        outcome.files.append(try replace(file, search))
      } catch {
        outcome.problems.append("\(file.address) — \(error)")
      }
    }
    return outcome
  }

  private func replace(_ file: ChosenMatches, _ search: FileSearch) throws -> ReplacedFile {
    let path = path(of: file.address)
    let bytes = try Disk.read(path)
    guard Fingerprint(of: bytes).text == file.version else {
      throw ReplacementProblem("changed on disk meanwhile: search again")
    }
    let text = try JSONText.object(bytes, path)
    let role = fileRole(of: file.address)
    let document = try search.replacing(file.numbers, in: text.value.object ?? JSONObject(), role: role)
    let result = text.rewriting(to: .object(document))
    // Make sure that the result can be read again.
    _ = try SavedFile(document: try JSONText.object(result, path).value.object ?? JSONObject(), role: role)
    guard result != bytes else { throw ReplacementProblem("the replacement changes nothing") }
    try Disk.replace(path, with: result)
    return ReplacedFile(address: file.address, before: bytes, after: result, count: file.numbers.count)
  }

  /// Undoes a replacement. Skips files that have changed since.
  ///
  /// - Returns: Why files were not restored.
  package func undo(_ files: [ReplacedFile]) -> [String] {
    files.compactMap { file in
      let path = path(of: file.address)
      do {
        guard try Disk.read(path) == file.after else { return "\(file.address) — changed since: undo it by hand" }
        try Disk.replace(path, with: file.before)
        return nil
      } catch {
        return "\(file.address) — \(error)"
      }
    }
  }
}
