import Foundation
import RequestBasics
import Synchronization
import TestSupport
import Testing

@testable import RequestScript

/// Which job gets which process.
struct HostPoolTests {
  private static let processors = max(2, ProcessInfo.processInfo.activeProcessorCount)

  /// - Parameter patience: How long a job waits for the others.
  private func host(patience: Duration) -> ScriptHost {
    var options = HostProgram.options
    options.patience = patience
    return ScriptHost(options)
  }

  /// Services of jobs that ask something each.
  private struct Questions {
    let allAsked = Gate()
    let services: RecordedServices

    /// - Parameter count: How many are asked.
    init(_ count: Int, answer: JSONObject = [:], areHeldUntilAllAsked: Bool = false) {
      let asked = Mutex(0)
      services = RecordedServices { [allAsked] _ in
        let number = asked.withLock { asked in
          asked += 1
          return asked
        }
        if number == count { allAsked.open() }
        if areHeldUntilAllAsked { await allAsked.wait() }
        return answer
      }
    }
  }

  private static let question = "pm.variables.replaceIn('{{$guid}}');"

  /// Begins as many jobs as there are processors.
  private func occupy(_ host: ScriptHost, with source: String) async -> [Task<ScriptResult, any Error>] {
    let questions = Questions(Self.processors)
    let job = ScriptJob.script(Self.question + source, time: .seconds(900))
    let tasks = (0..<Self.processors).map { _ in Task { try await host.run(job, services: questions.services) } }
    await questions.allAsked.wait()
    return tasks
  }

  private func cancel(_ tasks: [Task<ScriptResult, any Error>]) async {
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: ScriptError.cancelled) { try await task.value } }
  }

  @Test func asManyJobsComputeAtATimeAsThereAreProcessors() async throws {
    let starts = FileManager.default.temporaryDirectory.appending(path: "starts-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: starts) }
    var options = HostProgram.played(by: "echo x >>'\(starts.path)'; exec '\(HostProgram.path)' __script-host --test")
    options.patience = .seconds(60)
    let host = ScriptHost(options)
    try await withThrowingTaskGroup { group in
      for _ in 0..<5 * Self.processors {
        group.addTask { _ = try await host.lines(of: "for (let i = 0; i < 1e5; i++);") }
      }
      try await group.waitForAll()
    }
    #expect(try String(contentsOf: starts, encoding: .utf8).count(where: \.isNewline) <= Self.processors)
    #expect(host.idleProcesses.count <= 2)
  }

  @Test func aJobThatWaitsForAnAnswerLetsOthersRun() async throws {
    let host = host(patience: .seconds(600))
    let count = Self.processors + 3
    let response: JSONObject = ["response": ["code": 200, "status": "OK", "headers": [], "bodyText": ""]]
    let questions = Questions(count, answer: response, areHeldUntilAllAsked: true)
    try await withThrowingTaskGroup { group in
      for number in 0..<count {
        let job = ScriptJob.script("await pm.sendRequest('http://x/'); console.log(\(number))")
        group.addTask { _ = try await host.run(job, services: questions.services) }
      }
      try await group.waitForAll()
    }
    #expect(questions.services.console.compactMap { Int($0) }.sorted() == Array(0..<count))
  }

  @Test func aJobThatSleepsDoesNotKeepOthersWaiting() async throws {
    let host = host(patience: .milliseconds(10))
    let sleeping = await occupy(host, with: "setTimeout(() => {}, 600000)")
    #expect(try await host.lines(of: "console.log('runs')") == ["runs"])
    await cancel(sleeping)
  }

  @Test func aJobThatIsCancelledWhileItWaitsForItsTurnEnds() async throws {
    let host = host(patience: .seconds(600))
    let computing = await occupy(host, with: "while (true) {}")
    let waiting = Task { try await host.run(.script(""), services: RecordedServices()) }
    await cancel([waiting])
    await cancel(computing)
    #expect(try await host.lines(of: "console.log('next')") == ["next"])
  }

  @Test(.timeLimit(.minutes(1)), arguments: [0, 1]) func aHostThatWaitsForAJobUsesNoProcessor(jobs: Int) async throws {
    let host = host(patience: .seconds(60))
    host.warm()
    for _ in 0..<jobs { _ = try await host.lines(of: "1") }
    while host.idleProcesses.isEmpty { await Task.yield() }
    let statistics = "/proc/\(host.idleProcesses[0])/stat"
    func ticks() throws -> ArraySlice<Substring> {
      try String(contentsOfFile: statistics, encoding: .utf8).split(separator: " ")[13...14]
    }
    var former: ArraySlice<Substring> = []
    while try former != ticks() {
      former = try ticks()
      // Ten ticks of the system's clock.
      try await Task.sleep(for: .milliseconds(100))
    }
  }
}
