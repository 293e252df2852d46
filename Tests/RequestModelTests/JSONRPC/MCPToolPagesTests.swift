import Foundation
import RequestModel
import Testing

/// The pages of a list of MCP tools, and when no further one is wanted.
@Suite struct MCPToolPagesTests {
  private static func page(_ tools: String, next: String? = nil) -> [Data] {
    let cursor = next.map { #","nextCursor":"\#($0)""# } ?? ""
    return [Data(#"{"jsonrpc":"2.0","id":1,"result":{"tools":[\#(tools)]\#(cursor)}}"#.utf8)]
  }

  @Test func pagesAreAddedUntilOneNamesNoOther() throws {
    var pages = MCPToolPages()
    let first = try pages.add([Data("ping".utf8)] + Self.page(#"{"name":"a"}"#, next: "1"))
    #expect(first && pages.next == "1" && pages.end == nil)
    let second = try pages.add(Self.page(#"{"name":"b"}"#))
    #expect(second && pages.tools == [["name": "a"], ["name": "b"]] && pages.next == nil && pages.end == nil)
  }

  @Test func aPageWithAnEmptyCursorIsTheLastOne() throws {
    var pages = MCPToolPages()
    for (tool, next) in [(#"{"name":"a"}"#, "1"), (#"{"name":"b"}"#, "")] {
      _ = try pages.add(Self.page(tool, next: next))
    }
    #expect(pages.tools == [["name": "a"], ["name": "b"]] && pages.next == nil && pages.end == nil)
  }

  @Test func aPageThatNamesItselfAgainIsTheLastOne() throws {
    var pages = MCPToolPages()
    for _ in 0..<2 { _ = try pages.add(Self.page("", next: "1")) }
    #expect(pages.end == MCPToolPages.hasMore)
  }

  @Test func aPageThatNamesAnEarlierOneIsTheLastOne() throws {
    var pages = MCPToolPages()
    for (tool, next) in [("a", "1"), ("b", "2"), ("c", "1")] {
      #expect(pages.end == nil)
      try pages.add(["tools": [["name": .string(tool)]], "nextCursor": .string(next)], size: 1)
    }
    #expect(pages.end == MCPToolPages.hasMore)
    #expect(pages.tools == [["name": "a"], ["name": "b"], ["name": "c"]])
  }

  @Test func pagesAndToolsHaveALimit() throws {
    var pages = MCPToolPages()
    for number in 1..<MCPToolPages.mostPages { try pages.add(["nextCursor": .string("\(number)")], size: 1) }
    #expect(pages.end == nil)
    try pages.add(["nextCursor": "more"], size: 1)
    #expect(pages.end == MCPToolPages.hasMore)
    var tools = MCPToolPages()
    let names = Array(repeating: #"{"name":"a"}"#, count: MCPToolPages.mostTools + 1).joined(separator: ",")
    _ = try tools.add(Self.page(names, next: "1"))
    #expect(tools.end == "The first 1000 tools are listed")
  }

  @Test func allPagesTogetherHaveALimitOfBytes() throws {
    var pages = MCPToolPages()
    try pages.add(["tools": [["name": "a"]]], size: 5 << 20)
    let long = Failure(.tooLarge, "The list of tools is longer than 8 MB")
    #expect(throws: long) { try pages.add(["tools": [["name": "b"]]], size: 4 << 20) }
    #expect(throws: long) { _ = try pages.add([Data(count: 4 << 20)]) }
    #expect(pages.tools == [["name": "a"]])
  }

  @Test func aResponseWithoutAPageAddsNothing() throws {
    var pages = MCPToolPages()
    for text in ["", "<p>", #"{"method":"ping","id":1}"#, #"{"id":1,"result":7}"#] {
      let isPage = try pages.add([Data(text.utf8)])
      #expect(!isPage)
    }
    #expect(throws: Failure(.other, "tools/list: error -32601: No")) {
      _ = try pages.add([Data(#"{"id":1,"error":{"code":-32601,"message":"No"}}"#.utf8)])
    }
    #expect(pages == MCPToolPages())
  }
}
