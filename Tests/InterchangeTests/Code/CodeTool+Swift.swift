import Foundation
import Interchange

extension CodeTool {
  /// `import` lines and the like end with an empty line.
  private static func swiftFunctions(_ run: CodeRun) -> String {
    let numbers = 0..<run.requests.count
    let functions = numbers.map {
      "{ echo 'func case\($0)() async throws {'; sed '1,/^$/d' case\($0).swift; echo '}'; } >source/case\($0).swift\n"
        + "sed '/^$/,$d' case\($0).swift | cat - source/case\($0).swift >source/new && mv source/new source/case\($0).swift"
    }
    let calls = numbers.map { "do { try await case\($0)() } catch { print(\"case \($0)\", error) }" }
    return """
      mkdir source
      \(functions.joined(separator: "\n"))
      cat >source/main.swift <<'END'
      \(calls.joined(separator: "\n"))
      END
      export HOME='\(NSHomeDirectory())'

      """
  }

  /// Compiling takes long, so these are run only with WORKBENCH_SWIFT_PROGRAMS in the environment.
  static let swift = CodeTool(
    format: "swift", probe: "test -n \"$WORKBENCH_SWIFT_PROGRAMS\"",
    script: { run in
      swiftFunctions(run) + """
        mkdir -p package/Sources && mv source package/Sources/programs
        cat >package/Package.swift <<'END'
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
          name: "programs", dependencies: [.package(name: "workbench", path: "\(TestPaths.library)")],
          targets: [.executableTarget(name: "programs", dependencies: [.product(name: "RequestClient", package: "workbench")])])
        END
        cd package && swift build --quiet >build.txt 2>&1 || cat build.txt
        cd .. && package/.build/debug/programs
        """
    })

  static let swiftURLSession = CodeTool(
    format: "swift-urlsession", probe: "test -n \"$WORKBENCH_SWIFT_PROGRAMS\"",
    script: { swiftFunctions($0) + "swiftc -swift-version 6 -o programs source/*.swift && ./programs" },
    limits: { message, request in
      joinHeaders(&message, request)
      if request.body != .bytes(Data()) { addFormType(&message, request) }
      if request.method == "GET" { message.body = Data() }
      message.target = message.target.replacing("/a/./b/../c", with: "/a/c").replacing("[]", with: "%5B%5D")
    })
}
