import Foundation
import Interchange
import RequestModel
import TestSupport

/// How the programs of a format are run here.
struct CodeTool: Sendable {
  let format: String
  /// A shell command that succeeds where the programs can be run.
  let probe: String
  /// Runs `case0`, `case1` and so on, in one process where possible.
  let script: @Sendable (CodeRun) -> String
  /// Changes what is expected to what the library is able to send, as its program says in a comment.
  var limits: @Sendable (inout WireMessage, CodeRequest) -> Void = { _, _ in }

  /// Cases that the installed version of the library cannot send.
  var skips: @Sendable (CodeRequest) -> Bool = { _ in false }

  /// Whether the programs can be run here.
  var isInstalled: Bool {
    get async throws { try await ChildProcess.shell(probe) == 0 }
  }
}

extension CodeTool {
  static let python = TestPaths.python

  static let pythonRequests = CodeTool(
    format: "python-requests", probe: "'\(python)' -c 'import requests'", script: runPython,
    limits: { message, request in
      joinHeaders(&message, request)
      message.target = message.target.replacing("[]", with: "%5B%5D").replacing("%2f", with: "%2F")
        .replacing("%7e", with: "%7E").replacing("%c3%a9", with: "%C3%A9")
    })
  static let pythonHTTPX = CodeTool(
    format: "python-httpx", probe: "'\(python)' -c 'import httpx'", script: runPython)
  static let pythonURLLib = CodeTool(
    format: "python-urllib", probe: "python3 -c 'import urllib.request'", script: runPython, limits: joinHeaders)

  private static let runPython: @Sendable (CodeRun) -> String = { run in
    let python = FileManager.default.isExecutableFile(atPath: python) ? python : "python3"
    return """
      cat >all.py <<'END'
      import runpy, traceback
      for number in range(\(run.requests.count)):
          try:
              runpy.run_path(f"case{number}.py")
          except BaseException:
              print("case", number)
              traceback.print_exc()
      END
      '\(python)' all.py
      """
  }

  static let javascriptFetch = CodeTool(
    format: "javascript-fetch", probe: "node -e 'fetch; File'", script: runNode,
    limits: { message, request in
      joinHeaders(&message, request)
      normalizeURL(&message)
      if ["GET", "HEAD"].contains(message.method), request.body != .none { message.body = Data() }
    })
  static let javascriptAxios = CodeTool(
    format: "javascript-axios", probe: "test -d '\(TestPaths.axios)'",
    script: { "ln -s '\(TestPaths.nodeModules)' node_modules\n" + runNode($0) },
    limits: { message, _ in normalizeURL(&message) }, skips: { $0.body.isForm && isOldAxios })

