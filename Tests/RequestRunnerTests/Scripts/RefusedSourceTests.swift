import RequestModel
import Testing

@testable import RequestRunner

/// Sources refused to scripts are asked about once.
struct RefusedSourceTests {
  private let refused = RefusedSources()

  private func take(_ collection: String = "/shop", allowed: Set<OutsideSource> = []) -> [OutsideSource] {
    refused.takeSources(3, of: collection, unless: allowed.contains)
  }

  @Test func eachSourceIsAskedForOnceAndAFewAtATime() {
    let hosts = ["a", "b", "c"].map { OutsideSource.cookies($0) }
    refused.note(hosts + [.vault], of: "/shop")
    #expect(take("/other").isEmpty)
    #expect(take() == [.vault] + hosts.prefix(2))
    refused.note(hosts + [.vault], of: "/shop")
    #expect(take() == [.cookies("c")])
    refused.note(hosts + [.vault], of: "/shop")
    #expect(take().isEmpty)
  }

  @Test func whatWasAllowedForOneSendIsAskedForAgain() {
    refused.note([.vault], of: "/shop")
    #expect(refused.takeSources(3, of: "/shop", isLast: false, unless: { _ in false }) == [.vault])
    #expect(take() == [.vault])
    #expect(take(allowed: [.vault]).isEmpty)
    #expect(take() == [.vault])
    #expect(take().isEmpty)
  }

  @Test func scriptsCannotMakeQuestionsWithoutEnd() {
    refused.note((0..<1_000).map { .cookies("host-\($0)") }, of: "/shop")
    var asked = 0
    while case let sources = take(), !sources.isEmpty { asked += sources.count }
    #expect(asked == 100)
  }
}
