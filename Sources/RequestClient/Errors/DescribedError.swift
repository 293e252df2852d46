public import Foundation

/// An error whose description says what failed and what to do about it. `localizedDescription` is the same text.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The description.
  public var errorDescription: String? { description }
}
