import Foundation
import Synchronization

/// A replacement on disk, or one that was undone, with what reverts it.
struct KeptReplacement: Sendable {
  var files: [ReplacedFile]
  /// The record that reverts the replacement after a restart.
  var record: ReplacementRecord?
}

// Replacing in files, undoing that and making it again.
extension FileEffects {
  func replace(_ job: ReplaceJob) throws {
    guard let matcher = try job.pattern.matcher() else { return }
    let outcome = store.replace(job.chosen, with: FileSearch(matcher, in: job.places))
    reread(outcome.files.map(\.address))
    queue.send(
      .replaced(
        ReplaceReport(
          number: job.number, files: outcome.files.count, matches: outcome.count, problems: outcome.problems)))
    let kept = outcome.files.isEmpty ? nil : keeping(outcome.files)
    replaced.withLock { $0[job.number] = kept }
  }

  /// Undoes the replacement of a number, or makes it again.
  ///
  /// - Parameter edited: The files in whose unsaved edits that was done already.
  func undoReplace(_ number: Int, isRedo: Bool, edited: [Address]) {
    guard let kept = replaced.withLock({ $0.removeValue(forKey: number) }) else {
      if !edited.isEmpty { return queue.tell(.success, Self.sentence(files: 0, edited: edited, isRedo: isRedo)) }
      let sentence = isRedo ? "No file of the replacement was restored" : "The replacement has changed no file"
      return queue.tell(.information, sentence)
    }
    let inverse = undo(kept, isRedo: isRedo, edited: edited)
    replaced.withLock { $0[number] = inverse }
  }

  /// Undoes a replacement of an earlier run.
  func undo(_ record: ReplacementRecord, _ id: TrashID, isRedo: Bool) throws {
    let kept: KeptReplacement
    do {
      kept = KeptReplacement(files: try record.replacedFiles(), record: record)
    } catch {
      throw Problem("Cannot undo the replacement: \(error)")
    }
    earlierReplacements.withLock { $0[id] = nil }
    try undo(.replaced(kept), id, isRedo: isRedo)
  }

  /// - Returns: What reverts that; `nil` if no file was changed.
  func undo(_ kept: KeptReplacement, isRedo: Bool, edited: [Address] = []) -> KeptReplacement? {
    let done = store.undo(kept.files, advice: isRedo ? "replace it by hand" : "undo it by hand")
    keepRest(of: kept, besides: done.files)
    reread(kept.files.map(\.address))
    let sentence = Self.sentence(files: done.files.count, edited: edited, isRedo: isRedo)
    let more = done.problems.count > 1 ? " — and \(done.problems.count - 1) more" : ""
    let failure = done.problems.first.map { Notice(.failure, "\(sentence); not in \($0)\(more)") }
    queue.send(.notice(failure ?? Notice(.success, sentence)))
    if done.files.isEmpty { return nil }
    return isRedo ? keeping(done.files) : KeptReplacement(files: done.files)
  }

  private static func sentence(files: Int, edited: [Address], isRedo: Bool) -> String {
    let verb = isRedo ? "Made the replacement again" : "Undid the replacement"
    return "\(verb) in \(ReplaceReport.places(files: files, edited: edited))"
  }

  /// Keeps the earlier content of files that were left as they are.
  private func keepRest(of kept: KeptReplacement, besides done: [ReplacedFile]) {
    guard let record = kept.record else { return }
    let addresses = Set(done.map(\.address))
    let rest = kept.files.filter { !addresses.contains($0.address) }
    if rest.count == kept.files.count { return }
    if rest.isEmpty || keeping(rest).record != nil { record.discard() }
  }

  /// Keeps what undoes a replacement, also after a restart.
  private func keeping(_ files: [ReplacedFile]) -> KeptReplacement {
    do {
      return KeptReplacement(files: files, record: try store.record(files))
    } catch {
      queue.tell(.failure, "The replacement can be undone only until the program ends: \(error)")
      return KeptReplacement(files: files)
    }
  }

  /// Reads changed open files, and what all open files inherit.
  private func reread(_ changed: [Address]) {
    for address in open.withLock({ $0.keys.filter(Set(changed).contains) }) { reread(address) }
    reload()
  }
}
