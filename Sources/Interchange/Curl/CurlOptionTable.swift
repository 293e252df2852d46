/// The options of curl 8.17 by their names: their letters, whether they take a value, and with a `*` those that `send`
/// has as well.
package enum CurlOptionTable {
  /// The long names without hyphens. Those that curl negates with `--no-` stand without it.
  package static let names = Set(values.keys)

  /// Whether the option takes a value; `nil` for a name that curl does not have.
  package static func takesValue(_ name: String) -> Bool? { values[name] }

  /// The long name for a letter.
  package static func name(of letter: Character) -> String? { letters[letter] }

  /// The long name, without hyphens, of an option as typed: `-d` or `--data`.
  package static func name(ofTyped option: String) -> String {
    guard !option.startsExactly(with: "--") else { return String(option.dropFirst(2)) }
    return option.dropFirst().first.flatMap { name(of: $0) } ?? option
  }

  /// The letters of options that take a value, or of those that do not.
  package static func letters(withValue: Bool) -> [Character] {
    letters.filter { (values[$0.value] ?? false) == withValue }.map(\.key)
  }

  /// Whether `send` has the option, or an option that curl negates with `--no-`.
  package static func isSent(_ name: String) -> Bool {
    sent.contains(name) || ["no-buffer", "no-progress-meter"].contains(name)
  }

  /// The only name with that beginning, which is all that curl up to 8.15 needs.
  static func completion(of prefix: String) -> String? {
    let matches = prefix.isEmpty ? [] : names.filter { $0.hasPrefix(prefix) }
    return matches.count == 1 ? matches.first : nil
  }

  private static let values: [String: Bool] = {
    let rows = entries(withValue).map { ($0.name, true) } + entries(flags).map { ($0.name, false) }
    return Dictionary(rows) { first, _ in first }
  }()

  private static let letters: [Character: String] = {
    let rows = entries(withValue + " " + flags).compactMap { entry in entry.letter.map { ($0, entry.name) } }
    // Negations have letters of their own.
    return Dictionary(rows + [("N", "no-buffer"), (":", "next")]) { first, _ in first }
  }()

  private static func entries(_ list: String) -> [(letter: Character?, name: String)] {
    words(of: list).map { word in
      let parts = word.prefix { $0 != UInt8(ascii: "*") }.split(separator: UInt8(ascii: ":"))
      let letter = parts.count > 1 ? parts[0].first.map { Character(UnicodeScalar($0)) } : nil
      return (letter, String(decoding: parts[parts.count - 1], as: UTF8.self))
    }
  }

  private static let sent = Set(
    words(of: withValue + " " + flags).filter { $0.last == UInt8(ascii: "*") }.flatMap {
      entries(String(decoding: $0, as: UTF8.self)).map(\.name)
    })

  /// The words as bytes: `send` reads the table when it starts, and splitting characters takes a millisecond.
  private static func words(of list: String) -> [ArraySlice<UInt8>] {
    Array(list.utf8).split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
  }

  private static let withValue = """
    abstract-unix-socket alt-svc aws-sigv4* cacert* capath E:cert* cert-type* ciphers K:config connect-timeout*
    connect-to* C:continue-at b:cookie* c:cookie-jar* create-file-mode crlfile curves d:data* data-ascii* data-binary*
    data-raw* data-urlencode* delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url D:dump-header*
    ech egd-file engine etag-compare etag-save expect100-timeout F:form* form-string* ftp-account
    ftp-alternative-to-user ftp-method P:ftp-port ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip H:header*
    hostpubmd5 hostpubsha256 hsts httpsig-algo httpsig-headers httpsig-key httpsig-keyid interface* ip-tos ipfs-gateway
    json* keepalive-cnt keepalive-time key* key-type* knownhosts krb libcurl limit-rate* local-port login-options
    mail-auth mail-from mail-rcpt max-filesize* max-redirs* m:max-time* netrc-file* noproxy* oauth2-bearer* o:output*
    output-dir parallel-max parallel-max-host pass* pinnedpubkey* preproxy proto proto-default proto-redir x:proxy*
    proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key
    proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype
    proxy-tlspassword proxy-tlsuser U:proxy-user* proxy1.0 pubkey Q:quote random-file r:range* rate e:referer*
    X:request* request-target resolve* retry* retry-delay* retry-max-time* sasl-authzid service-name sigalgs socks4
    socks4a socks5 socks5-gssapi-service socks5-hostname Y:speed-limit y:speed-time ssl-sessions stderr t:telnet-option
    tftp-blksize z:time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config
    unix-socket* T:upload-file* upload-flags url* url-query* u:user* A:user-agent* variable vlan-priority w:write-out*
    """

  private static let flags = """
    alpn anyauth a:append basic* buffer* ca-native cert-status clobber* compressed* compressed-ssh create-dirs crlf
    digest* q:disable* disable-eprt disable-epsv disallow-username-in-url doh-cert-status doh-insecure dump-ca-embed
    eprt epsv f:fail* fail-early fail-with-body* false-start follow form-escape ftp-create-dirs ftp-pasv ftp-pret
    ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control G:get* g:globoff* haproxy-protocol I:head* h:help* http0.9 0:http1.0
    http1.1* http2* http2-prior-knowledge* http3 http3-only ignore-content-length i:include* k:insecure* 4:ipv4* 6:ipv6*
    j:junk-session-cookies keepalive l:list-only L:location* location-trusted* mail-rcpt-allowfails M:manual metalink
    mptcp negotiate* n:netrc* netrc-optional* npn ntlm* ntlm-wb out-null Z:parallel parallel-immediate path-as-is*
    post301 post302 post303 #:progress-bar progress-meter* proxy-anyauth proxy-basic* proxy-ca-native proxy-digest
    proxy-http2 proxy-http3 proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast proxy-ssl-auto-client-cert
    proxy-tlsv1 p:proxytunnel raw J:remote-header-name* O:remote-name* remote-name-all R:remote-time remove-on-error
    retry-all-errors* retry-connrefused* sasl-ir sessionid S:show-error* show-headers s:silent* skip-existing
    socks5-basic socks5-gssapi socks5-gssapi-nec ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd
    ssl-revoke-best-effort 2:sslv2 3:sslv3 styled-output suppress-connect-headers tcp-fastopen tcp-nodelay*
    tftp-no-options tls-earlydata 1:tlsv1* tlsv1.0* tlsv1.1* tlsv1.2* tlsv1.3* tr-encoding trace-ids trace-time
    B:use-ascii v:verbose* V:version* xattr
    """
}
