import RequestModel

enum RandomJSON {
  static func text(_ random: inout SplitMix64, depth: Int) -> String {
    let children = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      depth > 0 && Bool.random(using: &random)
        ? text(&random, depth: depth - 1) : ["1", "\"x\"", "[]", "{ }", "null"].randomElement(using: &random)!
    }
    return Bool.random(using: &random)
      ? "[" + children.joined(separator: ",") + "]"
      : "{" + children.enumerated().map { "\"k\($0)\":\($1)" }.joined(separator: " , ") + "}"
  }
}
