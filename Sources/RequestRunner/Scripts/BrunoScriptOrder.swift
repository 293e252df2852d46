internal import Interchange

/// Puts scripts after a response in the order of Bruno's: those of all levels, then the tests of all levels.
struct BrunoScriptOrder {
  private let flow: BrunoScriptFlow
  private let first: Int

  /// - Parameter first: The index of the first script in the collection from Bruno. Those before are of folders around
  ///   it.
  init(_ flow: BrunoScriptFlow, first: Int) { (self.flow, self.first) = (flow, first) }

  /// - Parameter sources: The scripts of the levels, the outermost first.
  func ordered(_ sources: [ScriptSource]) -> [ScriptSource] {
    var levels = Array(sources[first...])
    if flow == .sandwich { levels.reverse() }
    var (scripts, tests) = (Array(sources[..<first]), [ScriptSource]())
    for level in levels {
      let parts = BrunoTests.separated(level.source)
      if let script = parts.script { scripts.append(ScriptSource(name: level.name, source: script)) }
      if let own = parts.tests { tests.append(ScriptSource(name: level.name, source: own)) }
    }
    return scripts + tests
  }
}
