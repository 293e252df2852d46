internal import Foundation

extension MultipartPart {
  /// What keeps the part from being sent, as far as it can be seen before.
  var failure: MultipartEncodingFailure? {
    for header in headers {
      if let problem = header.problem { return .bodyPartHeaderInvalid(header, problem) }
    }
    switch body {
    case .file(let url): return Self.failure(ofFile: url)
    case .multipart(let form): return form.firstFailure
    case .data, .stream: return nil
    }
  }

  private static func failure(ofFile url: URL) -> MultipartEncodingFailure? {
    do throws(BodyFailure) {
      _ = try PlainFile.length(of: url)
      return nil
    } catch {
      return switch error {
      case .notAFileURL(let url): .bodyPartURLInvalid(url)
      case .unreadableFile(let path, let reason): .bodyPartFileNotReachable(path: path, reason: reason)
      default: url.isFolder ? .bodyPartFileIsDirectory(url.path) : .bodyPartFileSizeNotAvailable(url.path)
      }
    }
  }
}

extension URL {
  fileprivate var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
