package import Foundation

/// The real servers of the test run, started on first use and terminated with the test process.
package enum TestServers {
  /// Created by `scripts/setup-test-servers`.
  package static let folder = ProjectFiles.root.appending(path: ".build-servers")

  /// The URL of a real httpbin: `http://127.0.0.1:12345`.
  package static func httpbin() throws -> String { "http://127.0.0.1:\(try httpbinProcess.get().ready)" }

  package static func nginx() throws -> Nginx { try nginxServer.get() }

  package static func proxies() throws -> Proxies { try proxyServers.get() }

  package static func apache() throws -> Apache { try apacheServer.get() }

  package static func packagedProxies() throws -> PackagedProxies { try packagedProxyServers.get() }

  private static let apacheServer = Result { try Apache() }
  private static let packagedProxyServers = Result { try PackagedProxies() }
  private static let httpbinProcess = Result { try ServerProcess(python: httpbinScript) }
  private static let nginxServer = Result { try Nginx() }
  private static let proxyServers = Result { try Proxies(nginx()) }

  static let dieWithInput = """
    import os, sys, threading
    def watch():
        sys.stdin.buffer.read()
        end()
        os._exit(0)
    def end():
        pass

    """

  private static let httpbinScript =
    dieWithInput + """
      import logging
      logging.disable(logging.CRITICAL)
      from httpbin import app
      from waitress.server import create_server
      server = create_server(app, host="127.0.0.1", port=0, threads=16)
      threading.Thread(target=watch, daemon=True).start()
      print(server.effective_port, flush=True)
      server.run()
      """
}
