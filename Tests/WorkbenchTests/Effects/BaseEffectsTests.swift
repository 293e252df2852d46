import Testing

@testable import Workbench

/// Bases that are fetched on the screen.
struct BaseEffectsTests {
  @Test(arguments: [
    ([], ""), (["api/HEAD"], " — left out api/HEAD: git would take such a folder for a repository"),
    (["api/HEAD", "b/head", "HEAD"], " — left out api/HEAD and 2 more: git would take such a folder for a repository"),
  ] as [([String], String)])
  func filesThatAreLeftOutAreNamed(_ paths: [String], _ note: String) {
    #expect(BaseEffects.note(on: paths) == note)
  }
}
