import Foundation
import Glibc
import RequestBasics
import Testing

@testable import RequestClient

struct MultipartFailureTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func anotherSchemeThanFile() async throws {
    let url = try #require(URL(string: "http://localhost/a.png"))
    await expect(.bodyPartURLInvalid("http://localhost/a.png")) { $0.append(url, withName: "f") }
  }

  @Test(arguments: ["/", "/etc/hosts", "/tmp/.hidden"])
  func aNameWithoutAnExtensionHasNoType(_ path: String) async {
    await expect(.bodyPartFilenameInvalid(path)) { $0.append(URL(filePath: path), withName: "f") }
  }

  @Test func aMissingFile() async {
    let url = scratch.folder.appending(path: "none.png")
    await expect(.bodyPartFileNotReachable(path: url.path, reason: "No such file or directory")) {
      $0.append(url, withName: "f")
    }
  }

  @Test func aFolder() async throws {
    let url = scratch.folder.appending(path: "folder.png")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    await expect(.bodyPartFileIsDirectory(url.path)) { $0.append(url, withName: "f") }
  }

  @Test func aPipe() async throws {
    let url = scratch.folder.appending(path: "pipe")
    try #require(mkfifo(url.path, 0o600) == 0)
    await expect(.bodyPartFileSizeNotAvailable(url.path)) {
      $0.append(url, withName: "f", fileName: "f", mimeType: nil)
    }
  }

  @Test func headersThatCannotBeSent() async {
    let header = HTTPHeader("X-A", "1\r\nX-B: 2")
    await expect(.bodyPartHeaderInvalid(header, .valueCharacter)) { $0.append(.data(Data()), headers: [header]) }
    await expect(.bodyPartHeaderInvalid(.contentType("a\nb"), .valueCharacter)) {
      $0.append(Data(), withName: "f", mimeType: "a\nb")
    }
  }

  @Test func aFormInTheForm() async {
    await expect(.invalidBoundary("")) { $0.append(.multipart(MultipartFormData(boundary: "")), headers: []) }
  }

  @Test func theFirstErrorIsKeptAndNothingIsSent() async throws {
    var form = MultipartFormData()
    form.append(URL(filePath: "/nowhere"), withName: "first")
    form.append(URL(filePath: "/elsewhere"), withName: "second")
    form.append("fine", withName: "third")
    let failure = MultipartEncodingFailure.bodyPartFilenameInvalid("/nowhere")
    await #expect(throws: failure) { try await form.encodeUnwrapped() }
    #expect(form.contentLength == nil)
    guard case .multipartEncodingFailed(failure) = await HTTPBody.multipart(form).failure() else {
      Issue.record("another failure")
      return
    }
    let output = scratch.folder.appending(path: "out")
    await #expect(throws: BodyFailure.self) { try await form.write(to: output) }
    #expect(!FileManager.default.fileExists(atPath: output.path))
  }

  @Test(arguments: [(3, 4), (4, 3)])
  func aStreamOfAnotherLengthIsAnErrorInMemoryAndOnDisk(_ actual: Int, _ expected: Int) async throws {
    var form = MultipartFormData()
    form.append(
      BodyStream(opening: { AsyncStream(of: .sample(actual)) }), withLength: expected, withName: "s", fileName: "s",
      mimeType: nil)
    let output = scratch.folder.appending(path: "out")
    let failures = await [
      HTTPBody.multipart(form).failure(), Self.failure { _ = try await form.encode() },
      Self.failure { try await form.write(to: output) },
    ]
    for failure in failures {
      guard case .partFailed("s", .wrongLength(expected, actual)) = failure else {
        Issue.record("another failure")
        continue
      }
    }
    #expect(!FileManager.default.fileExists(atPath: output.path))
  }

  @Test func aOneShotPartFailsTheSecondOpeningBeforeAnythingIsSent() async throws {
    var form = MultipartFormData()
    form.append(BodyStream(AsyncStream(of: Data())), withLength: 0, withName: "s", fileName: "s", mimeType: nil)
    _ = try await form.encode()
    let failure = #expect(throws: BodyFailure.self) { _ = try HTTPBody.multipart(form).open {} }
    guard case .partFailed("s", .notReplayable) = failure else {
      Issue.record("another failure")
      return
    }
  }

  @Test func aFileThatGrowsBeforeItsTurnIsAnError() throws {
    let url = try scratch.file("a.txt", .sample(5))
    var form = MultipartFormData()
    form.append(url, withName: "file")
    let reader = try HTTPBody.multipart(form).open {}
    try Data.sample(6).write(to: url)
    let failure = #expect(throws: BodyFailure.self) { while try reader.chunk(bufferSize: 16).0 != .end {} }
    guard case .partFailed("file", .fileChanged(url.path, 5, 6)) = failure else {
      Issue.record("another failure")
      return
    }
  }

  @Test func aFileThatIsGoneWhenSentIsAnErrorOfItsPart() async throws {
    let url = try scratch.file("a.txt", .sample(5))
    var form = MultipartFormData()
    form.append(url, withName: "file")
    try FileManager.default.removeItem(at: url)
    #expect(form.contentLength == nil)
    guard case .partFailed("file", .unreadableFile(url.path, _)) = await HTTPBody.multipart(form).failure() else {
      Issue.record("another failure")
      return
    }
  }

  private func expect(_ failure: MultipartEncodingFailure, _ append: (inout MultipartFormData) -> Void) async {
    var form = MultipartFormData()
    append(&form)
    await #expect(throws: failure) { try await form.encodeUnwrapped() }
  }

  private static func failure(of body: () async throws -> Void) async -> BodyFailure? {
    do {
      try await body()
      return nil
    } catch {
      return error as? BodyFailure
    }
  }
}
