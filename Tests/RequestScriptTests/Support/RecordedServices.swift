import RequestBasics
import RequestScript
import Synchronization

/// Keeps what jobs report, and answers with what a test says.
final class RecordedServices: ScriptServices {
  private let recorded = Mutex<[ScriptEvent]>([])
  private let asked = Mutex<[ScriptQuestion]>([])
  private let respond: @Sendable (ScriptQuestion) async -> JSONObject

  init(answer: @escaping @Sendable (ScriptQuestion) async -> JSONObject = { _ in [:] }) { respond = answer }

  func receive(_ event: ScriptEvent) { recorded.withLock { $0.append(event) } }

  func answer(_ question: ScriptQuestion) async -> JSONObject {
    asked.withLock { $0.append(question) }
    return await respond(question)
  }

  var events: [ScriptEvent] { recorded.withLock(\.self) }
  var questions: [ScriptQuestion] { asked.withLock(\.self) }

  /// The lines of the console.
  var console: [String] {
    events.compactMap { if case .console(_, let text) = $0 { text } else { nil } }
  }

  var tests: [ScriptTest] {
    events.compactMap { if case .test(let test) = $0 { test } else { nil } }
  }
}
