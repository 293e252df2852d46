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

    /// The failures and their reasons, such as a missing JavaScriptCore.
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
    let url = try await self.url(of: server)
    let report = try await run(
      "collections/shop", "--env", "local", "--var", "base=\(url)", "--allow-scripts", in: sandbox)
    #expect(report.failures == [])
    #expect(report.totals.requests == 16)
    let log = server.errorSoFar
    #expect(log.hasPrefix("16 requests, 28 examples\n") && !log.contains(#/ (404|405|501) [0-9]+ ms/#), "\(log)")
  }

  private func url(of server: Program) async throws -> String {
    try await eventually("the URL", insteadOf: { server.errorSoFar }) {
      server.outputSoFar.hasSuffix("\n") ? server.outputSoFar.trimmingCharacters(in: .newlines) : nil
    }
  }

  @Test func theLogOfTheMockServerIsThatOnItsPage() async throws {
    let page = try String(contentsOf: ProjectFiles.root.appending(path: "docs/mock-server.md"), encoding: .utf8)
    let log = try #require(page.firstMatch(of: #/(?ms)^```\nhttp:\S+\n(.*?)^```$/#)).1
    let sandbox = try Sandbox.examples()
    let server = try sandbox.start(["demo", "--port", "0", "collections/shop"])
    defer { server.send(SIGINT) }
    let url = try await self.url(of: server)
    let requests = log.matches(of: #/(?m)^[0-9:]{8} ([A-Z]+) (\S+) ([0-9]+)/#)
    #expect(requests.count == 5)
    for request in requests {
      let header = request.3 == "401" ? ["-H", "Prefer: code=401"] : []
      _ = try await sandbox.run(["send", "-X", String(request.1), url + request.2] + header)
    }
    _ = try await eventually("the log of the page", insteadOf: { server.errorSoFar }) {
      withoutTimes(server.errorSoFar) == withoutTimes(String(log)) ? true : nil
    }
  }

  private func withoutTimes(_ log: String) -> String {
    log.replacing(#/(?m)^[0-9:]{8} /#, with: "").replacing(#/ [0-9]+ ms /#, with: " ")
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
}
