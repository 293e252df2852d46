public import Foundation

extension CookieFileError: CustomStringConvertible, LocalizedError {
  /// What failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "Cannot read cookies from \"\(file.path)\": \(reason)"
    case .unwritable(let file, let reason): "Cannot write cookies to \"\(file.path)\": \(reason)"
    case .invalidJSON(let detail): "The cookies cannot be read: \(detail) — mend the file or remove it"
    case .unsupportedVersion(let version):
      "The cookies are in version \(version) of their format, we know \(CookieFile.currentVersion) — use a newer program"
    case .invalidLine(let number):
      "The cookies cannot be read: line \(number) does not have seven fields parted by tabs — mend or remove it"
    case .invalidCookie(let number, let refusal): "The cookies cannot be read: number \(number): \(refusal)"
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
