import Testing

@testable import Workbench

@Suite struct OpeningTests {
  @Test func mostStartsNeedNoArgumentParser() throws {
    let opening = try #require(read(["a", "--demo", "b/c", "--plain"]))
    #expect(opening.paths == ["a", "b/c"])
    #expect(opening.demo && opening.plain && opening.environment == nil)
    #expect(read([])?.paths == [])
  }

  @Test(arguments: [
    ["send", "x"], ["help"], ["x", "send"], ["--demo", "check"], ["--help"], ["-h"], ["--version"], ["--env", "local"],
    ["--env=local"], ["--dmeo"], ["--", "x"], [""], ["-"],
  ])
  func whatOnlyTheParserKnowsIsLeftToIt(arguments: [String]) { #expect(read(arguments) == nil) }

  private func read(_ arguments: [String]) -> Opening? {
    Opening(arguments, isCommand: ["send", "check", "help"].contains)
  }
}
