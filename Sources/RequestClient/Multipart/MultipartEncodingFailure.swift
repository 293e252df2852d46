/// Why a form cannot be made. The sentences are in `MultipartEncodingFailure+Description.swift`.
public enum MultipartEncodingFailure: Error, Hashable, Sendable {
  /// The boundary that was given has characters or a length that RFC 2046, section 5.1.1, does not allow.
  case invalidBoundary(String)

  // Parts, when they are added

  /// The URL of a part has another scheme than `file`.
  case bodyPartURLInvalid(String)
  /// The path ends without a name or its name without an extension: give the file name and the type yourself.
  case bodyPartFilenameInvalid(String)
  /// The file of a part is missing or hidden; the reason is the system's.
  case bodyPartFileNotReachable(path: String, reason: String)
  /// The file of a part is a folder.
  case bodyPartFileIsDirectory(String)
  /// The file of a part is a pipe, a socket or a device, whose size nobody knows.
  case bodyPartFileSizeNotAvailable(String)
  /// A header of a part, the one made from its name or type too, cannot be sent.
  case bodyPartHeaderInvalid(HTTPHeader, HTTPHeader.Problem)

  // The file to write the form to

  /// The URL has another scheme than `file`.
  case outputFileURLInvalid(String)
  /// Something is there already; it was left as it is.
  case outputFileAlreadyExists(String)
  /// The file could not be made; the reason is the system's.
  case outputFileCreationFailed(path: String, reason: String)
  /// The file could not be written to its end and was removed; the reason is the system's.
  case outputFileWriteFailed(path: String, reason: String)
}
