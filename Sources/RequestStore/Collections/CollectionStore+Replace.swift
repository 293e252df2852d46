/// A file whose text was replaced, with what undoes that.
package struct ReplacedFile: Equatable, Sendable {
  package var address: Address
  /// The content before.
  let before: [UInt8]
  /// The fingerprint of the content after.
  let written: String
  /// The number of replaced matches.
  package let count: Int
}

/// The result of a replacement.
package struct ReplacementOutcome: Equatable, Sendable {
  package var files: [ReplacedFile] = []
  /// Why files were not changed.
  package var problems: [String] = []

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
      throw FileSearchProblem("changed on disk meanwhile: search again")
    }
    let text = try JSONText.object(bytes, path)
    let role = fileRole(of: file.address)
    let document = try search.replacing(file.numbers, in: text.value.object ?? JSONObject(), role: role)
    let result = text.rewriting(to: .object(document))
    // Make sure that the result can be read again.
    _ = try SavedFile(document: try JSONText.object(result, path).value.object ?? JSONObject(), role: role)
    guard result != bytes else { throw FileSearchProblem("the replacement changes nothing") }
    try Disk.replace(path, with: result)
    let written = Fingerprint(of: result).text
    return ReplacedFile(address: file.address, before: bytes, written: written, count: file.numbers.count)
  }

  /// Undoes a replacement, or makes it again. Skips files that have changed since.
  ///
  /// - Parameter advice: What is left to do with these.
  /// - Returns: The record that reverts it, and the reasons why files were left unchanged.
  package func undo(_ files: [ReplacedFile], advice: String = "undo it by hand") -> ReplacementOutcome {
    var outcome = ReplacementOutcome()
    for file in files {
      let path = path(of: file.address)
      do throws(StoreError) {
        let bytes = try Disk.read(path)
        guard Fingerprint(of: bytes).text == file.written else {
          outcome.problems.append("\(file.address) — changed since: \(advice)")
          continue
        }
        try Disk.replace(path, with: file.before)
        let now = Fingerprint(of: file.before).text
        outcome.files.append(ReplacedFile(address: file.address, before: bytes, written: now, count: file.count))
      } catch {
        outcome.problems.append("\(file.address) — \(error)")
      }
    }
    return outcome
  }
}