  /// axios sends the `FormData` of Node since 1.3.
  private static let isOldAxios: Bool = {
    let text = try? String(contentsOfFile: TestPaths.axios + "/package.json", encoding: .utf8)
    return text?.contains(/"version": "1\.[012]\./) ?? true
  }()

  static let nodeHTTP = CodeTool(format: "node-http", probe: "node -e 'http'", script: runNode)

  private static let runNode: @Sendable (CodeRun) -> String = { run in
    """
    cat >all.mjs <<'END'
    for (let number = 0; number < \(run.requests.count); number++) {
      try { await import(`./case${number}.mjs`); } catch (error) { console.error("case", number, error); }
    }
    process.exit(0);
    END
    node --preserve-symlinks all.mjs
    """
  }

  static let go = CodeTool(
    format: "go", probe: "go version",
    script: { run in
      let folders = 0..<run.requests.count
      let copies = folders.map {
        "sed 's/^func \\([a-z][A-Za-z]*\\)(/func \\1\($0)(/; s/\\b\\(check\\|read\\|decoded\\|addPart\\)(/\\1\($0)(/g; s/^\\(func [a-zA-Z]*\\)\($0)\($0)(/\\1\($0)(/' case\($0).go >source/case\($0).go"
      }
      let calls = folders.map { "\tmain\($0)()\n" }.joined()
      return """
        mkdir source
        \(copies.joined(separator: "\n"))
        cat >source/all.go <<'END'
        package main
        func main() {
        \(calls)}
        END
        cat >source/go.mod <<'END'
        module programs
        go 1.19
        END
        (cd source && GOCACHE='\(TestPaths.goCache)' GOFLAGS=-mod=mod go build -o ../all .) && ./all
        """
    })

  static let phpCurl = CodeTool(format: "php-curl", probe: "php -m | grep -qx curl", script: runPHP)

  private static let runPHP: @Sendable (CodeRun) -> String = { run in
    "php -d error_reporting=-1 -r 'for ($number = 0; $number < \(run.requests.count); $number++) { include \"case$number.php\"; }'"
  }

  static let ruby = CodeTool(
    format: "ruby", probe: "ruby -rnet/http -e 0",
    script: { run in
      "ruby -e '\(run.requests.count).times { |n| begin; load \"./case#{n}.rb\"; rescue StandardError; warn n, $!.full_message; end }'"
    }, limits: joinHeaders)

  static let javaHTTPClient = CodeTool(
    format: "java-httpclient", probe: "javac -version",
    script: { run in
      let numbers = 0..<run.requests.count
      let copies = numbers.map { "sed 's/^class Main /class Main\($0) /' case\($0).java >java/Main\($0).java" }
      let calls = numbers.map {
        "    try { Main\($0).main(null); } catch (Exception e) { System.err.println(\"\($0) \" + e); }"
      }
      return """
        mkdir java
        \(copies.joined(separator: "\n"))
        cat >java/All.java <<'END'
        class All {
          public static void main(String[] arguments) {
        \(calls.joined(separator: "\n"))
          }
        }
        END
        unset JAVA_TOOL_OPTIONS
        javac -encoding UTF-8 -d java java/*.java && java -cp java All
        """
    },
    limits: { message, _ in
      message.headers.removeAll { $0.hasPrefix("x-name: ") }
      if message.target.hasSuffix("/empty-query?") { message.target.removeLast() }
    })

  static let phpGuzzle = CodeTool(
    format: "php-guzzle", probe: "php -m | grep -qx curl && test -f '\(TestPaths.guzzle)/GuzzleHttp/autoload.php'",
    script: { run in
      let autoload = "<?php require_once '\(TestPaths.guzzle)/GuzzleHttp/autoload.php';"
      return """
        mkdir vendor
        cat >vendor/autoload.php <<'END'
        \(autoload)
        END
        php -d include_path='.:\(TestPaths.guzzle)' -d error_reporting=8191 -r 'for ($number = 0; $number < \(run.requests.count); $number++) { try { include "case$number.php"; } catch (Throwable $error) { echo "case $number: $error\n"; } }'
        """
    },
    limits: { message, _ in
      if message.target.hasSuffix("/empty-query?") { message.target.removeLast() }
      message.target = message.target.replacing("[]", with: "%5B%5D")
    })

  static let c = CodeTool(
    format: "c", probe: "echo '#include <curl/curl.h>' | cc -E - -o /dev/null",
    script: { run in
      let parts = (0..<run.requests.count).map { "#define main main\($0)\n#include \"case\($0).c\"\n#undef main" }
      let calls = (0..<run.requests.count).map { "  main\($0)();" }
      return """
        cat >all.c <<'END'
        \(parts.joined(separator: "\n"))
        int main(void) {
        \(calls.joined(separator: "\n"))
          return 0;
        }
        END
        cc -Wall -Wextra -Werror -O0 all.c -o all -lcurl && ./all
        """
    })

  static let perl = CodeTool(
    format: "perl", probe: "perl -MHTTP::Tiny -e 0",
    script: { run in
      "for number in $(seq 0 \(run.requests.count - 1)); do perl case$number.pl || echo case $number; done"
    },
    limits: { message, request in
      let hasType = message.parts != nil || message.headers.contains { $0.hasPrefix("content-type:") }
      message.headers.removeAll { $0.hasPrefix("x-name: ") }
      if ![.none, .bytes(Data())].contains(request.body), !hasType {
        message.headers = (message.headers + ["content-type: application/octet-stream"]).sorted()
      }
    })

  static let curl = CodeTool(
    format: "curl", probe: "curl --version", script: { _ in "sh all.sh >/dev/null 2>&1" })

  static let wget = CodeTool(
    format: "wget", probe: "wget --version", script: { _ in "sh all.sh >/dev/null 2>&1" },
    limits: { message, request in
      joinHeaders(&message, request)
      addFormType(&message, request)
      message.target = message.target.replacing("/a/./b/../c", with: "/a/c")
    })

  static let httpie = CodeTool(
    format: "httpie", probe: "'\(python)' -c 'import httpie'",
    script: { _ in
      """
      mkdir words
      cat >all.py <<'END'
      import pathlib
      from httpie.context import Environment
      from httpie.core import main
      for file in pathlib.Path("words").glob("*.words"):
          words = file.read_bytes().decode().split("\\0")[:-1]
          with open(file.with_suffix(".input"), "rb") as input, open("output.txt", "w+") as output:
              main(["http"] + words, Environment(stdin=input, stdin_isatty=False, stdout=output, stdout_isatty=False))
      END
      # HTTPie takes long to start: one process runs all commands.
      http() {
        file=$(mktemp words/XXXXXX)
        printf '%s\\0' "$@" >"$file.words"
        case "$*" in --ignore-stdin*) : >"$file.input" ;; *) cat >"$file.input" ;; esac
      }
      . ./all.sh
      '\(python)' all.py
      """
    },
    limits: { message, _ in
      message.target = message.target.replacing("[]", with: "%5B%5D").replacing(/\?$/, with: "")
        .replacing("/lower%2fhex%7etilde%41?b=%c3%a9%7E", with: "/lower%2Fhex~tildeA?b=%C3%A9~")
    })

  /// Some libraries send each header once.
  static let joinHeaders: @Sendable (inout WireMessage, CodeRequest) -> Void = { message, _ in
    message.headers = message.headers.map { $0.replacing(/^x-twice: one$/, with: "x-twice: one, two, three") }
      .filter { $0 != "x-twice: two, three" }
  }

  /// Some libraries take a body without a type for a form.
  static let addFormType: @Sendable (inout WireMessage, CodeRequest) -> Void = { message, request in
    let hasType = message.parts != nil || message.headers.contains { $0.hasPrefix("content-type:") }
    if request.body != .none, !hasType {
      message.headers = (message.headers + ["content-type: application/x-www-form-urlencoded"]).sorted()
    }
  }

  /// Normalizes the URL as parsers of browsers do.
  static let normalizeURL: @Sendable (inout WireMessage) -> Void = { message in
    message.target = message.target.replacing("/a/./b/../c", with: "/a/c").replacing(/\?$/, with: "")
  }
}

/// Where libraries for the programs may lie.
enum TestPaths {
  static let python = ProjectFiles.root.appending(path: ".build-servers/venv/bin/python").path
  static let nodeModules = environment("WORKBENCH_NODE_MODULES") ?? "/usr/share/nodejs"
  static let axios = nodeModules + "/axios"
  static let library = environment("WORKBENCH_SWIFT_PROGRAMS") ?? ""
  static let guzzle = environment("WORKBENCH_PHP") ?? "/usr/share/php"
  /// A folder of crates, as `cargo vendor` makes it.
  static let crates = environment("WORKBENCH_CRATES") ?? "/nonexistent"
  static let okHttp = environment("WORKBENCH_OKHTTP") ?? "/usr/share/java"
  /// Kept for later runs: compiling the standard library takes a minute.
  static let goCache = environment("GOCACHE") ?? "/tmp/workbench-go-cache"

  static func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}

extension CodeRequest.Body {
  var isForm: Bool { if case .parts = self { true } else { false } }
}
