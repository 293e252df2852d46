import Foundation
import TestSupport
import Testing

@testable import Workbench

/// The pages of `docs/reference` are made from the help; `RECORD=1` writes them.
struct ReferencePageTests {
  @Test func thePagesAreMadeFromTheHelp() async throws {
    let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil
    let sandbox = try Sandbox()
    let script = Repository.path("scripts/reference-pages")
    let made = try await sandbox.shell("workbench --experimental-dump-help | python3 -B '\(script)' made")
    #expect(made.status == 0, "\(made.error)")
    let folder = Repository.path("docs/reference")
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("made")).sorted()
    let stored = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    if isRecording {
      for name in Set(stored).subtracting(names) { try FileManager.default.removeItem(atPath: folder + "/" + name) }
      for name in names { try Data(sandbox.text("made/" + name).utf8).write(to: URL(filePath: folder + "/" + name)) }
      return
    }
    #expect(stored == names)
    for name in names {
      let page = try? String(contentsOfFile: folder + "/" + name, encoding: .utf8)
      #expect(page == sandbox.text("made/" + name), "Run make record to write docs/reference/\(name)")
    }
  }

  @Test func everyCommandHasExamplesThatCanBeRunAndExitCodes() async throws {
    for command in try await CommandDump.read() where command.isLeaf {
      #expect(command.discussion.contains("Exit codes: "), "\(command.path)")
      let examples = command.discussion.components(separatedBy: "Examples:\n").dropFirst().first ?? ""
      let lines = examples.components(separatedBy: "\n\n").first ?? ""
      let found = ShellBlock(lines).workbench
      #expect(!found.isEmpty, "\(command.path)")
      for arguments in found {
        #expect(WorkbenchCommand.mistake(in: arguments) == nil, "\(arguments)")
        #expect(
          ("workbench " + arguments.joined(separator: " ")).hasPrefix(command.path) || command.path == "workbench open")
      }
      #expect(lines.split(separator: "\n").allSatisfy { $0.count <= 78 }, "The help wraps \(lines)")
    }
  }

  @Test(arguments: [
    "--var", "--secret", "--allow-files", "--allow-commands", "--allow-scripts", "--allow-vault", "--allow-cookies",
  ])
  func anOptionOfVariablesAndPermissionsMeansTheSameInEveryCommand(name: String) async throws {
    let options = try await CommandDump.read().flatMap(\.options).filter { $0.names.contains(name) }
    #expect(Set(options.map(\.meaning)).count == 1 && options.count > 1)
  }

  @Test func theValueOfAnOptionSaysMoreThanItsName() async throws {
    for command in try await CommandDump.read() {
      for option in command.options where !option.isFlag {
        #expect(!option.names.contains("--" + option.value), "\(command.path) --\(option.value)")
      }
    }
  }
}
