import Foundation
import RequestModel
import Testing

@testable import RequestStore

struct SettingsFileTests {
  private let folder: TemporaryFolder
  private let file: SettingsFile

  init() throws {
    folder = try TemporaryFolder()
    file = SettingsFile(folder.user)
  }

  private var text: String {
    get throws { String(decoding: try Data(contentsOf: URL(filePath: file.path)), as: UTF8.self) }
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: file.path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file.path))
  }

  @Test func aSettingIsAddedToANewFileAndRemovedAgain() throws {
    try file.set([(["theme"], "dark")])
    #expect(try file.load()["theme"] == "dark")
    try file.set([(["theme"], nil)])
    #expect(try text == SettingsFile.beginning)
  }

  @Test func theExamplesOfANewFileAreRightAndCanBeUncommented() throws {
    let lines = SettingsFile.beginning.split(separator: "\n")
    let text = lines.map { line in
      line.firstMatch(of: #/^ +\/\/ (".*)$/#).map { String($0.output.1) } ?? String(line)
    }.joined(separator: "\n")
    #expect(text.contains("\n\"keys\"") && text.contains("\n\"themes\""))
    let settings = Settings(Array(text.utf8))
    #expect(settings.findings.isEmpty, "\(settings.findings)")
    #expect(settings["keys"]?.object?["request.send"] == ["Ctrl+R", "F5"])
    #expect(Settings(Array(SettingsFile.beginning.utf8)).findings.isEmpty)
  }

  @Test func commentsStay() throws {
    try write("{\n  // mine\n  \"theme\": \"dark\", // at night\n}\n")
    try file.set([(["theme"], "light"), (["history", "days"], 30)])
    #expect(
      try text
        == "{\n  // mine\n  \"theme\": \"light\", // at night\n  \"history\": {\n    \"days\": 30\n  },\n}\n")
  }

  @Test func aBrokenFileIsNeverWritten() throws {
    try write("{ \"theme\" ")
    #expect(throws: StoreError.self) { try file.set([(["theme"], "dark")]) }
    try file.create()
    #expect(try text == "{ \"theme\" ")
  }

  @Test func aLinkStaysALink() throws {
    try write("{}")
    let real = folder.path + "/dotfiles.json"
    try FileManager.default.moveItem(atPath: file.path, toPath: real)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: real)
    try file.set([(["theme"], "dark")])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == real)
    #expect(try file.load()["theme"] == "dark" && file.paths.count == 2)
  }
}
