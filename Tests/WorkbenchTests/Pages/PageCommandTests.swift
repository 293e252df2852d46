import Foundation
import TestSupport
import Testing

/// Each command in a block of a page is run, or is excused in the table of this suite.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PageCommandTests {
  private struct Excuse {
    let reason: String
    /// Parts of lines; `^` is the beginning of a line, and `$` its end.
    let parts: [String]

    func covers(_ line: String) -> Bool { parts.contains { Self.part($0, isOf: line) } }

    static func part(_ part: String, isOf line: String) -> Bool { "^\(line)$".contains(part) }
  }

  private static let excuses = [
    Excuse(
      reason: "It opens the screen, which OpenTests and TutorialTests try",
      parts: [
        "^workbench$", "^workbench collections/", "^workbench collections --demo$", "^workbench --demo collections$",
        "^workbench ~/shop ~/admin$", "^workbench tutorial",
      ]),
    Excuse(reason: "It waits for keys", parts: [" --interactive"]),
    Excuse(
      reason: "It goes on until it is ended; MockCommandTests, RepeatedRunTests and StreamSendTests try it",
      parts: ["^workbench demo", " --watch", " --every ", " --reconnect"]),
    Excuse(reason: "It needs a password manager; SecretTests tries it with a pipe", parts: ["^pass show"]),
    Excuse(
      reason: "It needs the mock server of a line above; ShippedCollectionTests tries it",
      parts: ["^workbench run collections/shop --env local --allow-scripts$"]),
    Excuse(
      reason: "It needs an MCP server, as MCPCommandTests has it",
      parts: ["^workbench mcp "]),
    Excuse(
      reason: "It needs a server that the built-in one is not: a language model, events with a state",
      parts: ["/v1/chat", "$.state == done"]),
    Excuse(
      reason: "It needs a base in a git repository, as BaseCommandTests has it", parts: ["^workbench base update"]),
    Excuse(reason: "It needs a keyring", parts: ["^workbench secret move"]),
  ]

  /// The exit codes of lines that report something.
  private static let statuses: [String: Int32] = ["workbench diff 3f2a 91bc": 1]

  /// A line of a block that starts the workbench.
  private struct Line: Hashable, Sendable {
    let text: String
    /// Whether it is about the examples as they come with the program.
    let isOfExamples: Bool
    var excuse: Excuse? { PageCommandTests.excuses.first { $0.covers(text) } }
  }

  /// Each line once, without its comment.
  private static func lines() throws -> [Line] {
    let lines = try PageTests.pages.flatMap { page in
      try blocks(of: page).filter { !ShellBlock($0).workbench.isEmpty }.map { text in
        Line(text: text, isOfExamples: page == "docs/guide/examples.md" || text.contains(" --demo"))
      }
    }
    return Set(lines).sorted { $0.text < $1.text }
  }

  private static func blocks(of page: String) throws -> [String] {
    let text = try String(contentsOf: ProjectFiles.root.appending(path: page), encoding: .utf8)
    return text.matches(of: #/(?ms)^```sh\n(.*?)^```$/#).flatMap { block in
      String(block.1).replacing("\\\n", with: " ").split(separator: "\n").map { line in
        line.replacing(#/ +# .*/#, with: "").replacing(#/^\S*\/workbench /#, with: "workbench ")
          .trimmingCharacters(in: .whitespaces)
      }
    }
  }

  @Test func theCommandsAboutTheExamplesWorkWithTheDemoServer() async throws {
    let lines = try Self.lines().filter { $0.isOfExamples && $0.excuse == nil }
    #expect(lines.count > 15)
    try await Self.run(lines, in: Array(0..<Self.width)) { line, _ in
      let result = try await Sandbox.examples().shell(line.text)
      #expect(result.status == 0, "\(line.text): \(result.text) \(result.error)")
    }
  }

  @Test func allOtherCommandsWorkInACollectionOfTheUser() async throws {
    let lines = try Self.lines().filter { !$0.isOfExamples && $0.excuse == nil }
    #expect(lines.count > 100)
    let scene = try await PageScene(places: Self.width)
    defer { scene.end() }
    try await Self.run(lines, in: scene.places) { line, place in
      let result = try await place.run(line.text)
      let status = Self.statuses[line.text] ?? 0
      #expect(result.status == status, "\(line.text): \(result.text) \(result.error)")
    }
  }

  /// The number of lines that run at the same time.
  private static let width = 6

  /// Runs lines in several places at the same time, one at a time in each.
  private static func run<Place: Sendable>(
    _ lines: [Line], in places: [Place], _ run: @escaping @Sendable (Line, Place) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, place) in places.enumerated() {
        group.addTask {
          for index in stride(from: number, to: lines.count, by: places.count) { try await run(lines[index], place) }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func everyExcuseIsThatOfALine() throws {
    let lines = try Self.lines().map(\.text)
    let unused = Self.excuses.flatMap(\.parts).filter { part in !lines.contains { Excuse.part(part, isOf: $0) } }
    #expect(unused == [])
    #expect(Set(Self.statuses.keys).subtracting(lines) == [])
  }
}
