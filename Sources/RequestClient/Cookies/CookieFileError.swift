public import Foundation

/// Why a jar was not written or read. Cases carry facts; the sentences are in `CookieFileError+Description.swift`.
public enum CookieFileError: Error, Hashable, Sendable {
  /// The reason is the system's.
  case unreadable(URL, reason: String)
  /// The reason is the system's.
  case unwritable(URL, reason: String)
  /// What of the JSON is not as it must be.
  case invalidJSON(String)
  /// The file was written by a later version.
  case unsupportedVersion(Int)
  /// A line of a Netscape file, counted from 1, does not have its fields.
  case invalidLine(number: Int)
  /// One of the cookies, counted from 1, cannot be sent.
  case invalidCookie(number: Int, CookieRefusal)
}
