import Foundation
import Testing

/// A row is a row, whatever a name, a path or a URL has in it.
struct ForgedRowTests {
  private static let evil =
    "a\n00000000\t2026\t200\u{1B}[2J\r\u{200B}\u{200F}\u{202E}\u{2066}\u{61C}\u{FEFF}\u{2028}\u{E0041}\u{9B}z"
  private static let marked = "a␊00000000␉2026␉200␛[2J␍���������z"

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let name = String(decoding: try JSONEncoder().encode(Self.evil), as: UTF8.self)
    try sandbox.write("evil/collection.json", "{}")
    try sandbox.write("evil/\(Self.evil).json", "{ \"name\": \(name), \"url\": \"http://127.0.0.1:1/\" }")
    return sandbox
  }

  @Test func namesForgeNoRowOfAList() async throws {
    let sandbox = try sandbox()
    let sent = try await sandbox.run("send", "evil")
    #expect(sent.text.split(separator: "\n").count == 1, "\(sent.text)")
    #expect(sent.text.contains("\(Self.marked).json"), "\(sent.text)")
    for arguments in [["history", "list"], ["history", "search", "00000000"]] {
      let listed = try await sandbox.start(arguments).finished()
      let rows = listed.text.split(separator: "\n")
      #expect(rows.count == 1, "\(listed.text)")
      let fields = rows.first?.split(separator: "\t", omittingEmptySubsequences: false) ?? []
      #expect(fields.count == 8, "\(listed.text)")
      #expect(fields.last.map(String.init) == Self.marked)
    }
  }

  @Test func pathsForgeNoRowOfACheckAndNoNotice() async throws {
    let sandbox = try sandbox()
    try sandbox.write("evil/\(Self.evil).json", "{")
    for arguments in [["check", "evil"], ["send", "evil"], ["send", "evil/\(Self.evil).json"], ["send", Self.evil]] {
      let result = try await sandbox.start(arguments).finished()
      let told = result.text + result.error
      #expect(told.split(separator: "\n").count == 1, "\(arguments): \(told)")
      #expect(told.contains(Self.marked), "\(arguments): \(told)")
    }
  }

  @Test func argumentsActOnNoTerminal() async throws {
    let sandbox = try Sandbox()
    for arguments in [["send", "--timeout", Self.evil, "x"], ["--\(Self.evil)"], ["demo", "--port", Self.evil]] {
      let result = try await sandbox.start(arguments).finished()
      #expect(result.status == 2)
      let isSafe = result.error.unicodeScalars.allSatisfy { scalar in
        scalar == "\n" || ![.control, .format].contains(scalar.properties.generalCategory)
      }
      #expect(isSafe, "\(arguments): \(result.error.debugDescription)")
    }
  }

  @Test func linesOfAHeadStayLines() async throws {
    let sandbox = try sandbox()
    try sandbox.write("evil/q.json", #"{ "url": "http://127.0.0.1:1/?q=\u202e\u200b" }"#)
    _ = try await sandbox.run("send", "evil/q.json")
    let id = try await sandbox.run("history", "list").text.prefix(8)
    let shown = try await sandbox.run("history", "show", String(id))
    #expect(shown.text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format }, "\(shown.text)")
  }

  @Test func emojiAndScriptsThatNeedJoinersStayReadable() async throws {
    let names = ["👩‍👩‍👧 ❤️‍🔥 👍🏽 1️⃣ 🇩🇪", "می‌خواهم", "क्‍ष", "שלום", "日本語"]
    let sandbox = try Sandbox()
    for name in names { try sandbox.write("fine/\(name).json", "{") }
    let told = try await sandbox.run("check", "fine").text
    for name in names { #expect(told.contains(name + ".json"), "\(told)") }
  }

  @Test func theWindowTitleHidesNothing() async throws {
    let terminal = try await Terminal(try sandbox())
    try await terminal.record(to: "bytes")
    try await terminal.run("workbench evil")
    try await terminal.wait(for: "a␊0000")
    let sandbox = terminal.sandbox
    let title = "\u{1B}]2;workbench ▸ \(Self.marked)\u{7}"
    _ = try await eventually("the title", insteadOf: { sandbox.text("bytes").debugDescription }) {
      sandbox.text("bytes").unicodeScalars.contains(title.unicodeScalars) ? title : nil
    }
  }
}
