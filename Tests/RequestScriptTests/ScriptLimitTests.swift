import Foundation
import RequestBasics
import Synchronization
import TestSupport
import Testing

@testable import RequestScript

/// How much scripts may ask, nest and use together.
@Suite(.timeLimit(.minutes(2)))
struct ScriptLimitTests {
  // MARK: Questions

  /// Gives no answer before a script has said something.
  private final class HeldAnswers: ScriptServices {
    private let hasSpoken = Gate()
    private let counts = Mutex((all: 0, underWay: 0, most: 0))

    /// How many questions there were, and how many at the same time.
    var all: Int { counts.withLock { $0.all } }
    var most: Int { counts.withLock { $0.most } }

    func receive(_ event: ScriptEvent) { hasSpoken.open() }

    func answer(_ question: ScriptQuestion) async -> JSONObject {
      counts.withLock { counts in
        counts = (counts.all + 1, counts.underWay + 1, max(counts.most, counts.underWay + 1))
      }
      await hasSpoken.waitWithinTimeLimit()
      counts.withLock { $0.underWay -= 1 }
      return ["value": .null]
    }
  }

  @Test func aFewQuestionsAreAskedAtATimeAndAllAreAnswered() async throws {
    let services = HeldAnswers()
    let source = """
      const cookies = pm.cookies.jar(), all = []
      for (let i = 0; i < 90; i++) all.push(cookies.set('http://x/', 'n' + i, 'v'))
      console.log('asked')
      pm.environment.set('count', (await Promise.all(all)).length)
      """
    let result = try await ScriptHost(HostProgram.options).run(.script(source), services: services)
    #expect(result.failure == nil)
    #expect(result.changes == [ScriptChange(.environment, .set(key: "count", value: 90, type: nil))])
    #expect(services.all == 90 && services.most <= 32)
  }

  /// Answers and forgets.
  private struct Answers: ScriptServices {
    func receive(_ event: ScriptEvent) {}
    func answer(_ question: ScriptQuestion) async -> JSONObject { ["value": "x"] }
  }

  @Test func questionsThatAreAnsweredLeaveNothingInTheProgram() async throws {
    let host = ScriptHost(HostProgram.options)
    func memory(after count: Int) async throws -> Int {
      let source = "for (let i = 0; i < \(count); i++) pm.variables.replaceIn('{{$guid}}')"
      _ = try await host.run(.script(source, time: .seconds(90)), services: Answers())
      let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      return try #require(Int(text.split(separator: " ")[1])) * 4096
    }
    let first = try await memory(after: 2000)
    #expect(try await memory(after: 20_000) < first + 24 << 20)
  }

  // MARK: Variables

  /// Counts the elements of lists that are filtered, which does not depend on the machine.
  @Test func variablesAreRemovedInProportionToThem() async throws {
    let source = """
      function work(count) {
        for (let i = 0; i < count; i++) pm.environment.set('k' + i, 'v')
        const { filter } = Array.prototype
        let elements = 0
        Array.prototype.filter = function (...given) { elements += this.length; return filter.apply(this, given) }
        for (let i = 0; i < count; i++) pm.environment.unset('k' + i)
        Array.prototype.filter = filter
        return elements
      }
      console.log(work(1000), work(4000))
      """
    let lines = try await ScriptHost(HostProgram.options).lines(of: source)
    let counts = lines.flatMap { $0.split(separator: " ").compactMap { Int($0) } }
    try #require(counts.count == 2)
    #expect(counts[1] < 5 * counts[0], "\(counts)")
  }

  /// A script may change the list itself, so it is searched, but not with a call for each variable.
  @Test func variablesOfAListThatAScriptHasAreRemovedWithoutACallForEach() async throws {
    let source = """
      for (let i = 0; i < 2000; i++) pm.environment.set('k' + i, 'v')
      const list = pm.environment.values, first = list.members
      list.add({ key: 'k5', value: 'another' })
      list.add({ key: 'off', value: 'v', disabled: true })
      const { filter, map } = Array.prototype
      let elements = 0
      Array.prototype.filter = function (...given) { elements += this.length; return filter.apply(this, given) }
      Array.prototype.map = function (...given) { elements += this.length; return map.apply(this, given) }
      pm.environment.unset('off')
      for (let i = 0; i < 2000; i++) pm.environment.unset('k' + i)
      Object.assign(Array.prototype, { filter, map })
      console.log(elements, list.count(), list.idx(0).key, first.length, pm.environment.has('k5'))
      """
    #expect(try await ScriptHost(HostProgram.options).lines(of: source) == ["0 1 off 2002 false"])
  }

