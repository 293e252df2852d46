import BodyDocument
import RequestModel
import TerminalUI

// Search and replace in files.
extension Workbench {
  mutating func openSearch(_ text: String? = nil) -> [Effect] {
    let effects = commit()
    // A result that arrives late is not that of this search.
    replacing.number += 1_000
    var screen = SearchScreen(
      in: workspace, pattern: text.map { TextPattern($0) } ?? replacing.pattern, number: replacing.number)
    let outputs = screen.begin()
    return effects + route(.overlay(.search(screen))) + route(outputs)
  }

  /// Shows the form of a file with a match.
  mutating func openFound(_ file: Address) -> [Effect] {
    let isFolder = ["collection.json", "folder.json"].contains(file.name) && workspace.node(file) == nil
    let effects = route(.reveal(isFolder ? file.parent : file))
    return effects + (isFolder || layout.sidebar == nil ? focus(.request) : [])
  }

  // MARK: Replacing

  mutating func replace(_ replacement: ChosenReplacement) -> [Effect] {
    let job = replacement.job
    var report = ReplaceReport(number: job.number, files: 0, matches: 0, problems: [])
    var done = ReplaceMemory.Done(number: job.number, isOnDisk: !replacement.chosen.isEmpty)
    let effects = replaceInEdits(replacement, &done, &report)
    replacing.done.append(done)
    guard done.isOnDisk else { return effects + tell(report) }
    replacing.pending = report
    let chosen = ReplaceJob(
      number: job.number, pattern: job.pattern, places: job.places, chosen: replacement.chosen)
    return effects + [.files(workspace.id, .replace(chosen))]
  }

  /// Replaces in unsaved edits, which stay unsaved.
  private mutating func replaceInEdits(
    _ replacement: ChosenReplacement, _ done: inout ReplaceMemory.Done, _ report: inout ReplaceReport
  ) -> [Effect] {
    let job = replacement.job
    // The pattern was compiled before.
    guard !replacement.inEdits.isEmpty, let matcher = try? job.pattern.matcher() else { return [] }
    let search = FileSearch(matcher, in: job.places)
    var effects: [Effect] = []
    for (address, numbers) in replacement.inEdits.sorted(by: { $0.key < $1.key }) {
      guard let file = workspace.drafts[address]?.current, file == job.edits[address] else {
        report.problems.append("\(address) — edited meanwhile: search again")
        continue
      }
      do throws(ReplacementProblem) {
        let after = try search.replacing(numbers, in: file)
        done.edits[address] = ReplaceMemory.Change(before: file, after: after)
        report.files += 1
        report.matches += numbers.count
        effects += route(.edit(address, .replace(after)))
      } catch {
        report.problems.append("\(address) — \(error.sentence)")
      }
    }
    return effects
  }

  /// The replacement on disk is done.
  mutating func finishReplacing(_ report: ReplaceReport) -> [Effect] {
    var whole = report
    if let pending = replacing.pending, pending.number == report.number {
      whole.files += pending.files
      whole.matches += pending.matches
      whole.problems = pending.problems + report.problems
      replacing.pending = nil
    }
    return tell(whole)
  }

  private mutating func tell(_ report: ReplaceReport) -> [Effect] {
    let done =
      "Replaced \(Formatting.count(report.matches, "match", plural: "matches")) in \(Formatting.count(report.files, "file"))"
    if report.matches == 0 { replacing.done.removeAll { $0.number == report.number } }
    let undo = report.matches == 0 ? "" : "; the command Undo replace takes it back"
    guard !report.problems.isEmpty else { return route(.notice(Notice(.success, done + undo))) }
    let head = [Span(done + undo), Span(""), Span("Left as they are:", .warning)]
    return route(.overlay(.text(TextScreen(title: "Replace", lines: head + report.problems.map { Span($0) }))))
  }

  // MARK: Undoing

  var whyNoReplaceToUndo: String? { replacing.done.isEmpty ? "Nothing was replaced yet" : nil }

  mutating func undoReplace() -> [Effect] {
    guard let done = replacing.done.popLast() else { return [] }
    var effects = commit()
    var problems: [String] = []
    for (address, change) in done.edits.sorted(by: { $0.key < $1.key }) {
      if workspace.drafts[address]?.current == change.after {
        effects += route(.edit(address, .replace(change.before)))
      } else {
        problems.append("\(address) was edited since")
      }
    }
    if done.isOnDisk { return effects + [.files(workspace.id, .undoReplace(done.number))] }
    let notice =
      problems.isEmpty
      ? Notice(.success, "Undid the replacement") : Notice(.failure, "Not undone: " + problems.joined(separator: "; "))
    return effects + route(.notice(notice))
  }
}
