import TerminalUI
import Testing

@testable import WorkbenchCore

@Suite struct CommandListTests {
  @Test func noKeyMeansTwoThingsInOnePlace() {
    for scope in Command.Scope.allCases {
      let keys = Command.all.filter { $0.scope == scope }.flatMap(\.keys)
      let clashing = keys.filter { key in keys.count { $0.excludes(key) } > 1 }
      #expect(clashing == [], "\(scope.rawValue)")
    }
  }

  /// A pane may take a key from everywhere only where it is listed here.
  @Test func noPaneHidesAKeyThatActsEverywhere() {
    let everywhere = Command.everywhere.flatMap(\.keys)
    let hidden = Command.all.filter { $0.scope != .everywhere }.flatMap { command in
      command.keys.filter { key in everywhere.contains { $0.excludes(key) } }.map { "\(command.name) \($0)" }
    }
    #expect(hidden == [])
  }

  @Test func everyCommandHasANameATitleAndASentence() {
    let names = Command.all.map(\.name)
    #expect(Set(names).count == names.count)
    for command in Command.all {
      #expect(command.name.contains(/^[a-z]+\.[a-zA-Z]+$/), "\(command.name)")
      #expect(!command.title.isEmpty && !command.title.hasSuffix("."), "\(command.name)")
      #expect(command.help.contains(/^[A-Z].*\.$/), "\(command.name)")
      #expect(Command.named(command.name)?.title == command.title)
    }
  }

  /// In a text field every letter and every key of editing belongs to the text.
  @Test func noTextFieldLosesAKeyToACommand() {
    for command in Command.all where command.worksWhileEditing {
      for key in command.keys.flatMap(\.keys) {
        // A character is typed, whatever commands it has elsewhere.
        if case .character = key { continue }
        var editor = TextEditor("a b", isMultiline: true)
        let isTaken = editor.handle(key)
        #expect(!isTaken, "\(command.name) takes \(key)")
      }
    }
  }

  @Test func everyCommandIsSafeWithNothingOpen() {
    for command in Command.all {
      for scope in [Focus.sidebar, .request, .response] {
        var app = Harness(columns: 80, rows: 24)
        _ = app.bench.focus(scope)
        _ = app.bench.run(command)
        #expect(!app.screen.isEmpty, "\(command.name)")
      }
    }
  }
}
