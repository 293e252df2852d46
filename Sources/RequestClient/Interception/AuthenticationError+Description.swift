public import Foundation

extension AuthenticationError: CustomStringConvertible, LocalizedError {
  /// What failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .missingCredential: "There is no credential to send — sign in first"
    case .excessiveRefresh(let attempts, let window):
      "The credential was refreshed \(attempts) times in \(window) and is still refused — sign in again"
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
