extension Nginx {
  static func configuration(_ folder: String, _ ports: [Int]) -> String {
    func server(_ listen: String, certificate: String? = nil, _ more: String = "") -> String {
      let tls =
        certificate.map { "ssl_certificate \(folder)/\($0).pem; ssl_certificate_key \(folder)/\($0).key;" } ?? ""
      return """
          server {
            listen \(listen); server_name localhost; \(tls) \(more)
            \(locations(folder, otherPort: ports[1]))
          }

        """
    }
    func local(_ number: Int, _ kind: String = "") -> String { "127.0.0.1:\(ports[number]) \(kind)" }
    let servers = [
      server(local(0)), server(local(1)), server(local(2, "http2")), server("unix:\(folder)/nginx.socket"),
      server(local(3, "ssl http2"), certificate: "good"),
      server(local(4, "ssl"), certificate: "expired"),
      server(local(5, "ssl"), certificate: "other"),
      server(
        local(6, "ssl"), certificate: "good", "ssl_client_certificate \(folder)/authority.pem; ssl_verify_client on;"),
      server(local(7, "ssl"), certificate: "self"),
      server(local(8, "ssl"), certificate: "good", "ssl_protocols TLSv1.2;"),
    ]
    return """
      daemon off; master_process off; worker_processes 1; pid \(folder)/nginx.pid; error_log \(folder)/error.log;
      events { worker_connections 512; }
      http {
        access_log off; ssl_protocols TLSv1.2 TLSv1.3; client_max_body_size 0;
        client_body_temp_path \(folder)/body; proxy_temp_path \(folder)/proxy; fastcgi_temp_path \(folder)/fastcgi;
        uwsgi_temp_path \(folder)/uwsgi; scgi_temp_path \(folder)/scgi;
        map $arg_rate $rate { default 0; "~^[0-9]+k?$" $arg_rate; }
        server { listen unix:\(folder)/length.socket; return 200 "$content_length\\n"; }
      \(servers.joined())
      }

      """
  }

  private static func locations(_ folder: String, otherPort: Int) -> String {
    """
    location = /echo {
          default_type text/plain;
          return 200 "$request_method $server_protocol [$http_authorization] [$http_cookie] [$http_x_trace]\\n";
        }
        location = /name { default_type text/plain; return 200 "$ssl_server_name $host\\n"; }
        location = /client { default_type text/plain; return 200 "$ssl_client_s_dn\\n"; }
        location = /big { default_type text/plain; alias \(folder)/big.txt; gzip on; gzip_types text/plain; }
        location = /redirect-to-other { return 307 http://127.0.0.1:\(otherPort)/echo; }
        location = /redirect-to-self { return 302 /echo; }
        # On its way through a proxy a body gets a length, whether it came with one or in chunks.
        location = /upload { default_type text/plain; proxy_pass http://unix:\(folder)/length.socket; }
        location / { root \(folder)/files; default_type application/octet-stream; limit_rate $rate; }
    """
  }
}
