import Foundation
import TerminalUI
import Testing
import WorkbenchCore
import TestSupport

/// Every pane, overlay and main state as a whole screen, characters and styles. `RECORD=1` rewrites the stored screens.
///
/// A state is stored at its smaller sizes, and at a larger one if that shows much that 80×24 hides.
@Suite struct SnapshotTests {
  private static let folder = ProjectFiles.fixtures.appending(path: "Screens")
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil

  @Test(arguments: Screen.all) func everyScreenIsAsStored(screen: Screen) throws {
    let frames = screen.sizes.map { screen.make($0).bench.render() }
    let actual = Self.worthStoring(frames).map(\.snapshot).joined(separator: "\n")
    let file = Self.folder.appending(path: "\(screen.name).txt")
    if Self.isRecording {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try actual.write(to: file, atomically: true, encoding: .utf8)
    } else {
      let stored = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      guard stored != actual else { return }
      let difference = Self.difference(stored, actual)
      Issue.record("\(screen.name) (- stored, + is; RECORD=1 stores it anew):\n\(difference)")
    }
  }

  @Test func everyStoredScreenHasItsState() throws {
    let stored = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let obsolete = Set(stored).subtracting(Screen.all.map { "\($0.name).txt" })
    if Self.isRecording {
      for name in obsolete { try FileManager.default.removeItem(at: Self.folder.appending(path: name)) }
    } else {
      #expect(obsolete == [])
    }
  }

  /// The number of words that a larger screen has to show in addition.
  private static let additionalWords = 6

  private static func worthStoring(_ frames: [Frame]) -> [Frame] {
    guard let common = frames.first(where: { $0.size == Size(columns: 80, rows: 24) }) else { return frames }
    let known = words(of: common)
    return frames.filter { frame in
      frame.size.columns <= common.size.columns || words(of: frame).subtracting(known).count >= additionalWords
    }
  }

  /// The words between the header and the footer, which are the same in most states.
  private static func words(of frame: Frame) -> Set<String> {
    let rows = frame.text.split(separator: "\n").dropFirst().dropLast()
    return rows.reduce(into: []) { words, row in
      // Scalars are told apart much faster than characters.
      words.formUnion(row.unicodeScalars.split(whereSeparator: borders.contains).map { String($0) })
    }
  }

  private static let borders = Set(" │╭╮╰╯─┌┐└┘├┤┬┴┼…".unicodeScalars)

  /// Both screens, the lines that differ marked.
  private static func difference(_ stored: String, _ actual: String) -> String {
    let old = stored.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    return (0..<max(old.count, new.count)).map { row in
      let (a, b) = (row < old.count ? old[row] : "", row < new.count ? new[row] : "")
      return a == b ? "  \(a)" : "- \(a)\n+ \(b)"
    }.joined(separator: "\n")
  }
}

/// A named state of the program, made at each size by keys and events.
struct Screen: CustomTestStringConvertible, Sendable {
  var name: String
  var sizes = [Size(columns: 120, rows: 40), Size(columns: 80, rows: 24)]
  var make: @Sendable (Size) -> Harness

  init(_ name: String, _ make: @escaping @Sendable (Size) -> Harness) {
    (self.name, self.make) = (name, make)
  }

  /// The shop after these keys.
  init(_ name: String, keys: String) {
    self.init(name) { size in
      var app = Harness.shop(size)
      app.press(keys)
      return app
    }
  }

  /// The shop, changed.
  init(_ name: String, _ change: @escaping @Sendable (inout Harness) -> Void) {
    self.init(name) { (size: Size) in
      var app = Harness.shop(size)
      change(&app)
      return app
    }
  }

  func at(_ sizes: Size...) -> Screen {
    var screen = self
    screen.sizes = sizes
    return screen
  }

  var testDescription: String { name }
}

extension Harness {
  static func shop(_ size: Size) -> Harness { shop(columns: size.columns, rows: size.rows) }
}
