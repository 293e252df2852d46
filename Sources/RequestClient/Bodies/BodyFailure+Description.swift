public import Foundation

extension BodyFailure: CustomStringConvertible, LocalizedError {
  /// What failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .notAFileURL(let url): "\"\(url)\" is no file to send — give a URL that begins with file:"
    case .unreadableFile(let path, let reason): "Cannot read \"\(path)\": \(reason) — check its path"
    case .notAFile(let path): "\"\(path)\" is no plain file — send the contents of a pipe or device as a stream"
    case .fileChanged(let path, let expected, let actual):
      "\"\(path)\" changed while it was sent: \(expected) bytes became \(actual) — send it again when it is complete"
    case .wrongLength(let expected, let actual): Self.wrongLength(expected, actual)
    case .notReplayable: "The body is a stream that was sent already — give a stream that can be opened again"
    case .producerFailed(let error): "The body could not be made: \(Self.sentence(error))"
    case .multipartEncodingFailed(let failure): failure.description
    case .partFailed(let name, let failure): "The part \"\(name)\" of the form could not be sent: \(failure)"
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }

  private static func wrongLength(_ expected: Int, _ actual: Int) -> String {
    actual < expected
      ? "The stream ended after \(actual) of its \(expected) bytes — give the length it has, or none"
      : "The stream has \(actual) bytes or more, not \(expected) — give the length it has, or none"
  }

  private static func sentence(_ error: any Error) -> String {
    (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
  }
}
