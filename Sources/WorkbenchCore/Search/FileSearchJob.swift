/// A search in the files of an open folder.
package struct FileSearchJob: Equatable, Sendable {
  /// Results of earlier searches are dropped.
  package var number: Int
  package var pattern: TextPattern
  package var scope: Address
  package var places: Set<SearchPlace>
  /// Files with unsaved edits. Their edited content is searched.
  package var edits: [Address: SavedFile]
}

package enum FileSearchEvent: Sendable {
  /// The number of files that were read so far.
  case progress(Int)
  case found(SearchResult)
  case failed(Problem)
}

/// Matches to replace in files on disk.
package struct ReplaceJob: Equatable, Sendable {
  package var number: Int
  package var pattern: TextPattern
  package var places: Set<SearchPlace>
  package var chosen: [ChosenMatches]
}

/// The result of a replacement.
package struct ReplaceReport: Equatable, Sendable {
  package var number: Int
  /// How many files on disk were changed.
  package var files: Int
  /// The files whose unsaved edits were changed, which stay unsaved.
  package var edited: [Address] = []
  package var matches: Int
  /// Reasons why files were left unchanged.
  package var problems: [String]

  package init(number: Int, files: Int, matches: Int, problems: [String]) {
    (self.number, self.files, self.matches, self.problems) = (number, files, matches, problems)
  }

  /// Names what was changed: files on disk, and unsaved edits.
  package static func places(files: Int, edited: [Address]) -> String {
    let written = Formatting.count(files, "file")
    guard let first = edited.first else { return written }
    let edits = "the unsaved edits of " + (edited.count == 1 ? first.path : Formatting.count(edited.count, "file"))
    return files == 0 ? edits : "\(written) and \(edits)"
  }
}

/// The matches that were chosen in the preview.
package struct ChosenReplacement: Equatable, Sendable {
  var job: FileSearchJob
  var chosen: [ChosenMatches]
  /// The chosen matches in unsaved edits.
  var inEdits: [Address: Set<Int>]
}
