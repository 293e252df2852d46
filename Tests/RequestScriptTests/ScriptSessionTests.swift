import Foundation
import RequestBasics
import TestSupport
import Testing

@testable import RequestScript

/// The global object that the scripts of one request share.
struct ScriptSessionTests {
  private let host = ScriptHost(HostProgram.options)

  private func before(_ source: String, in session: ScriptSession, _ host: ScriptHost? = nil) async throws {
    var job = ScriptJob.script(source)
    (job.event, job.response) = (.preRequest, nil)
    let result = try await (host ?? self.host).run(job, services: RecordedServices(), in: session)
    #expect(result.failure == nil)
  }

  private func after(
    _ source: String, in session: ScriptSession?, _ host: ScriptHost? = nil
  ) async throws -> String? {
    let services = RecordedServices()
    let result = try await (host ?? self.host).run(.script(source), services: services, in: session)
    if let failure = result.failure { return "\(failure.name): \(failure.message)" }
    // Before it, old names tell what to use instead.
    return services.console.last
  }

  private static let scripts = [
    ("left = 1; alsoLeft = left + 1", "[left, alsoLeft]", "1,2"),
    ("help = function () { return pm.response.code }", "help()", "200"),
    ("globalThis.left = { deep: [1] }", "left.deep", "1"),
    ("[first, second] = [1, 2]", "[first, second]", "1,2"),
    ("for (each of [1, 2]);", "each", "2"),
    ("(function () { this.left = 1 }).call(globalThis)", "left", "1"),
    ("Object.prototype.left = () => 'all'", "({}).left()", "all"),
    ("utils = { check: () => typeof pm.response }", "utils.check()", "object"),
    (
      "let own = 1; const mine = 2; var alsoMine = 3", "[typeof own, typeof mine, typeof alsoMine]",
      "undefined,undefined,undefined"
    ),
    ("left = 1", "typeof responseBody + typeof pm.response.code", "stringnumber"),
  ]

  @Test(arguments: scripts) func scriptsAfterTheResponseSeeWhatThoseBeforeHaveLeft(
    source: String, reader: String, value: String
  ) async throws {
    // More than it takes until jobs share a global object.
    for _ in 1...8 {
      let session = ScriptSession()
      try await before(source, in: session)
      #expect(try await after("console.log(String(\(reader)))", in: session) == value)
    }
  }

  @Test(arguments: [
    "left = 1", "globalThis['le' + 'ft'] = 1", "for (left of [1]);", "new Function('left = 1')()",
  ]) func anotherRequestSeesNothingOfIt(source: String) async throws {
    for _ in 1...8 {
      let session = ScriptSession()
      try await before(source, in: session)
      #expect(try await after("console.log(typeof left)", in: nil) == "undefined")
      #expect(try await after("console.log(typeof left)", in: ScriptSession()) == "undefined")
      #expect(try await after("console.log(left)", in: session) == "1")
      // It was the last script of the request.
      #expect(try await after("console.log(typeof left)", in: session) == "undefined")
    }
  }

  @Test func whatTheTextDoesNotShowIsKeptWhereAllJobsShareAGlobalObject() async throws {
    let host = ScriptHost(HostProgram.options("--lasting"))
    for _ in 1...3 {
      let session = ScriptSession()
      try await before("left = 1", in: session, host)
      #expect(try await after("console.log(typeof left)", in: nil, host) == "undefined")
      #expect(try await after("console.log(left)", in: session, host) == "1")
    }
  }

  @Test func requestsAtTheSameTimeHaveTheirOwn() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<40 {
        group.addTask {
          let session = ScriptSession()
          try await before("left = \(number)", in: session)
          try await Task.sleep(for: .milliseconds(number % 7))
          #expect(try await after("console.log(left)", in: session) == "\(number)")
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func theyEndWithTheirProcess() async throws {
    let session = ScriptSession()
    try await before("left = 1", in: session)
    for process in host.idleProcesses { kill(process, SIGKILL) }
    while !host.idleProcesses.isEmpty { await Task.yield() }
    let services = RecordedServices()
    _ = try await host.run(.script("console.log(typeof left)"), services: services, in: session)
    #expect(
      services.console == [
        "The script host has ended since the scripts before the request, and what they left without var with it",
        "undefined",
      ])
  }

  @Test func thoseOfRequestsThatWereNotSentAreForgotten() async throws {
    for _ in 1...300 { try await before("left = new Array(1e5).fill(0)", in: ScriptSession()) }
    #expect(host.idleProcesses.count == 1)
    let session = ScriptSession()
    try await before("left = 1", in: session)
    #expect(try await after("console.log(left)", in: session) == "1")
  }
}
