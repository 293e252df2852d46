import RequestModel
import Testing
import WorkbenchCore

/// Which tabs a kind of request has for its response.
@Suite struct ResponseTabTests {
  private func kind(tabs: [String]?) -> RequestKind {
    RequestKind("sample", "Sample", "A kind of this test.", fields: [.url], formTabs: [], responseTabs: tabs)
  }

  private func shown(for kind: RequestKind) -> [String] {
    ResponseTabs.all.filter { $0.isShown(for: kind, nil) }.map { $0.id }
  }

  @Test func aKindThatNamesNoTabsHasAllOfThemButThatOfMessages() {
    #expect(shown(for: kind(tabs: nil)) == ["body", "headers", "cookies", "timeline", "sent"])
    #expect(shown(for: .webSocket) == ["body", "messages", "headers", "cookies", "timeline", "sent"])
  }

  @Test func aKindHasTheTabsThatItNamesInTheOrderOfTheTable() {
    #expect(shown(for: kind(tabs: ["timeline", "body"])) == ["body", "timeline"])
    #expect(shown(for: kind(tabs: [])) == [])
  }
}
