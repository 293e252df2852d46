internal import CCurl

/// The multi handle as two threads share it: all calls are the loop's, but for `curl_multi_wakeup`, which libcurl
/// allows from any thread as long as the handle lives. `CurlMailbox` holds to that.
///
/// This is the one place where a C handle crosses threads.
struct CurlMultiHandle: @unchecked Sendable {
  let raw: UnsafeMutableRawPointer

  init() {
    _ = Self.initializeLibrary
    guard let multi = curl_multi_init() else { fatalError("libcurl has no memory for a multi handle") }
    raw = multi
    // Idle connections to keep; libcurl's own limit follows the number of transfers and would close them too early.
    curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 128)
  }

  private static let initializeLibrary: CURLcode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
}
