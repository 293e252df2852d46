internal import CCurl

/// What every hop asks of its handle.
final class CurlSettings {
  let url: RequestURL
  let method: String
  /// In bytes: `nil` for no body, and in it `nil` for a body whose end only its reader knows.
  let bodyLength: Int??
  let headers: HTTPHeaders
  let httpVersion: Int
  /// In milliseconds; zero waits forever.
  let timeout: Int
  let connectTimeout: Int
  let bufferSize: Int
  let tlsVersions: Int
  let verifiesCertificate: Bool
  /// Whether libcurl tells all it does, or only what it sends.
  let tellsAll: Bool

  init(of hop: HopRequest, bodyLength: Int??) {
    let options = hop.options
    url = hop.url
    method = hop.method
    self.bodyLength = bodyLength
    headers = hop.headers
    httpVersion = options.httpVersion.curlValue
    timeout = hop.timeLimit.map(\.curlMilliseconds) ?? 0
    // Zero would mean libcurl's default of five minutes.
    connectTimeout = options.connectTimeout.map(\.curlMilliseconds) ?? Int(Int32.max)
    // Downloads and streams come in large pieces: each one costs a visit to the kernel, to us, and a line of the wire log.
    bufferSize = hop.keepsBody ? Int(CURL_MAX_WRITE_SIZE) : 256 << 10
    // libcurl would lend a kept connection that was held to HTTP/1.1 to a message that asks for more; connections with
    // different TLS settings are never shared, and these two mean the same to OpenSSL's defaults.
    let plain = options.httpVersion == .http1 ? CURL_SSLVERSION_TLSv1_2 : CURL_SSLVERSION_DEFAULT
    let least = options.minimumTLSVersion?.curlMinimum ?? Int(plain)
    tlsVersions = least | (options.maximumTLSVersion?.curlMaximum ?? 0)
    verifiesCertificate = hop.trust.verifiesCertificate
    tellsAll = HopRecord.hearsAll(of: hop)
  }
}

extension CurlSettings {
  fileprivate var sendsBody: Bool { bodyLength != nil || ["POST", "PUT", "PATCH"].contains(method) }
}

extension CurlTransfer {
  /// Brings the handle from the settings of the hop before to those of this one: the hops of a program differ little.
  func set(_ wanted: CurlSettings) {
    let present = settings
    settings = wanted
    if wanted.url != present?.url {
      target = wanted.url.target
      curl_easy_set_string(easy, CURLOPT_URL, target)
    }
    if wanted.method != present?.method || wanted.bodyLength != present?.bodyLength { setMethod(of: wanted) }
    if wanted.headers != present?.headers || wanted.sendsBody != present?.sendsBody {
      lists.set(wanted.headers, sendsBody: wanted.sendsBody, on: easy)
    }
    set(CURLOPT_HTTP_VERSION, wanted.httpVersion, present?.httpVersion)
    set(CURLOPT_TIMEOUT_MS, wanted.timeout, present?.timeout)
    set(CURLOPT_CONNECTTIMEOUT_MS, wanted.connectTimeout, present?.connectTimeout)
    set(CURLOPT_BUFFERSIZE, wanted.bufferSize, present?.bufferSize)
    set(CURLOPT_SSLVERSION, wanted.tlsVersions, present?.tlsVersions)
    if wanted.verifiesCertificate != present?.verifiesCertificate {
      curl_easy_set_long(easy, CURLOPT_SSL_VERIFYPEER, wanted.verifiesCertificate ? 1 : 0)
      curl_easy_set_long(easy, CURLOPT_SSL_VERIFYHOST, wanted.verifiesCertificate ? 2 : 0)
    }
    // The callbacks turn it on and off besides.
    curl_easy_set_long(easy, CURLOPT_VERBOSE, wanted.tellsAll ? 1 : 0)
  }

  private func set(_ option: CURLoption, _ wanted: Int, _ present: Int?) {
    if wanted != present { curl_easy_set_long(easy, option, wanted) }
  }

  /// A body may go with any method; libcurl sends one with POST alone, under whatever name.
  private func setMethod(of settings: CurlSettings) {
    curl_easy_set_long(easy, CURLOPT_HTTPGET, 1)
    if settings.sendsBody {
      curl_easy_set_long(easy, CURLOPT_POST, 1)
      // −1 is a body of unknown length, which HTTP/1.1 sends in chunks.
      let length = settings.bodyLength.map { $0 ?? -1 } ?? 0
      curl_easy_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(length))
    } else if settings.method == "HEAD" {
      curl_easy_set_long(easy, CURLOPT_NOBODY, 1)
    }
    curl_easy_set_string(easy, CURLOPT_CUSTOMREQUEST, settings.method)
  }
}
