// Search and replace in files.
extension ReplaceMemory {
  package static let commands = [
    PaneCommand<ReplaceMemory>(
      "search.open", "Search and replace",
      "Find text in all files, and replace the matches that you choose in a preview.",
      keywords: "grep find in all files rename everywhere substitute",
      keys: [], go: "/", opensField: true, word: "search",
      run: { _, _ in [.commit, .tell(SearchRequest.open(nil))] },
      runWith: { _, text, _ in [.commit, .tell(SearchRequest.open(text))] }),
    PaneCommand<ReplaceMemory>(
      "search.undo", "Undo replace", "Undo the last replacement in files.",
      keywords: "revert rollback restore files", keys: [],
      whyUnavailable: { memory, _ in
        memory.done.isEmpty ? "Nothing has been replaced yet: {search.open} searches and replaces" : nil
      },
      run: { _, _ in [.commit, .tell(SearchRequest.undo(nil))] }),
  ]

  fileprivate mutating func open(_ text: String?, in workspace: Workspace) -> [PaneOutput] {
    // Skip numbers, so that late results of earlier searches are not taken for results of this one.
    number += 1_000
    var screen = SearchScreen(in: workspace, pattern: text.map { TextPattern($0) } ?? pattern, number: number)
    let outputs = screen.begin()
    return [.open(screen)] + outputs
  }

  // MARK: Replacing

  fileprivate mutating func replace(_ replacement: ChosenReplacement, in workspace: Workspace) -> [PaneOutput] {
    let job = replacement.job
    var report = ReplaceReport(number: job.number, files: 0, matches: 0, problems: [])
    var done = Done(number: job.number, isOnDisk: !replacement.chosen.isEmpty)
    let outputs = replaceInEdits(replacement, &done, &report, in: workspace)
    self.done.append(done)
    guard done.isOnDisk else { return outputs + tell(report) }
    pending = report
    let chosen = ReplaceJob(
      number: job.number, pattern: job.pattern, places: job.places, chosen: replacement.chosen)
    return outputs + [.effect(.search(.replace(chosen)))]
  }

  /// Replaces in unsaved edits, which stay unsaved.
  private func replaceInEdits(
    _ replacement: ChosenReplacement, _ done: inout Done, _ report: inout ReplaceReport, in workspace: Workspace
  ) -> [PaneOutput] {
    let job = replacement.job
    // The pattern was compiled before.
    guard !replacement.inEdits.isEmpty, let matcher = try? job.pattern.matcher() else { return [] }
    let search = FileSearch(matcher, in: job.places)
    var outputs: [PaneOutput] = []
    for (address, numbers) in replacement.inEdits.sorted(by: { $0.key < $1.key }) {
      guard let file = workspace.items[address].draft?.current, file == job.edits[address] else {
        report.problems.append("\(address) — edited since: search again")
        continue
      }
      do throws(FileSearchProblem) {
        let after = try search.replacing(numbers, in: file)
        done.edits[address] = Change(before: file, after: after)
        report.edited.append(address)
        report.matches += numbers.count
        outputs.append(.edit(address, .replace(after)))
      } catch {
        report.problems.append("\(address) — \(error.sentence)")
      }
    }
    return outputs
  }

  /// Finishes the replacement on disk.
  fileprivate mutating func finish(_ report: ReplaceReport) -> [PaneOutput] {
    var whole = report
    if let pending, pending.number == report.number {
      whole.edited = pending.edited
      whole.matches += pending.matches
      whole.problems = pending.problems + report.problems
      self.pending = nil
    }
    return tell(whole)
  }

  private mutating func tell(_ report: ReplaceReport) -> [PaneOutput] {
    let matches = Formatting.count(report.matches, "match", plural: "matches")
    let done = "Replaced \(matches) in \(ReplaceReport.places(files: report.files, edited: report.edited))"
    if report.matches == 0 { self.done.removeAll { $0.number == report.number } }
    let undo = report.matches == 0 ? "" : "; the command Undo replace reverts it"
    let noted: [PaneOutput] = report.matches == 0 ? [] : [.tell(UndoRequest.noteReplacement(report.number, nil))]
    guard !report.problems.isEmpty else { return noted + [.success(done + undo)] }
    let head = [Span(done + undo), Span(""), Span("Unchanged:", .warning)]
    return noted + [.open(TextScreen(title: "Replace", lines: head + report.problems.map { Span($0) }))]
  }

