internal import Foundation

/// The operating system's text for a file error.
package enum SystemText {
  package static func reason(of error: any Error) -> String {
    let cocoa = error as NSError
    if let posix = cocoa.userInfo[NSUnderlyingErrorKey] as? NSError, posix.domain == NSPOSIXErrorDomain {
      return reason(Int32(posix.code))
    }
    if cocoa.domain == NSPOSIXErrorDomain { return reason(Int32(cocoa.code)) }
    switch CocoaError.Code(rawValue: cocoa.code) {
    case .fileNoSuchFile, .fileReadNoSuchFile: return "there is no such file"
    case .fileReadNoPermission, .fileWriteNoPermission: return "permission denied"
    case .fileWriteOutOfSpace: return "the disk is full"
    default: return cocoa.localizedDescription
    }
  }
}

extension SystemText {
  /// - Parameter code: A value of `errno`.
  package static func reason(_ code: Int32) -> String { String(cString: strerror(code)).lowercasedFirst }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
