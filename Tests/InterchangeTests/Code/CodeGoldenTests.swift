import Foundation
import Interchange
import RequestModel
import TestSupport
import Testing

/// The programs of all languages for typical requests. `RECORD=1` rewrites the stored ones.
@Suite struct CodeGoldenTests {
  private static let folder = ProjectFiles.fixtures.appending(path: "Code")
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] != nil

  @Test(arguments: ExportFormat.all.filter { $0.needs == .requests }.map(\.name))
  func everyProgramIsAsStored(format: String) throws {
    var source = ExportSource(Self.shop)
    source.requests = Self.requests
    let files = try #require(ExportFormat.named(format)).write(source).files
    let text = files.map { ($0.path.isEmpty ? "" : "==> \($0.path)\n") + String(decoding: $0.bytes, as: UTF8.self) }
      .joined(separator: "\n")
    let file = Self.folder.appending(path: format + ".txt")
    if Self.isRecording {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    } else {
      let stored = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      #expect(stored.split(separator: "\n") == text.split(separator: "\n"), "RECORD=1 stores it anew")
    }
  }

  @Test(arguments: ExportFormat.all.filter { $0.needs == .requests }.map(\.name))
  func aSingleRequestIsASingleFileWithoutAPath(format: String) throws {
    var source = ExportSource(PortableFolder(name: "Shop"))
    source.requests = [Self.requests[0]]
    let files = try #require(ExportFormat.named(format)).write(source).files
    #expect(files.map(\.path) == [""])
    #expect(files[0].bytes.last == 0x0A)
  }

  private static let shop = PortableFolder(
    name: "Shop",
    settings: [
      "variables": [
        ["name": "token", "secret": true], ["name": "api-key", "secret": true], ["name": "password", "secret": true],
      ]
    ])

  static let requests = [show, create, upload]

  private static let show = CodeRequest(
    path: "orders/show", name: "Show an order", docs: "With its items.",
    url: "https://api.example.com/orders/7?full=true&key=YOUR_API_KEY",
    headers: [Header("Accept", "application/json"), Header("Authorization", "Bearer YOUR_TOKEN")])

  private static var create: CodeRequest {
    var request = CodeRequest(
      path: "orders/create", name: "Create an order", method: "POST", url: "https://api.example.com/orders",
      headers: [Header("Content-Type", "application/json"), Header("X-Price", "5$")],
      body: .bytes(Data("{\n  \"name\": \"Café 'Zur \\\"Post\\\"'\",\n  \"items\": [1, 2]\n}".utf8)),
      login: .digest(username: "rex", password: "YOUR_PASSWORD"))
    request.options = RequestOptions(document: [
      "timeout": .number(10), "followRedirects": .bool(false), "verifyTLS": .bool(false), "http": "1.1",
      "proxy": "http://proxy.example.com:3128", "clientCertificate": "certs/client.pem",
      "clientKey": "certs/client.key",
      "minTLS": "1.2",
    ])
    request.notes = ["The variable customer has no value."]
    return request
  }

  private static let upload = CodeRequest(
    path: "orders/upload", name: "Upload", method: "PUT", url: "http://localhost:8080/orders/7/files",
    headers: [Header("Authorization", "Basic cmV4OllPVVJfUEFTU1dPUkQ="), Header("X-Tag", "a"), Header("X-Tag", "b")],
    body: .parts([
      Parameter("note", "for you"), CodeCases.file("invoice", "files/invoice 1.pdf", type: "application/pdf"),
    ]))
}
