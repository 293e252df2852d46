/// The options of `demo PATH` for TLS and its certificate.
struct TLSOptions: ParsableArguments {
  @Flag(help: "Serves https:// with a certificate for localhost and --host, made at each start.")
  var tls = false

  @Option(
    help: ArgumentHelp(
      "The certificate to use instead, and those of its issuers, a PEM file. Implies --tls.", valueName: "file"),
    completion: .file())
  var cert: String?

  @Option(
    help: ArgumentHelp("Its private key, a PEM file. (default: in the file of --cert)", valueName: "file"),
    completion: .file())
  var key: String?

  var isOn: Bool { tls || cert != nil }

  func validate() throws {
    guard key == nil || cert != nil else { throw ValidationError("--key needs --cert FILE.") }
  }
}