  /// Counts the variables that are searched, by their keys that are read as text.
  @Test func aListThatAScriptEmptiesIsSearchedInProportionToIt() async throws {
    let source = """
      function work(count, empty) {
        let searched = 0
        class Counted { toString() { return this.name } }
        const list = pm.environment.values
        for (let i = 0; i < count; i++) {
          const key = new Counted()
          Object.defineProperty(key, 'name', { get() { searched++; return 'k' + i } })
          list.add({ key, value: i })
        }
        searched = 0
        empty(list, count)
        return `${searched} ${list.count()}`
      }
      const ways = [
        (list, count) => { for (let i = 0; i < count; i++) list.remove('k' + i) },
        (list, count) => { for (let i = count - 1; i >= 0; i--) list.remove(list.idx(i)) },
        list => { while (list.count() > 0) list.remove(list.idx(0)) },
        list => { for (const variable of list) list.remove(variable) },
        list => { list.each(variable => list.remove(variable)) },
      ]
      for (const way of ways) console.log(work(500, way), work(2000, way))
      """
    let lines = try await ScriptHost(HostProgram.options).lines(of: source)
    let counts = lines.map { line in line.split(separator: " ").compactMap { Int($0) } }
    try #require(counts.map(\.count) == [4, 4, 4, 4, 4], "\(lines)")
    for count in counts { #expect(count[2] < 5 * count[0] && count[1] == 0 && count[3] == 0, "\(lines)") }
  }

  @Test func aListThatFindsVariablesInATableKnowsWhatAScriptHasChanged() async throws {
    let source = """
      for (let i = 0; i < 200; i++) pm.environment.set('k' + i, i)
      const list = pm.environment.values
      for (let i = 0; i < 100; i++) list.remove('k' + i)
      const kept = list.one('k100')
      kept.key = 'new'
      console.log(list.get('k100'), list.get('new'), pm.environment.get('new'), list.idx(0) === kept, { ...kept })
      list.remove(kept)
      kept.key = 'again'
      list.add(kept)
      console.log(list.count(), list.idx(99) === kept, list.has('new'), pm.environment.get('again'), kept)
      list.members.splice(0, 50)
      console.log(list.count(), list.get('k101'), list.get('k199'))
      """
    #expect(
      try await ScriptHost(HostProgram.options).lines(of: source) == [
        "undefined 100 100 true { key: 'new', value: 100 }",
        "100 true false 100 Variable { key: 'again', value: 100 }", "50 undefined 199",
      ])
  }

  // MARK: Nested values

  @Test(arguments: [500, 600]) func aVariableThatIsNestedTooDeeplyIsAnErrorThatNamesIt(_ count: Int) async throws {
    let host = ScriptHost(HostProgram.options)
    let source = """
      pm.environment.set('kept', 1)
      let a = []
      for (let i = 0; i < \(count); i++) a = [a]
      pm.globals.set('deep', a)
      """
    let result = try await host.run(.script(source), services: RecordedServices())
    #expect(result.failure?.message == #"The value of the variable "deep" is nested deeper than 500 levels"#)
    #expect(result.changes == [ScriptChange(.environment, .set(key: "kept", value: 1, type: nil))])
    #expect(host.idleProcesses.count == 1)
  }

