public import Foundation

extension MultipartEncodingFailure: CustomStringConvertible, LocalizedError {
  /// What failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .invalidBoundary(let boundary):
      "\"\(boundary)\" cannot be a boundary — use 1 to 70 letters, digits and any of '()+_,-./:=?"
    case .bodyPartURLInvalid(let url): "\"\(url)\" is no file to send — give a URL that begins with file:"
    case .bodyPartFilenameInvalid(let path):
      "\"\(path)\" has no extension to tell its type — give the file name and the type"
    case .bodyPartFileNotReachable(let path, let reason): "Cannot find \"\(path)\" for the form: \(reason)"
    case .bodyPartFileIsDirectory(let path): "\"\(path)\" is a folder — add its files one by one"
    case .bodyPartFileSizeNotAvailable(let path):
      "\"\(path)\" is no plain file — send the contents of a pipe or device as a stream"
    case .bodyPartHeaderInvalid(let header, .nameCharacter):
      "\"\(header.name)\" cannot be the name of a part's header — use letters, digits and hyphens"
    case .bodyPartHeaderInvalid(_, .emptyName): "A header of a part has no name — name it or remove it"
    case .bodyPartHeaderInvalid(let header, _):
      "The value of the part's header \"\(header.name)\" has a control character — remove it"
    case .outputFileURLInvalid(let url): "Cannot write the form to \"\(url)\" — give a URL that begins with file:"
    case .outputFileAlreadyExists(let path): "\"\(path)\" exists already — remove it or write to another file"
    case .outputFileCreationFailed(let path, let reason): "Cannot make \"\(path)\" for the form: \(reason)"
    case .outputFileWriteFailed(let path, let reason): "Cannot write the form to \"\(path)\": \(reason)"
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
