import Foundation
import RequestClient
import TestSupport
import Testing

/// The cases of Autobahn's fuzzing server, which `scripts/setup-autobahn` installs: it needs Python 2.7.
///
/// A test run has the cases about the protocol; `scripts/autobahn` runs all, which takes long.
@Suite(.enabled("needs scripts/setup-autobahn", { Autobahn.isInstalled }), .timeLimit(.minutes(30)))
struct AutobahnTests {
  /// A section and its number of cases.
  typealias Section = (name: String, count: Int)

  static let short: [Section] = [
    ("1", 16), ("2", 11), ("3", 7), ("4", 10), ("5", 20), ("6", 145), ("7", 37), ("10", 1),
  ]

  /// Large messages, and compression with all its parameters.
  static var long: [Section] {
    let numbers = (1...5).map { "12.\($0)" } + (1...7).map { "13.\($0)" }
    return [("9", 54)] + numbers.map { ($0, 18) }
  }

  @Test(arguments: Autobahn.wantsAll ? short + long : short)
  func everyCaseIsHandledStrictly(_ section: String, _ count: Int) async throws {
    let server = try await Autobahn(cases: ["\(section).*"])
    let session = Session.plain()
    for try await message in session.webSocket(server.url + "/getCaseCount").messages() {
      #expect(message == .text("\(count)"))
    }
    for number in 1...count {
      await echo(session.webSocket(server.url + "/runCase?case=\(number)&agent=RequestClient"))
    }
    await echo(session.webSocket(server.url + "/updateReports?agent=RequestClient"))
    let results = try server.results(of: "RequestClient")
    #expect(results.count == count)
    #expect(results.filter { !$0.isStrict }.map(\.description) == [])
  }

  /// Answers in the handler, as a strict client answers the messages before a violation. The server says in its report
  /// what was wrong.
  private func echo(_ socket: WebSocketRequest) async {
    await withCheckedContinuation { end in
      socket.onEvent { event in
        if case .message(let message, _) = event { socket.send(message) { _ in } }
        if case .ended = event { end.resume() }
      }
    }
  }
}
