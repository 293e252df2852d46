/// The version of this library.
public enum ClientVersion {
  /// As the default `User-Agent` names it.
  public static let current = "0.1.0"
}