  @Test(
    arguments: [
      ("pm.visualizer.set('', { a })", "The data of pm.visualizer is nested deeper than 500 levels"),
      (
        "await pm.execution.runRequest('x', { variables: { a } })",
        "A script's message or result is nested deeper than 512 levels"
      ),
      ("pm.expect(a).to.have.jsonSchema({})", "A script's message or result is nested deeper than 512 levels"),
    ])
  func whateverIsNestedTooDeeplyIsAnErrorOfTheScript(_ statement: String, _ message: String) async throws {
    let host = ScriptHost(HostProgram.options)
    let source = "let a = []; for (let i = 0; i < 600; i++) a = [a]; pm.environment.set('kept', 1); \(statement)"
    let result = try await host.run(.script(source), services: RecordedServices())
    #expect(result.failure?.message == message)
    #expect(result.changes == [ScriptChange(.environment, .set(key: "kept", value: 1, type: nil))])
    #expect(host.idleProcesses.count == 1)
  }

  @Test func aQuestionThatIsTooLongIsAnErrorOfTheScript() async throws {
    let host = ScriptHost(HostProgram.options)
    let source = "pm.expect('x'.repeat(65 << 20)).to.have.jsonSchema({})"
    let result = try await host.run(.script(source), services: RecordedServices())
    #expect(result.failure?.message == "A script's message or result has more than 64 MB")
    #expect(host.idleProcesses.count == 1)
  }

  // MARK: Processes

  @Test func jobsThatWaitForAnswersHaveALimitedNumberOfProcesses() async throws {
    var options = HostProgram.options
    options.jobs = 2
    let host = ScriptHost(options)
    let (asked, underWay) = (Recorder<ScriptQuestion>(), Recorder<Int>())
    let services = RecordedServices { question in
      asked.record(question)
      while underWay.values.isEmpty {
        // Two have asked and the third waits, or it does not wait.
        let count = asked.values.count
        if count == 3 || count == 2 && host.waitingJobs == 1 { underWay.record(count) }
        await Task.yield()
      }
      return ["value": "x"]
    }
    try await withThrowingTaskGroup { group in
      for _ in 0..<3 {
        group.addTask { _ = try await host.lines(of: "pm.variables.replaceIn('{{$guid}}')", services) }
      }
      try await group.waitForAll()
    }
    #expect(underWay.values.first == 2 && asked.values.count == 3)
  }

  @Test func jobsThatOthersWaitForHaveProcessesOfTheirOwn() async throws {
    var options = HostProgram.options
    (options.jobs, options.nestedJobs) = (1, 1)
    let host = ScriptHost(options)
    @Sendable func run(atDepth depth: Int) async -> JSONObject {
      let services = RecordedServices { _ in
        if depth < 4 { return await run(atDepth: depth + 1) }
        return ["value": "end"]
      }
      var job = ScriptJob.script("console.log(pm.variables.replaceIn('{{$guid}}'))")
      job.depth = depth
      _ = try? await host.run(job, services: services)
      return ["value": .string("\(depth) " + services.console.joined())]
    }
    #expect(await run(atDepth: 0) == ["value": "0 1 2 3 4 end"])
  }

  @Test func theLargestJobIsEndedIfAllTogetherUseTooMuchMemory() async throws {
    var options = HostProgram.options
    (options.memory, options.totalMemory) = (200 << 20, 250 << 20)
    let host = ScriptHost(options)
    let hasEnded = Gate()
    let services = RecordedServices { _ in
      await hasEnded.waitWithinTimeLimit()
      return ["value": "x"]
    }
    let job = ScriptJob.script(
      """
      const list = []
      for (let i = 0; i < 100; i++) list.push(new Float64Array(1e5).fill(i))
      pm.variables.replaceIn('{{$guid}}')
      console.log(list.length)
      """, time: .seconds(90))
    let errors = await withTaskGroup(of: ScriptError?.self) { group in
      for _ in 0..<3 {
        group.addTask {
          do throws(ScriptError) {
            _ = try await host.run(job, services: services)
            return nil
          } catch {
            hasEnded.open()
            return error
          }
        }
      }
      return await group.reduce(into: [ScriptError?]()) { $0.append($1) }
    }
    #expect(errors.contains(nil))
    #expect(Set(errors.compactMap { $0?.description }) == [ScriptError.totalMemory(250 << 20).description])
  }
}
