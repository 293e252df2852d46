/// A `.bru` file: named blocks of pairs, of text or of list items.
struct BruDocument: Equatable {
  struct Annotation: Equatable {
    var name: String
    var value: String?
  }

  struct Pair: Equatable {
    var name: String
    var value: String
    /// The items of a value that is a list.
    var list: [String]?
    var isEnabled = true
    var annotations: [Annotation] = []
  }

  enum Content: Equatable {
    case pairs([Pair])
    case text(String)
    case list([String])
  }

  struct Block: Equatable {
    var name: String
    var content: Content
  }

  var blocks: [Block] = []
  /// Whether it has comments, which no item holds.
  var hasComments = false

  func block(_ name: String) -> Block? { blocks.first { $0.name == name } }

  func pairs(_ name: String) -> [Pair] {
    blocks.flatMap { block -> [Pair] in
      guard block.name == name, case .pairs(let pairs) = block.content else { return [] }
      return pairs
    }
  }

  func text(_ name: String) -> String? {
    guard case .text(let text) = blocks.last(where: { $0.name == name })?.content else { return nil }
    return text
  }

  func list(_ name: String) -> [String] {
    blocks.flatMap { block -> [String] in
      guard block.name == name, case .list(let items) = block.content else { return [] }
      return items
    }
  }

  func value(_ name: String, in block: String) -> String? { pairs(block).first { $0.name == name }?.value }
}

/// A syntax error in a `.bru` file.
struct BruError: Error, Equatable, CustomStringConvertible {
  var line: Int
  var problem: String

  var description: String { "\(line): \(problem)" }
}

extension BruDocument {
  /// Blocks with text, and those of unknown names; others have pairs, or a list in brackets.
  static func hasText(_ name: String) -> Bool {
    switch name {
    case "body:form-urlencoded", "body:multipart-form", "body:file", "body:grpc", "body:ws": false
    default: !isTable(name)
    }
  }
  private static func isTable(_ name: String) -> Bool {
    let tables: Set = [
      "meta", "grpc", "ws", "query", "headers", "metadata", "settings", "app", "assert", "auth", "vars",
    ]
    return tables.contains(name) || BruItem.methods.contains(name)
      || ["params:", "auth:", "vars:"].contains { name.hasPrefix($0) }
  }

  /// Blocks that no reader knows.
  var unknownBlocks: [String] {
    let texts: Set = [
      "body", "body:json", "body:text", "body:xml", "body:sparql", "body:graphql", "body:graphql:vars",
      "script:pre-request", "script:post-response", "script:hooks", "tests", "docs", "example", "color",
    ]
    return blocks.map(\.name).filter { ($0 == "app" || Self.hasText($0)) && !texts.contains($0) }
  }
}
