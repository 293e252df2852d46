import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import WorkbenchCore

/// The screens and keys in the guide and the README are the program's own. `RECORD=1` writes them anew.
///
/// A page has `<!-- screen: NAME -->` … `<!-- /screen -->` for a stored screen, and `<kbd title="request.send">F5</kbd>` for a key.
@Suite struct GuideTests {
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil
  private static let folder = ProjectFiles.root.appending(path: "docs/guide")
  private static let size = Size(columns: 104, rows: 28)

  static let pages: [String] = {
    let docs = ProjectFiles.root.appending(path: "docs").path
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: docs)) ?? []
    let pages = names.filter { $0.hasSuffix(".md") && !$0.hasPrefix("decisions/") && !$0.hasPrefix("reference/") }
    return ["README.md"] + pages.sorted().map { "docs/" + $0 }
  }()

  @Test(arguments: pages) func thePageShowsWhatTheProgramShows(page: String) throws {
    let file = ProjectFiles.root.appending(path: page)
    let text = try String(contentsOf: file, encoding: .utf8)
    let pictures =
      page == "README.md" ? "docs/guide/screens/" : page.contains("/guide/") ? "screens/" : "guide/screens/"
    let current = Self.namingKeys(in: Self.screening(text, pictures))
    if Self.isRecording {
      // Other tests write tables of the same pages.
      if text != current { try Data(current.utf8).write(to: file) }
    } else {
      #expect(text == current, "RECORD=1 writes \(page) anew")
    }
  }

  @Test func everyPictureIsAsTheProgramDrawsIt() throws {
    let folder = Self.folder.appending(path: "screens")
    let stored = Set((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    let pictures = try Self.pictures()
    if Self.isRecording {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for name in stored.subtracting(pictures.keys) {
        try FileManager.default.removeItem(at: folder.appending(path: name))
      }
      for (name, text) in pictures {
        try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
      }
    } else {
      #expect(stored == Set(pictures.keys))
      for (name, text) in pictures {
        let isCurrent = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) == text
        #expect(isCurrent, "RECORD=1 draws \(name) anew")
      }
    }
  }

  /// The pictures of all pages, by their file names.
  private static func pictures() throws -> [String: String] {
    var pictures: [String: String] = [:]
    for page in pages {
      let text = try String(contentsOf: ProjectFiles.root.appending(path: page), encoding: .utf8)
      for name in names(in: text) {
        for theme in ["dark", "light"] {
          let colours = try #require(ThemeColours.all.first { $0.name == theme }?.colours)
          pictures["\(name)-\(theme).svg"] = FrameSVG(frame: try #require(frame(name)), colours: colours).text
        }
      }
    }
    return pictures
  }

  private static func frame(_ name: String) -> Frame? {
    guard let screen = Screen.all.first(where: { $0.name == name }) else {
      Issue.record("There is no screen \(name)")
      return nil
    }
    return screen.make(size).bench.render()
  }

  private static func names(in text: String) -> [String] {
    text.matches(of: #/<!-- screen: ([a-z0-9-]+) -->/#).map { String($0.1) }
  }

  private static func screening(_ text: String, _ pictures: String) -> String {
    text.replacing(#/(?s)<!-- screen: ([a-z0-9-]+) -->.*?<!-- /screen -->/#) { match in
      let name = String(match.1)
      let text =
        frame(name)?.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n") ?? ""
      return """
        <!-- screen: \(name) -->
        <picture>
          <source media="(prefers-color-scheme: dark)" srcset="\(pictures)\(name)-dark.svg">
          <img alt="The screen, as text below" src="\(pictures)\(name)-light.svg">
        </picture>
        <details><summary>The screen as text</summary>

        ```
        \(text)
        ```
        </details>
        <!-- /screen -->
        """
    }
  }

  private static func namingKeys(in text: String) -> String {
    text.replacing(#/<kbd title="([A-Za-z.]+)">[^<]*</kbd>/#) { match in
      let name = String(match.1)
      if Command.named(name) == nil { Issue.record("There is no command \(name)") }
      return "<kbd title=\"\(name)\">\(KeyMap.standard.name(of: name))</kbd>"
    }
  }
}
