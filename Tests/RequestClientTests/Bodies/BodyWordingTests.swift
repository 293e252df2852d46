import RequestBasics
import Testing

@testable import RequestClient

struct BodyWordingTests {
  @Test(
    arguments: [
      (.notAFileURL("http://a/b"), "\"http://a/b\" is not a file — give a URL that begins with file:"),
      (
        .unreadableFile(path: "/a", reason: "Permission denied"),
        "Cannot read \"/a\": Permission denied — check its path"
      ),
      (
        .notAFile(path: "/a"), "\"/a\" is not a regular file — send the contents of a pipe or device as a stream"
      ),
      (
        .fileChanged(path: "/a", expected: 5, actual: 6),
        "\"/a\" changed while it was sent: 5 bytes became 6 — send it again when it is complete"
      ),
      (
        .wrongLength(expected: 5, actual: 3),
        "The stream ended after 3 of its 5 bytes — set its actual length, or none"
      ),
      (
        .wrongLength(expected: 5, actual: 6), "The stream has 6 bytes or more, not 5 — set its actual length, or none"
      ),
      (.notReplayable, "The body is a one-shot stream that was already sent — use a stream that can be reopened"),
      (.producerFailed(BodyFailure.notReplayable), "The body could not be produced: \(BodyFailure.notReplayable)"),
      (
        .multipartEncodingFailed(.bodyPartFileIsDirectory("/a")), "\"/a\" is a folder — add its files one by one"
      ),
      (
        .partFailed(name: "f", .unreadableFile(path: "/a", reason: "gone")),
        "The part \"f\" of the form could not be sent: Cannot read \"/a\": gone — check its path"
      ),
    ] as [(BodyFailure, String)])
  func errorsSayWhatToDo(_ failure: BodyFailure, _ sentence: String) {
    #expect(failure.description == sentence)
    #expect(failure.errorDescription == sentence)
  }

  @Test(
    arguments: [
      (
        .invalidBoundary("ü"), "\"ü\" cannot be a boundary — use 1 to 70 letters, digits and any of '()+_,-./:=?"
      ),
      (.bodyPartURLInvalid("http://a"), "\"http://a\" is not a file — give a URL that begins with file:"),
      (
        .bodyPartFilenameInvalid("/a"),
        "\"/a\" has no extension to determine its type — give the file name and the type"
      ),
      (.bodyPartFileNotReachable(path: "/a", reason: "gone"), "Cannot find \"/a\" for the form: gone"),
      (.bodyPartFileIsDirectory("/a"), "\"/a\" is a folder — add its files one by one"),
      (
        .bodyPartFileSizeNotAvailable("/a"),
        "\"/a\" is not a regular file — send the contents of a pipe or device as a stream"
      ),
      (
        .bodyPartHeaderInvalid(HTTPHeader("A", "\n"), .valueCharacter),
        "The value of the part's header \"A\" has a control character — remove it"
      ),
      (
        .bodyPartHeaderInvalid(HTTPHeader("A B", ""), .nameCharacter),
        "\"A B\" cannot be a header name of a part — use letters, digits and hyphens"
      ),
      (
        .bodyPartHeaderInvalid(HTTPHeader("", ""), .emptyName), "A header of a part has no name — name it or remove it"
      ),
      (.outputFileURLInvalid("a:b"), "Cannot write the form to \"a:b\" — give a URL that begins with file:"),
      (.outputFileAlreadyExists("/a"), "\"/a\" exists already — remove it or write to another file"),
      (.outputFileCreationFailed(path: "/a", reason: "no"), "Cannot make \"/a\" for the form: no"),
      (.outputFileWriteFailed(path: "/a", reason: "full"), "Cannot write the form to \"/a\": full"),
    ] as [(MultipartEncodingFailure, String)])
  func anInvalidFormSaysWhatToDo(_ failure: MultipartEncodingFailure, _ sentence: String) {
    #expect(failure.description == sentence)
    #expect(failure.errorDescription == sentence)
  }
}
