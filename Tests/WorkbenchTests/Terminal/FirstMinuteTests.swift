import Foundation
import Glibc
import TestSupport
import Testing

/// The first steps of a new user.
struct FirstMinuteTests {
  @Test(arguments: [("demo", "{{base}}/"), ("plain", "")])
  func aNewRequestStartsWithBaseOnlyWhereItIsDefined(collection: String, url: String) async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write("all/demo/environments/demo.json", #"{ "variables": [{ "name": "base", "value": "x" }] }"#)
    try sandbox.write("all/demo/collection.json", "{}")
    try sandbox.write("all/plain/collection.json", "{}")
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench all/\(collection)")
    try await terminal.wait(for: "New request", "Esc done")
    try await terminal.type("path")
    try await terminal.wait(for: url + "path")
    try await terminal.press("C-s")
    try await terminal.wait(for: "Save new request")
    try await terminal.type("first")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Saved first.json")
    let file = try JSONSerialization.jsonObject(with: Data(sandbox.text("all/\(collection)/first.json").utf8))
    #expect((file as? [String: Any])?["url"] as? String == url + "path")
  }

  @Test func aNewRequestSurvivesAKillAndIsSavedAfterIt() async throws {
    let terminal = try await Terminal(.small())
    let sandbox = terminal.sandbox
    try await terminal.run("workbench --demo small; touch ended")
    try await terminal.wait(for: "GET  get", "env demo")
    try await terminal.press("n")
    try await terminal.wait(for: "Esc done")
    try await terminal.type("anything/new")
    try await terminal.press("Enter")
    try await terminal.wait(for: "200 OK", "not saved yet", "history 1")
    kill(try await terminal.workbenchProcess(), SIGKILL)
    _ = try await eventually("its end") { sandbox.exists("ended") ? true : nil }
    try await terminal.run("stty sane; clear; workbench --demo small")
    try await terminal.wait(for: "1 request with unsaved edits from last time", "anything/new")
    try await terminal.press("G")
    try await terminal.wait(for: "Last sent")
    try await terminal.press("C-s")
    try await terminal.wait(for: "Save new request")
    try await terminal.type("Anew")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Saved Anew.json")
    #expect(sandbox.text("small/Anew.json").contains(#""url": "{{base}}/anything/new""#))
    let drafts = try sandbox.homeFiles().keys.filter { $0.hasPrefix("drafts/") && $0.hasSuffix(".json") }
    #expect(drafts == [])
  }

  @Test(arguments: ["get", "nameless"])
  func afterARestartARequestShowsWhatHistoryHasOfIt(request: String) async throws {
    let sandbox = try Sandbox.small()
    try sandbox.write("small/nameless.json", #"{ "url": "{{base}}/get?colour=teal" }"#)
    let terminal = try await Terminal(sandbox)
    try await terminal.run("workbench --demo small/\(request).json")
    try await terminal.wait(for: "Not sent yet", "env demo")
    try await terminal.press("F5")
    try await terminal.wait(for: "200 OK", "\"teal\"", "history 1")
    try await terminal.press("q")
    try await terminal.wait(for: "ready>")
    try await terminal.run("workbench --demo small/\(request).json")
    try await terminal.wait(for: "Last sent", "L shows it")
    try await terminal.press("L")
    try await terminal.wait(for: "200 OK", "\"teal\"")
  }
}
