import Foundation
import RequestBasics
import TestSupport
import Testing

@testable import RequestScript

/// Jobs that have their process before those in front of them have ended.
struct ScriptLaneTests {
  private let host = ScriptHost(HostProgram.options)
  private let lane = ScriptLane()
  /// Held until a test opens it: what the first job asks is answered then.
  private let gate = Gate()
  private let services: RecordedServices

  init() {
    services = RecordedServices { [gate] _ in
      await gate.wait()
      return [:]
    }
  }

  private static let question = "pm.variables.replaceIn('{{$guid}}');"

  /// Begins jobs one after another, and waits until each has begun, or ended already.
  private func begin(_ sources: String..., time: Duration = .seconds(900)) async -> [Task<ScriptResult, any Error>] {
    let count = host.begunJobs
    var tasks: [Task<ScriptResult, any Error>] = []
    for source in sources {
      let end = Gate()
      tasks.append(
        Task {
          defer { end.open() }
          return try await host.run(.script(source, time: time), services: services, on: lane)
        })
      while host.begunJobs < count + tasks.count, !end.isOpen { await Task.yield() }
    }
    return tasks
  }

  /// Waits until the first job has asked its question.
  private func waitForQuestion() async { while services.questions.isEmpty { await Task.yield() } }

  @Test func jobsRunOneAfterAnotherInOneProcess() async throws {
    let first = await begin(Self.question + "console.log(0)")
    let others = await begin("console.log(1)", "console.log(2)", "console.log(3)")
    await waitForQuestion()
    #expect(services.console == [])
    gate.open()
    for task in first + others { #expect(try await task.value == ScriptResult()) }
    #expect(services.console == ["0", "1", "2", "3"])
    #expect(host.idleProcesses.count == 1)
  }

  @Test func aJobThatWaitsForATimerEndsBeforeTheNextBegins() async throws {
    let wait = "await new Promise(resolve => setTimeout(resolve, 100));"
    for task in await begin(wait + "console.log(pm.response.code)", "console.log('next')") { _ = try await task.value }
    #expect(services.console == ["200", "next"])
  }

  @Test func eachJobHasItsOwnBody() async throws {
    let text = "console.log(pm.response.text())"
    let bodies = ["first", "second"]
    let asking = await begin(Self.question)
    var tasks: [Task<ScriptResult, any Error>] = []
    for (index, body) in bodies.enumerated() {
      let job = ScriptJob.script(text, body: Data(body.utf8))
      tasks.append(Task { try await host.run(job, services: services, on: lane) })
      while host.begunJobs < 2 + index { await Task.yield() }
    }
    gate.open()
    for task in asking + tasks { _ = try await task.value }
    #expect(services.console == bodies)
  }

  @Test func jobsThatBeginAtTheSameTimeGetTheirOwnResults() async throws {
    let names = try await withThrowingTaskGroup { group in
      for number in 0..<60 {
        let job = ScriptJob.script("throw new Error('\(number)')")
        group.addTask { [host, lane, services] in
          (number, try await host.run(job, services: services, on: lane).failure?.message)
        }
      }
      return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
    }
    #expect(names == Dictionary(uniqueKeysWithValues: (0..<60).map { ($0, "\($0)") }))
  }

  @Test func jobsAfterOneThatEndsItsProcessRunInAnother() async throws {
    let endless = await begin(Self.question + "while (true);", time: .milliseconds(300))
    let others = await begin("console.log(1)", "console.log(2)")
    gate.open()
    await #expect(throws: ScriptError.time(.milliseconds(300))) { try await endless[0].value }
    for task in others { _ = try await task.value }
    #expect(services.console.sorted() == ["1", "2"])
  }

  @Test func cancellingAJobLeavesTheOneBeforeIt() async throws {
    let first = await begin(Self.question + "console.log('first')")
    let second = await begin("console.log('second')")
    await waitForQuestion()
    second[0].cancel()
    await #expect(throws: ScriptError.cancelled) { try await second[0].value }
    gate.open()
    #expect(try await first[0].value == ScriptResult())
    #expect(try await begin("console.log('third')")[0].value == ScriptResult())
    #expect(services.console == ["first", "third"])
  }

  @Test func cancellingARunningJobLeavesTheNextOnes() async throws {
    let first = await begin(Self.question)
    let others = await begin("console.log(1)", "console.log(2)")
    await waitForQuestion()
    first[0].cancel()
    gate.open()
    await #expect(throws: ScriptError.cancelled) { try await first[0].value }
    for task in others { #expect(try await task.value == ScriptResult()) }
    #expect(services.console.sorted() == ["1", "2"])
  }
}