  /// Undoes the replacement of a number, else the last one.
  fileprivate mutating func undo(_ number: Int?, in workspace: Workspace) -> [PaneOutput] {
    guard let taken = Self.popEntry(number, from: &done) else { return [.information("Nothing has been replaced yet")] }
    let (left, outputs) = Self.carryOut(.undo, of: taken, in: workspace)
    // A later change has made the others final.
    undone.removeAll { !workspace.fileRedos.contains(.replaced($0.number)) }
    undone.append(left)
    return outputs
  }

  /// Makes an undone replacement again.
  fileprivate mutating func redo(_ number: Int, in workspace: Workspace) -> [PaneOutput] {
    guard let taken = Self.popEntry(number, from: &undone) else { return [.information("No replacement was undone")] }
    let (left, outputs) = Self.carryOut(.redo, of: taken, in: workspace)
    done.append(left)
    return outputs
  }

  private static func popEntry(_ number: Int?, from list: inout [Done]) -> Done? {
    guard let number else { return list.popLast() }
    guard let index = list.firstIndex(where: { $0.number == number }) else { return nil }
    return list.remove(at: index)
  }

  /// Takes a replacement back, or makes it again.
  ///
  /// - Returns: The part of it that was taken back or made again.
  private static func carryOut(_ step: FileStep, of whole: Done, in workspace: Workspace) -> (Done, [PaneOutput]) {
    var left = whole
    var outputs: [PaneOutput] = []
    var problems: [String] = []
    for (address, change) in whole.edits.sorted(by: { $0.key < $1.key }) {
      let (now, next) = step == .undo ? (change.after, change.before) : (change.before, change.after)
      if let draft = workspace.items[address].draft, draft.current == now {
        outputs.append(.edit(address, draft.change(to: next, by: step)))
      } else {
        left.edits[address] = nil
        problems.append("\(address) was edited since")
      }
    }
    let edited = left.edits.keys.sorted()
    outputs.append(.tell(UndoRequest.noteReplacement(whole.number, step)))
    if !problems.isEmpty {
      let start = step == .undo ? "Not undone: " : "Not made again: "
      outputs.append(.failure(start + problems.joined(separator: "; ")))
    } else if !whole.isOnDisk {
      let done = step == .undo ? "Undid the replacement" : "Made the replacement again"
      outputs.append(.success("\(done) in \(ReplaceReport.places(files: 0, edited: edited))"))
    }
    let effect: SearchEffect =
      step == .undo ? .undo(whole.number, edited: edited) : .redo(whole.number, edited: edited)
    return (left, outputs + (whole.isOnDisk ? [.effect(.search(effect))] : []))
  }
}

/// Requests of screens to search and replace, and the report of a replacement.
package enum SearchRequest: FeatureMessage, Equatable {
  /// Opens the screen with a text, or with the last search.
  case open(String?)
  /// Shows the form of a file with a match.
  case show(Address)
  case replace(ChosenReplacement)
  /// Remembers the pattern for the next search.
  case remember(TextPattern)
  case finish(ReplaceReport)
  /// Undoes the replacement of a number; `nil` for the last one.
  case undo(Int?)
  case redo(Int)

  package var cause: Cause? { .of(SearchEffect.self) }

  package func apply(to memory: inout ReplaceMemory, in context: PaneContext) -> [PaneOutput] {
    switch self {
    case .open(let text): return memory.open(text, in: context.workspace)
    case .show(let file):
      let isFolder = ["collection.json", "folder.json"].contains(file.name) && context.workspace.node(file) == nil
      return [.reveal(isFolder ? file.parent : file), isFolder ? .focus(.request) : .leaveHiddenSidebar]
    case .replace(let replacement): return memory.replace(replacement, in: context.workspace)
    case .remember(let pattern):
      memory.pattern = pattern
      return []
    case .finish(let report): return memory.finish(report)
    case .undo(let number): return memory.undo(number, in: context.workspace)
    case .redo(let number): return memory.redo(number, in: context.workspace)
    }
  }
}

/// Work on the searched files.
package enum SearchEffect: FeatureEffect {
  /// Starts a search and cancels the previous one.
  case start(FileSearchJob)
  case stop
  case replace(ReplaceJob)
  /// Undoes the replacement of that number.
  ///
  /// - Parameter edited: The files in whose unsaved edits it was undone already.
  case undo(Int, edited: [Address] = [])
  case redo(Int, edited: [Address] = [])
}

extension Effect {
  package static func search(_ effect: SearchEffect) -> Effect { .feature(FeatureWork(effect)) }
}

extension Event {
  /// The result of the search of that number.
  package static func searched(_ number: Int, _ event: FileSearchEvent) -> Event {
    .message(SearchScreen.Report(number: number, event: event))
  }

  package static func replaced(_ report: ReplaceReport) -> Event { .message(SearchRequest.finish(report)) }
}
