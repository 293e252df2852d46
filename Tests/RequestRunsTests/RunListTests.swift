import Foundation
import RequestModel
import Testing

@testable import RequestRuns

@Suite struct RunListTests {
  private static func result(
    _ name: String, _ iteration: Int = 0, failing: String? = nil, milliseconds: Int = 10
  ) -> RunResult {
    var result = RunResult(
      iteration: iteration, title: name, address: Address("\(name).json"), file: "\(name).json", method: "GET",
      url: "http://localhost/\(name)", outcome: .completed(status: 200, reason: "OK"),
      startedAt: Date(timeIntervalSince1970: 0))
    result.duration = .milliseconds(milliseconds)
    result.checks = [LogEvent.Check("status", isPassed: failing == nil, detail: failing ?? "")]
    return result
  }

  private let list = RunList([
    result("a"), result("b", failing: "it is 500"), result("c"), result("a", 1, failing: "it is 404"), result("b", 1),
  ])

  private func titles(_ list: RunList, _ order: RunList.Order) -> [String] {
    (0..<list.count(order)).map { position in
      let row = list.rows[list.index(at: position, order)]
      return list.requests[row.request].title + String(row.iteration)
    }
  }

  @Test func failuresComeFirst() {
    #expect(titles(list, .init()) == ["b0", "a1", "a0", "c0", "b1"])
    #expect(titles(list, .init(isNewestFirst: true)) == ["b0", "a1", "b1", "c0", "a0"])
    #expect(titles(list, .init(hasFailuresOnly: true)) == ["b0", "a1"])
  }

  @Test func everyRowIsFoundAtItsPosition() {
    for isNewestFirst in [false, true] {
      let order = RunList.Order(isNewestFirst: isNewestFirst)
      for position in 0..<list.count(order) {
        #expect(list.position(of: list.index(at: position, order), order) == position)
      }
    }
    #expect(list.position(of: 0, .init(hasFailuresOnly: true)) == nil)
    #expect(list.position(of: 9, .init()) == nil)
  }

  @Test func aFailureIsALine() {
    var result = Self.result("a", failing: "it is\n500")
    #expect(RunRow(result, request: 0).failure == "status: it is⏎500")
    result.checks.append(LogEvent.Check("time", isPassed: false, detail: ""))
    #expect(RunRow(result, request: 0).failure == "status: it is⏎500 (and 1 more)")
    result.outcome = .failed(Failure(.refused, "Connection refused"))
    #expect(RunRow(result, request: 0).failure == "Connection refused")
    #expect(RunRow(Self.result("a"), request: 0).failure == nil)
    (result.outcome, result.checks, result.note) = (.skipped, [], "No value was typed for {{otp}}")
    #expect(RunRow(result, request: 0).failure == "No value was typed for {{otp}}")
    #expect(!RunRow(result, request: 0).isFailure)
  }

  @Test func whatFailedCanBeRunAgain() {
    #expect(list.failedRequests.map(\.path) == ["a.json", "b.json"])
    #expect(list.failedIterations == [Address("a.json"): [1], Address("b.json"): [0]])
  }

  // MARK: Comparing

  private func changes(_ old: [RunResult], _ new: [RunResult]) -> [String] {
    RunComparison(RunList(old), RunList(new)).rows.map { "\($0.request.title)\($0.occurrence) \($0.change)" }
  }

  @Test func whatFailsNowComesFirstInAComparison() {
    let old = [Self.result("a"), Self.result("b", failing: "x"), Self.result("c"), Self.result("d", failing: "x")]
    let new = [
      Self.result("a"), Self.result("b"), Self.result("c", failing: "x"), Self.result("d", failing: "y"),
      Self.result("e"),
    ]
    #expect(changes(old, new) == ["c0 newlyFailing", "d0 stillFailing", "b0 fixed", "e0 added", "a0 same"])
    #expect(changes([Self.result("a")], []) == ["a0 removed"])
  }

  @Test func cancelledRequestsAreNotCompared() {
    var cancelled = Self.result("a")
    (cancelled.outcome, cancelled.checks) = (.cancelled, [])
    #expect(changes([cancelled], [Self.result("a", milliseconds: 900)]) == ["a0 added"])
    #expect(changes([Self.result("a")], [cancelled]) == ["a0 removed"])
  }

  @Test func whatIsNewAndFailsIsNewlyFailing() {
    #expect(changes([], [Self.result("a", failing: "x"), Self.result("b")]) == ["a0 newlyFailing", "b0 added"])
  }

  @Test func somePartOfARunIsComparedWithTheSameIterations() {
    let old = RunList([Self.result("a"), Self.result("a", 1, failing: "x"), Self.result("a", 2)])
    let new = RunList([Self.result("a", 1, failing: "x")])
    let rows = RunComparison(old, new, isPart: true).rows
    #expect(rows.map { "\($0.occurrence) \($0.change)" } == ["1 stillFailing", "0 removed", "2 removed"])
  }

  @Test func aRequestIsComparedWithItselfInTheSameIteration() {
    let old = [Self.result("a"), Self.result("a", 1, failing: "x")]
    let new = [Self.result("a", failing: "x"), Self.result("a", 1)]
    #expect(changes(old, new) == ["a0 newlyFailing", "a1 fixed"])
  }

  @Test(arguments: [(10, 55, false), (100, 140, false), (100, 151, true), (1000, 1400, false), (1000, 1600, true)])
  func slowerIsHalfAsLongAgainAndMoreThanChance(before: Int, after: Int, isSlower: Bool) {
    let old = [Self.result("a", milliseconds: before)]
    let new = [Self.result("a", milliseconds: after)]
    #expect(changes(old, new) == [isSlower ? "a0 slower" : "a0 same"])
  }
}
