import Foundation
import TestSupport
import Testing

struct EmbeddedRuntimeTests {
  @Test func everyFileOfTheRuntimeIsEmbeddedInOrder() throws {
    let folder = ProjectFiles.root.appending(path: "Sources/CScriptHost")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "runtime").path)
    let list = try String(contentsOf: folder.appending(path: "runtime.c"), encoding: .utf8)
    let embedded = list.matches(of: #/embed "runtime/(.*?)"/#).map { String($0.1) }
    #expect(embedded == files.filter { $0.hasSuffix(".js") }.sorted())
    let named = list.matches(of: #/\{"(.*?)", /#).map { String($0.1) }
    #expect(named == embedded)
  }
}
