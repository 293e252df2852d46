package import Foundation

/// The pages of the tools of an MCP server that have arrived.
package struct MCPToolPages: Equatable, Sendable {
  package private(set) var tools: [JSONObject] = []
  /// The cursor of the next page; `nil` after the last one.
  package private(set) var next: String?
  /// The cursors of all pages so far.
  private var cursors: Set<String> = []
  /// Whether the last page names itself or an earlier one as the next one.
  private var isRepeated = false
  private var count = 0
  /// In bytes.
  private var size = 0

  /// The maximum numbers of pages and tools.
  package static let (mostPages, mostTools) = (100, 1_000)
  /// The maximum size of all pages, in bytes.
  private static let longest = 8 << 20
  /// The time limit of a page in seconds, as a stream may never end.
  package static let patience = 60.0
  /// The time after which no further page is requested.
  package static let listTime = Duration.seconds(120)

  package init() {}

  /// Adds the page in a response.
  ///
  /// - Parameter texts: The data of its events if it is a stream, else its body.
  /// - Returns: Whether the response contains a page.
  package mutating func add(_ texts: [Data]) throws(Failure) -> Bool {
    let size = texts.reduce(0) { $0 + $1.count }
    try checkRoom(for: size)
    let messages = texts.compactMap { try? JSONText(Array($0)).value }.flatMap(JSONRPCMessage.all(in:))
    let answer = messages.first { $0.isResponse }
    if let problem = answer?.problem { throw Failure(.other, "tools/list: error \(problem)") }
    guard let page = answer?.result?.object else { return false }
    try add(page, size: size)
    return true
  }

  /// Adds a page.
  ///
  /// - Parameter size: Its size in bytes.
  package mutating func add(_ page: JSONObject, size: Int) throws(Failure) {
    try checkRoom(for: size)
    tools += (page["tools"]?.array ?? []).compactMap(\.object)
    next = Self.nextCursor(of: page)
    isRepeated = next.map { !cursors.insert($0).inserted } ?? false
    count += 1
    self.size += size
  }

  /// The cursor of the page after one; `nil` after the last one. Some servers send an empty one then.
  package static func nextCursor(of page: JSONObject) -> String? {
    guard let cursor = page["nextCursor"]?.string, !cursor.isEmpty else { return nil }
    return cursor
  }

  private func checkRoom(for more: Int) throws(Failure) {
    guard size + more <= Self.longest else {
      throw Failure(.tooLarge, "The list of tools is longer than \(Self.longest >> 20) MB")
    }
  }

  /// Why the next page is not requested; `nil` if it is, or if there is none.
  package var end: String? {
    if tools.count > Self.mostTools { return "The first \(Formatting.number(Self.mostTools)) tools are listed" }
    return next != nil && (isRepeated || count >= Self.mostPages) ? Self.hasMore : nil
  }

  package static let hasMore = "The server has more pages of tools: the rest is left out"

  /// The end of a sentence that says why a further page is missing.
  package static let leftOut = " — the rest of the tools is left out"
}
