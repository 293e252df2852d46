package import BodyDocument
package import RequestModel

/// A search in the files of an open folder.
package struct FileSearchJob: Equatable, Sendable {
  /// Results of earlier searches are dropped.
  package var number: Int
  package var pattern: TextPattern
  package var scope: Address
  package var places: Set<SearchPlace>
  /// Files with unsaved edits, which are searched as they are on the screen.
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

/// What a replacement did on disk.
package struct ReplaceReport: Equatable, Sendable {
  package var number: Int
  package var files: Int
  package var matches: Int
  /// Why files were left as they are.
  package var problems: [String]

  package init(number: Int, files: Int, matches: Int, problems: [String]) {
    (self.number, self.files, self.matches, self.problems) = (number, files, matches, problems)
  }
}

/// The matches that were chosen in the preview.
package struct ChosenReplacement: Equatable, Sendable {
  var job: FileSearchJob
  var chosen: [ChosenMatches]
  /// Those in unsaved edits.
  var inEdits: [Address: Set<Int>]
}
