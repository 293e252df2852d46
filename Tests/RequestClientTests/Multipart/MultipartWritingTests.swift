import Foundation
import Testing

@testable import RequestClient

struct MultipartWritingTests {
  let scratch: Scratch
  let form: MultipartFormData

  init() throws {
    scratch = try Scratch()
    var form = MultipartFormData()
    form.append("value", withName: "field")
    form.append(try scratch.file("a.bin", .sample(300_000)), withName: "file")
    self.form = form
  }

  @Test func theFileHasTheEncodedForm() async throws {
    let output = scratch.folder.appending(path: "out")
    try await form.write(to: output)
    #expect(try await form.encode() == Data(contentsOf: output))
  }

  @Test func aFileThatExistsIsLeftAsItIs() async throws {
    let output = try scratch.file("out", Data("old".utf8))
    await expect(.outputFileAlreadyExists(output.path), writingTo: output)
    #expect(try Data(contentsOf: output) == Data("old".utf8))
  }

  @Test func anotherSchemeThanFile() async throws {
    let output = try #require(URL(string: "http://localhost/out"))
    await expect(.outputFileURLInvalid("http://localhost/out"), writingTo: output)
  }

  @Test func aMissingFolder() async {
    let output = scratch.folder.appending(path: "none/out")
    await expect(
      .outputFileCreationFailed(path: output.path, reason: "No such file or directory"), writingTo: output)
  }

  private func expect(_ failure: MultipartEncodingFailure, writingTo output: URL) async {
    let thrown = await #expect(throws: BodyFailure.self) { try await form.write(to: output) }
    guard case .multipartEncodingFailed(failure) = thrown else {
      Issue.record("another failure")
      return
    }
  }
}
