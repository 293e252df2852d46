import Foundation
import TestSupport
import Testing

struct EmbeddedRuntimeTests {
  private let folder = ProjectFiles.root.appending(path: "Sources/CScriptHost")

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "runtime").path)
      .filter { $0.hasSuffix(".js") }.sorted()
  }

  @Test func everyFileOfTheRuntimeIsEmbedded() throws {
    let list = try String(contentsOf: folder.appending(path: "runtime.c"), encoding: .utf8)
    let embedded = list.matches(of: #/embed "runtime/(.*?)"/#).map { String($0.1) }
    #expect(embedded.sorted() == (try files()))
    let named = list.matches(of: #/\{"(.*?)", /#).map { String($0.1) }
    #expect(named.sorted() == (try files()))
  }

  /// Parts are found by how their definitions are written.
  @Test func everyPartThatIsUsedIsDefinedAtTheBeginningOfALine() throws {
    let text = try files().map { try String(contentsOf: folder.appending(path: "runtime/\($0)"), encoding: .utf8) }
      .joined(separator: "\n")
    let defined = text.matches(of: #/\n  define(?:Lasting)?\("(.*?)"/#).map { String($0.1) }
    let used = Set(text.matches(of: #/\buse\("(.*?)"\)/#).map { String($0.1) })
    #expect(used.subtracting(defined) == [])
    #expect(Set(defined).count == defined.count)
    #expect(text.matches(of: #/(?m)^ *define(?:Lasting)?\(\s*"/#).count == defined.count)
  }
}
