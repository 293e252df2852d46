import Foundation
import Glibc
import RequestModel
import RequestStore
import TestSupport
import Testing

/// The collections that come with the program, run as the guide shows it.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ShippedCollectionTests {
  /// The parts of a JSON report that the tests look at.
  private struct Report: Decodable {
    struct Totals: Decodable, Equatable {
      var result = "passed"
      var iterations = 1
      var requests: Int
      var failedRequests = 0
      var checks: Int
      var failedChecks = 0
    }

    struct Check: Decodable {
      let name: String
      let passed: Bool
      let detail: String?
    }

    struct Result: Decodable {
      let path: String
      let result: String
      let error: String?
      let checks: [Check]
    }

    let results: [Result]
    let totals: Totals

    /// What has not passed, and why: a missing JavaScriptCore is named here.
    var failures: [String] {
      results.filter { $0.result != "passed" }.map { result in
        let checks = result.checks.filter { !$0.passed }.map { "\($0.name): \($0.detail ?? "")" }
        return ([result.path, result.error].compactMap(\.self) + checks).joined(separator: " | ")
      }
    }
  }

  private func run(
    _ arguments: String..., in sandbox: Sandbox? = nil, status: Int32 = 0
  ) async throws -> Report {
    let result = try await (sandbox ?? .examples()).run(["run"] + arguments + ["-r", "json"])
    let report = try JSONDecoder().decode(Report.self, from: result.output)
    #expect(result.status == status, "\(report.failures) \(result.error)")
    return report
  }

  @Test func theTourPassesWithTheDemoServer() async throws {
    let report = try await run("collections/httpbin", "--demo")
    #expect(report.failures == [])
    #expect(report.totals == Report.Totals(requests: 56, checks: 220))
  }

  @Test func theShopPassesWithItsOwnExamples() async throws {
    let report = try await run("collections/shop", "--demo", "--allow-scripts")
    #expect(report.failures == [])
    #expect(report.totals == Report.Totals(requests: 16, checks: 75))
  }

  @Test func withoutPermissionForScriptsTheReceiptAloneFails() async throws {
    let report = try await run("collections/shop", "--demo", status: 4)
    #expect(report.results.filter { $0.result != "passed" }.map(\.path) == ["orders/receipt.json"])
    #expect(report.failures.first?.contains("or pass --allow-scripts") == true, "\(report.failures)")
  }

  @Test func eachRowOfTheCartsIsOrdered() async throws {
    let report = try await run(
      "collections/shop", "--demo", "--tags", "smoke", "--data", "collections/shop/carts.csv")
    #expect(report.failures == [])
    #expect(report.totals == Report.Totals(iterations: 3, requests: 15, checks: 75))
  }

  @Test func aFolderNeedsNoLoginBefore() async throws {
    let orders = try await run("collections/shop/orders", "--demo", "--exclude-tags", "script")
    #expect(orders.failures == [])
    let sent = try await Sandbox.examples().run("send", "collections/shop/orders/show.json", "--demo")
    #expect(sent.status == 0 && sent.text.contains("\"id\": \"42\""), "\(sent.text) \(sent.error)")
    #expect(!sent.text.contains("demo-"))
  }

  @Test func theMockServerHasAnExampleForEachRequestOfTheShop() async throws {
    let sandbox = try Sandbox.examples()
    let server = try sandbox.start(["demo", "--port", "0", "collections/shop"])
    defer { server.send(SIGINT) }
    let url = try await eventually("the URL", insteadOf: { server.errorSoFar }) {
      server.outputSoFar.hasSuffix("\n") ? server.outputSoFar.trimmingCharacters(in: .newlines) : nil
    }
    let report = try await run(
      "collections/shop", "--env", "local", "--var", "base=\(url)", "--allow-scripts", in: sandbox)
    #expect(report.failures == [])
    #expect(report.totals.requests == 16)
    let log = server.errorSoFar
    #expect(log.hasPrefix("16 requests, 28 examples\n") && !log.contains(#/ (404|405|501) [0-9]+ ms/#), "\(log)")
  }

  // MARK: The files

  private static let store = CollectionStore(
    root: Repository.path("collections"), trash: NSTemporaryDirectory() + "trash")

  @Test(arguments: ExampleTests.requests) func eachRequestExplainsAndChecksItself(_ path: String) throws {
    let request = try Self.store.open(Address(path)).request
    let members = Set(request.document.members.map(\.key.value))
    #expect(Set(["id", "docs", "tags", "checks"]).subtracting(members) == [])
    #expect(!request.examples.isEmpty || path.hasPrefix("httpbin/"))
  }

  /// The lines of the blocks of code of a page, without comments.
  private static func lines(of page: String) throws -> [String] {
    let text = try String(contentsOf: ProjectFiles.root.appending(path: page), encoding: .utf8)
    let blocks = text.matches(of: #/(?s)```sh\n(.*?)```/#).map { String($0.1) }
    return blocks.joined(separator: "").split(separator: "\n").map { line in
      String(line.prefix { $0 != "#" }).trimmingCharacters(in: .whitespaces)
    }
  }

  @Test func theCommandsOfTheGuideWork() async throws {
    // Other tests try the screen and the mock server, which run until they are ended.
    let others = ["workbench --demo collections", "workbench demo collections/shop"]
    let ending = try Self.lines(of: "docs/guide/examples.md").filter { line in
      !others.contains(line) && ![":8787", "run collections/shop --env"].contains { line.contains($0) }
    }
    #expect(ending.count > 10)
    try await expectSuccess(of: ending)
  }

  @Test func theCommandsOfAllPagesWorkWithTheDemoServer() async throws {
    let pages = PageTests.pages.filter { $0 != "docs/guide/examples.md" }
    let lines = try pages.flatMap(Self.lines(of:)).map { $0.replacing(".build/release/workbench", with: "workbench") }
    let demos = lines.filter { line in
      ["workbench send collections/", "workbench run collections/"].contains { line.hasPrefix($0) }
        && line.contains(" --demo")
    }
    #expect(demos.count >= 9)
    try await expectSuccess(of: Set(demos).sorted())
  }

  private func expectSuccess(of lines: [String]) async throws {
    let sandbox = try Sandbox.examples()
    for line in lines {
      let result = try await sandbox.shell(line)
      #expect(result.status == 0, "\(line): \(result.text) \(result.error)")
    }
  }
}
