import Foundation

/// nginx with TLS and HTTP/2, on certificates of an authority of this run.
package struct Nginx: Sendable {
  /// Plain HTTP/1.1. `/redirect-to-other` leads to `otherURL`.
  package let url: String
  /// Another origin on the same host.
  package let otherURL: String
  /// HTTP/2 from the first byte without TLS.
  package let http2URL: String
  /// TLS with HTTP/2 for `localhost` and `127.0.0.1`.
  package let tlsURL: String
  package let expiredURL: String
  /// Its certificate is for `other.example`.
  package let wrongHostURL: String
  /// The authority that signed all of them.
  package let certificateAuthority: String

  private let process: ServerProcess

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "nginx-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let ports = try (0..<6).map { _ in try RawServer.freePort() }
    let configuration = Self.configuration(folder.path, ports)
    try configuration.write(to: folder.appending(path: "nginx.conf"), atomically: true, encoding: .utf8)
    process = try ServerProcess(python: Self.script, arguments: [folder.path, "\(ports[0])"])
    url = "http://127.0.0.1:\(ports[0])"
    otherURL = "http://127.0.0.1:\(ports[1])"
    http2URL = "http://127.0.0.1:\(ports[2])"
    tlsURL = "https://localhost:\(ports[3])"
    expiredURL = "https://localhost:\(ports[4])"
    wrongHostURL = "https://localhost:\(ports[5])"
    certificateAuthority = folder.appending(path: "authority.pem").path
  }

  private static func configuration(_ folder: String, _ ports: [Int]) -> String {
    let echo = """
      location = /echo {
            default_type text/plain;
            return 200 "$request_method $server_protocol [$http_authorization] [$http_cookie] [$http_x_trace]\\n";
          }
          location = /big { default_type text/plain; alias \(folder)/big.txt; gzip on; gzip_types text/plain; }
          location = /redirect-to-other { return 307 http://127.0.0.1:\(ports[1])/echo; }
          location = /redirect-to-self { return 302 /echo; }
      """
    func server(_ port: Int, _ kind: String = "", certificate: String? = nil) -> String {
      let tls =
        certificate.map { "ssl_certificate \(folder)/\($0).pem; ssl_certificate_key \(folder)/\($0).key;" } ?? ""
      return "  server {\n    listen 127.0.0.1:\(port) \(kind); server_name localhost; \(tls)\n    \(echo)\n  }\n"
    }
    return """
      daemon off; master_process off; worker_processes 1; pid \(folder)/nginx.pid; error_log \(folder)/error.log;
      events { worker_connections 512; }
      http {
        access_log off; ssl_protocols TLSv1.2 TLSv1.3;
        client_body_temp_path \(folder)/body; proxy_temp_path \(folder)/proxy; fastcgi_temp_path \(folder)/fastcgi;
        uwsgi_temp_path \(folder)/uwsgi; scgi_temp_path \(folder)/scgi;
      \(server(ports[0]))\(server(ports[1]))\(server(ports[2], "http2"))
      \(server(ports[3], "ssl http2", certificate: "good"))
      \(server(ports[4], "ssl", certificate: "expired"))\(server(ports[5], "ssl", certificate: "other"))
      }

      """
  }

  /// Makes the certificates, starts nginx and ends it with this process.
  private static let script =
    TestServers.dieWithInput + """
      import ctypes, shutil, signal, socket, subprocess, time
      folder, port = sys.argv[1], int(sys.argv[2])
      def path(name):
          return os.path.join(folder, name)
      def openssl(*arguments):
          subprocess.run(["openssl", *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      def key(name):
          openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", path(name + ".key"))
      key("authority")
      openssl("req", "-x509", "-new", "-key", path("authority.key"), "-subj", "/CN=Test Authority", "-days", "30",
              "-out", path("authority.pem"))
      os.makedirs(path("issued"))
      open(path("index.txt"), "w").close()
      with open(path("ca.conf"), "w") as file:
          file.write("[ca]\\ndefault_ca=d\\n[d]\\ndatabase=%s\\nnew_certs_dir=%s\\nrand_serial=yes\\npolicy=p\\n"
                     "unique_subject=no\\ndefault_md=sha256\\ncopy_extensions=copy\\n[p]\\ncommonName=supplied\\n"
                     % (path("index.txt"), path("issued")))
      def certificate(name, hosts, start, end):
          key(name)
          openssl("req", "-new", "-key", path(name + ".key"), "-subj", "/CN=" + name, "-addext",
                  "subjectAltName=" + hosts, "-out", path(name + ".csr"))
          openssl("ca", "-batch", "-notext", "-config", path("ca.conf"), "-cert", path("authority.pem"), "-keyfile",
                  path("authority.key"), "-startdate", start, "-enddate", end, "-in", path(name + ".csr"),
                  "-out", path(name + ".pem"))
      local = "DNS:localhost,IP:127.0.0.1"
      certificate("good", local, "20200101000000Z", "20491231000000Z")
      certificate("expired", local, "20200101000000Z", "20210101000000Z")
      certificate("other", "DNS:other.example", "20200101000000Z", "20491231000000Z")
      with open(path("big.txt"), "w") as file:
          file.write("0123456789abcde\\n" * 65536)
      def die_with_parent():
          ctypes.CDLL(None).prctl(1, signal.SIGKILL)
      os.environ["PATH"] += ":/usr/sbin"
      nginx = subprocess.Popen(["nginx", "-c", path("nginx.conf"), "-p", folder], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
      def end():
          nginx.kill()
          nginx.wait()
          shutil.rmtree(folder, ignore_errors=True)
      threading.Thread(target=watch, daemon=True).start()
      while nginx.poll() is None:
          try:
              socket.create_connection(("127.0.0.1", port), 1).close()
              print("ready", flush=True)
              break
          except OSError:
              time.sleep(0.01)
      if nginx.poll() is None:
          threading.Event().wait()  # Until watch() ends the process.
      end()
      """
}
