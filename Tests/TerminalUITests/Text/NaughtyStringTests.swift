import Foundation
import TerminalUI
import Testing
import TestSupport

/// Max Woolf's Big List of Naughty Strings, where it lies beside the work tree.
@Suite struct NaughtyStringTests {
  private static let place = ProjectFiles.cases.appending(path: "blns/blns.json")

  @Test(.needsCases("blns"))
  func everyStringTakesItsColumnsAndNothingInItActsOnATerminal() throws {
    let strings = try JSONDecoder().decode([String].self, from: Data(contentsOf: Self.place))
    #expect(strings.count > 400)
    for string in strings {
      let width = string.columns
      let drawn = Drawn(string, columns: width + 4)
      #expect(drawn.columns == width, "\(string.debugDescription)")
      #expect(drawn.frame.cells[width...].allSatisfy { $0 == .blank }, "\(string.debugDescription)")
      for cell in drawn.frame.cells { #expect(cell.isSafe, "\(string.debugDescription)") }
    }
  }
}

extension Cell {
  /// Whether its text has a base that takes its columns, and no scalar that moves the cursor, reorders the line or joins cells.
  fileprivate var isSafe: Bool {
    if width == 0 { return text.isEmpty }
    return text.columns == Int(width)
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: !scalar.properties.isVariationSelector && !scalar.properties.isBidiControl
        }
      }
  }
}
