/// Why a form cannot be made. The sentences are in `MultipartEncodingFailure+Description.swift`.
public enum MultipartEncodingFailure: Error, Hashable, Sendable {
  /// The URL of a part has another scheme than `file`.
  case bodyPartURLInvalid(String)
}
