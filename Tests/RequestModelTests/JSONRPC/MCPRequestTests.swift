import RequestModel
import Testing

/// Requests that call tools of an MCP server.
@Suite struct MCPRequestTests {
  private static func request(_ call: JSONObject) throws -> SavedRequest {
    try SavedRequest(document: ["url": "http://h/mcp", "body": ["jsonrpc": .object(call)]])
  }

  @Test func theNameOfAToolIsNoTemplateAndIsFoundAgain() {
    let call = SavedRequest(url: "http://h/mcp").mcpCall(ofTool: "{{a}}", ["x": 1])
    #expect(
      call.body
        == .jsonrpc("tools/call", params: ["name": "{{'{{'}}a}}", "arguments": ["x": 1]], id: 1, mcp: true))
    #expect(call.method == "POST" && call.arguments(ofTool: "{{a}}") == ["x": 1])
    #expect(call.arguments(ofTool: "a") == nil)
  }

  @Test(
    arguments: [
      ["method": "tools/call", "params": ["name": "a"]],
      ["method": "tools/list", "mcp": true, "params": ["name": "a"]],
      ["method": "tools/call", "mcp": true, "params": ["name": "a", "arguments": "{{all}}"]],
      ["method": "tools/call", "mcp": true, "params": "{{all}}"],
    ] as [JSONObject])
  func anotherCallHasNoArgumentsOfTheTool(call: JSONObject) throws {
    #expect(try Self.request(call).arguments(ofTool: "a") == nil)
  }

  @Test func whatIsAboutTheResponseIsLeftOutOfOtherMessages() throws {
    let request = try SavedRequest(document: [
      "url": "http://h/", "headers": [["name": "A", "value": "1"]], "body": ["text": "x"],
      "checks": [["query": "status"]], "captures": [["name": "a", "query": "status"]],
      "scripts": ["postResponseFile": "a.js"],
    ])
    #expect(
      request.withoutResponseParts.document == ["url": "http://h/", "headers": [["name": "A", "value": "1"]]])
  }
}
