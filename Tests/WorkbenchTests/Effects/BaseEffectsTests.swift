import Testing

@testable import Workbench

/// Bases that are fetched on the screen.
struct BaseEffectsTests {
  @Test func filesThatAreLeftOutAreNamed() {
    let sentence = ": git would take such a folder for a repository"
    #expect(BaseEffects.note(on: []).isEmpty)
    #expect(BaseEffects.note(on: ["api/HEAD"]) == " — left out api/HEAD" + sentence)
    #expect(BaseEffects.note(on: ["api/HEAD", "b/head", "HEAD"]) == " — left out api/HEAD and 2 more" + sentence)
  }
}
