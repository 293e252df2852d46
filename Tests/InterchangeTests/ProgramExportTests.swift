import Foundation
import RequestModel
import Testing

@testable import Interchange

/// Requests to programs in other formats.
@Suite struct ProgramExportTests {
  private static let program = PortableItem.request(
    PortableRequest(name: "Add", document: ["url": "stdio:uvx server", "body": ["jsonrpc": ["method": "a", "id": 1]]]))
  private static let other = PortableItem.request(PortableRequest(name: "Get", document: ["url": "http://h/get"]))
  private static let note = InterchangeNote(
    .dropped, ["Calls", "Add"], "A program on this machine is called, and no server: it is left out")

  private static func source(_ items: [PortableItem]) -> ExportSource {
    ExportSource(
      PortableFolder(name: "c", items: [.folder(PortableFolder(name: "Calls", items: items))]))
  }

  @Test(arguments: ["postman", "openapi", "insomnia", "bruno", "http", "hurl"])
  func aCallToAProgramIsLeftOutWithANote(name: String) throws {
    let format = try #require(ExportFormat.named(name))
    let result = try format.write(Self.source([Self.program, Self.other]))
    let text = result.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(!text.contains("stdio:") && text.contains("/get"))
    #expect(result.notes.contains(Self.note))
  }

  @Test func anExportOfProgramsAloneIsRefused() throws {
    let format = try #require(ExportFormat.named("postman"))
    #expect(throws: ExportError("Calls / Add: \(Self.note.text)")) { try format.write(Self.source([Self.program])) }
  }

  @Test(arguments: [
    (["a", "b", "c"], "Calls / a, Calls / b, Calls / c"),
    (["a", "b", "c", "d", "e"], "Calls / a, Calls / b, Calls / c and 2 more"),
  ])
  func anExportOfProgramsAloneNamesTheFirstOnesAndTheirNumber(names: [String], listed: String) throws {
    let programs = names.map { PortableItem.request(PortableRequest(name: $0, document: ["url": "stdio:server"])) }
    let sentence = "All \(names.count) requests call programs on this machine, which an export leaves out: "
    let format = try #require(ExportFormat.named("postman"))
    #expect(throws: ExportError(sentence + listed)) { try format.write(Self.source(programs)) }
  }

  @Test func codeHasTheOtherRequests() throws {
    var source = Self.source([Self.program, Self.other])
    source.requests = [
      CodeRequest(name: "Add", method: "STDIO", url: "stdio:uvx server"),
      CodeRequest(name: "Get", method: "GET", url: "http://h/get"),
    ]
    let result = try #require(ExportFormat.named("curl")).write(source)
    let text = result.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(!text.contains("stdio:") && text.contains("http://h/get"))
    #expect(result.notes.contains(Self.note))
  }

  @Test func documentsShowTheCommandLine() throws {
    let result = try #require(ExportFormat.named("markdown")).write(Self.source([Self.program]))
    let text = result.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(text.contains("STDIO") && text.contains("stdio:uvx server"))
  }
}
