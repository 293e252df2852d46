import RequestModel
import Testing

@testable import Workbench

struct ProgramVersionTests {
  @Test(arguments: [
    ("", ClientVersion.current),
    ("0123456789ab 2026-01-31", "\(ClientVersion.current) (commit 0123456789ab, 2026-01-31)"),
    ("0123456789ab+ 2026-01-31", "\(ClientVersion.current) (commit 0123456789ab+, 2026-01-31)"),
  ])
  func theVersionNamesTheCommitThatTheBuildKnew(commit: String, line: String) {
    #expect(ProgramVersion.line(commit: commit) == line)
  }

  @Test func theVersionIsSemantic() {
    #expect(ClientVersion.current.wholeMatch(of: #/\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?/#) != nil)
  }
}
