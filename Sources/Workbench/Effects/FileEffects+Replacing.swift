import BodyDocument
import Foundation
import RequestModel
import RequestStore
import Synchronization
import WorkbenchCore

// Replacing in files, and undoing it.
extension FileEffects {
  func replace(_ job: ReplaceJob) throws {
    guard let matcher = try job.pattern.matcher() else { return }
    let outcome = store.replace(job.chosen, with: FileSearch(matcher, in: job.places))
    replaced.withLock { $0[job.number] = outcome.files }
    reread(outcome.files.map(\.address))
    queue.send(
      .replaced(
        ReplaceReport(
          number: job.number, files: outcome.files.count, matches: outcome.count, problems: outcome.problems)))
  }

  func undoReplace(_ number: Int) {
    guard let files = replaced.withLock({ $0.removeValue(forKey: number) }) else { return }
    let problems = store.undo(files)
    reread(files.map(\.address))
    let restored = Formatting.count(files.count - problems.count, "file")
    guard let first = problems.first else {
      return queue.send(.notice(Notice(.success, "Undid the replacement in \(restored)")))
    }
    let more = problems.count > 1 ? " — and \(problems.count - 1) more" : ""
    queue.send(.notice(Notice(.failure, "Undid the replacement in \(restored); not in \(first)\(more)")))
  }

  /// Reads changed open files again, and what all open files inherit.
  private func reread(_ changed: [Address]) {
    for address in open.withLock({ $0.keys.filter(Set(changed).contains) }) { read(address) }
    reload()
  }
}
