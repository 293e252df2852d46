import BodyDocument
import Foundation
import RequestModel

/// Measures the rows of a body. Prints a line per figure: its name, a tab, milliseconds (memory: megabytes).
@main struct BodyBench {
  private static let clock = ContinuousClock()

  static func main() throws {
    let path = CommandLine.arguments.dropFirst().first ?? ""
    let body = try Data(contentsOf: URL(fileURLWithPath: path))
    let before = memory()
    var document = BodyDocument(Data(), contentType: nil)
    report("index", measure { document = BodyDocument(body, contentType: "application/json") })
    report("memory of the rows", Double(memory() - before) / 1000)
    let start = body.prefix(64 << 10)
    report("beginning of 64 kB", measure { _ = BodyDocument(start, contentType: "application/json", isWhole: false) })
    report("first screen", measure { draw(document, from: 0) })
    report("jump to the end", measure { draw(document, from: document.lineCount - 50) })
    let first = document.lineCount / 2
    report("fold in the middle", measure { document.toggleFold(at: document.parent(of: first) ?? first) })
    report("unfold in the middle", measure { document.toggleFold(at: document.parent(of: first) ?? first) })
    report("fold all", measure { document.foldAll() })
    report("unfold all", measure { document.unfoldAll() })
    try search(document)
    try resolve()
  }

  /// Finds the variables by name, and fills a body with a template on each line.
  private static func resolve() throws {
    let rows = (0..<10_000).map { #"{ "name": "variable \#($0)", "value": "{{variable \#($0 / 2)}} and \#($0)" }"# }
      .joined(separator: ",")
      .replacing("{{variable 0}} and 0", with: "first")
    let document = try JSONText(#"{ "variables": [\#(rows)] }"#).value.object ?? JSONObject()
    let environment = try Environment(name: "large", document: document)
    let scope = VariableScope(environment: environment)
    let body = (0..<1000).map { "line \($0): {{variable \($0 * 10 + 9)}}\n" }.joined()
    var length = 0
    let duration = measure {
      var resolver = Resolver(
        scope: scope, dynamic: DynamicVariables(now: Date()), outside: OutsideValues(digests: NoDigests()) { _ in nil })
      length = resolver.resolve(body).utf8.count
    }
    guard length > 2 * body.utf8.count else { fatalError("The variables were not replaced") }
    report("1,000 templates of 10,000 variables", duration)
  }

  private struct NoDigests: TemplateDigests {
    func hash(_ data: Data, _ algorithm: DigestAlgorithm) -> Data? { nil }
    func code(of data: Data, key: Data, _ algorithm: DigestAlgorithm) -> Data? { nil }
  }

  private static func search(_ document: BodyDocument) throws {
    guard let far = try BodySearch(SearchPattern("needle")),
      let frequent = try BodySearch(SearchPattern("user")),
      let expression = try BodySearch(SearchPattern(#"user\d+9@"#, isRegularExpression: true))
    else { return }
    report("first hit, at the end", try measure { _ = try document.find(far, from: 0) })
    report("all hits", try measure { print("\(try document.hits(of: frequent)?.count ?? 0) hits") })
    report("all hits of a regular expression", try measure { _ = try document.hits(of: expression) })
    report("filter $..name", try measure { _ = try document.select(JSONPathQuery("$..name")) })
  }

  private static func draw(_ document: BodyDocument, from line: Int) {
    for line in max(0, line)..<min(document.lineCount, line + 50) { _ = document.line(at: line, columns: 0..<200) }
  }

  private static func measure(_ work: () throws -> Void) rethrows -> Double {
    let duration = try clock.measure(work)
    return duration / .milliseconds(1)
  }

  private static func report(_ name: String, _ value: Double) { print("\(name)\t\(value)") }

  /// Returns the resident memory of this process in kB.
  private static func memory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
