import Foundation
import RequestModel
import Testing

@testable import Interchange

/// Files that requests send come with an import, or are named.
struct CopiedFilesTests {
  private static let beside = SentFiles(folder: "/home/u/kiosk") { path, limit in
    switch path {
    case "data/a.txt": .bytes(Array("hello".utf8))
    case "big.bin": .tooLarge
    case "link": .outside
    default: .missing
    }
  }

  private func read(_ text: String, _ name: String, _ files: SentFiles? = Self.beside) throws -> ImportResult {
    var source = ImportSource(Data(text.utf8), fileName: name)
    source.sentFiles = files
    return try #require(ImportFormat.of(source)).readWithFiles(source)
  }

  private let copied = PortableFile(name: "data/a.txt", path: "data/a.txt", bytes: Array("hello".utf8))

  @Test(arguments: [
    (
      "p.json",
      #"{"info":{"name":"F","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[{"name":"up","request":{"method":"POST","url":"http://a/e","body":{"mode":"formdata","formdata":[{"key":"f","type":"file","src":"data/a.txt"}]}}}]}"#
    ),
    ("u.sh", "curl http://a/e --data-binary @data/a.txt"), ("f.sh", "curl http://a/e -F pic=@data/a.txt"),
    ("t.sh", "curl -T data/a.txt http://a/e"), ("u.hurl", "POST http://a/e\nfile,data/a.txt;\nHTTP 200\n"),
    ("c.hurl", "GET http://a/e\nHTTP 200\nfile,data/a.txt;\n"),
    ("u.http", "POST http://a/e\nContent-Type: text/plain\n\n< data/a.txt\n"),
  ])
  func whatARequestSendsIsCopied(_ name: String, _ text: String) throws {
    let result = try read(text, name)
    #expect(result.collections.map(\.files) == [[copied]])
    #expect(!result.notes.contains { $0.text.contains("not copied") })
  }

  @Test func filesOfAFolderAreFoundBesideTheirOwnFile() throws {
    let files = SourceFiles([
      "bruno.json": Data(#"{"version":"1","name":"b","type":"collection"}"#.utf8),
      "up.bru": Data(
        "meta {\n  name: up\n  type: http\n}\n\npost {\n  url: http://a/e\n  body: multipartForm\n}\n\n"
          .appending("body:multipart-form {\n  f: @file(data/a.txt)\n}\n").utf8),
      "data/a.txt": Data("hello".utf8),
    ])
    let bruno = ImportSource(folder: files, name: "b")
    #expect(try ImportFormat.bruno.readWithFiles(bruno).collections.map(\.files) == [[copied]])
    let inner = SourceFiles([
      "in/u.http": Data("POST http://a/e\n\n< ./a.txt\n\n###\nPOST http://a/f\n\n< ../data/a.txt\n".utf8),
      "in/a.txt": Data("in".utf8), "data/a.txt": Data("hello".utf8),
    ])
    let http = try ImportFormat.http.readWithFiles(ImportSource(folder: inner, name: "h"))
    #expect(
      http.collections[0].files == [PortableFile(name: "in/a.txt", path: "in/a.txt", bytes: Array("in".utf8)), copied])
  }

  @Test(arguments: [
    ("/etc/passwd", "it is outside of the source's folder, or hidden"),
    ("../a.txt", "it is outside of the source's folder, or hidden"),
    ("~/a.txt", "it is outside of the source's folder, or hidden"),
    (".ssh/id_rsa", "it is outside of the source's folder, or hidden"),
    ("link", "it is outside of the source's folder, or hidden"), ("none.txt", "it is not beside the source"),
    ("big.bin", "it has more than 16 MB"), ("a/HEAD", "git would take its folder for a repository"),
    ("head", "git would take its folder for a repository"),
  ])
  func whatIsNotCopiedIsNamed(_ path: String, _ reason: String) throws {
    let result = try read("curl http://a/e --data-binary @\(path)", "u.sh")
    #expect(result.collections[0].files == [])
    #expect(result.notes == [InterchangeNote(.dropped, ["e"], "The file \(path) is not copied: \(reason)")])
  }

  @Test func aHiddenFileIsNotReadIntoABody() throws {
    let files = SourceFiles(["u.http": Data("POST http://a/e\n\n<@ .env\n".utf8), ".env": Data("A=hush".utf8)])
    let result = try ImportFormat.http.readWithFiles(ImportSource(folder: files, name: "h"))
    #expect(!"\(result.collections)".contains("hush"))
    #expect(
      result.notes.map(\.text).contains(
        "The file .env is not copied: it is outside of the source's folder, or hidden"))
  }

  @Test func certificatesAndKeysAreNamedAndNotCopied() throws {
    let options = "cert: data/a.txt\nkey: /home/u/key.pem\nnetrc-file: data/b.txt\n"
    let result = try read("GET https://a/e\n[Options]\n\(options)HTTP 200\n", "c.hurl")
    #expect(result.collections[0].files == [])
    #expect(
      result.notes == [
        InterchangeNote(
          .dropped, ["GET /e"],
          "The file data/a.txt is not copied, as certificates and keys are not: name it by its whole path"),
        InterchangeNote(
          .dropped, ["GET /e"],
          "The file data/b.txt is not copied, as credentials are not: name it by its whole path"),
      ])
  }

  @Test func anAbsolutePathInTheFolderOfTheSourceIsInIt() throws {
    let result = try read("curl http://a/e --data-binary @/home/u/kiosk/data/a.txt", "u.sh")
    #expect(result.collections[0].files.map(\.path) == ["data/a.txt"])
    let pasted = try read("curl http://a/e --data-binary @data/a.txt", "u.sh", nil)
    #expect(pasted.notes.map(\.text) == ["The file data/a.txt is not copied: put it into the collection"])
  }
}
