import Foundation
import Interchange

/// OkHttp 3, which Debian has, with the functions of OkHttp 4 that the programs call.
extension CodeTool {
  static let javaOkHttp = CodeTool(
    format: "java-okhttp", probe: "javac -version && test -f '\(TestPaths.okHttp)/okhttp.jar'",
    script: { run in
      let numbers = 0..<run.requests.count
      let copies = numbers.map {
        "sed 's/^class Main /class Main\($0) /; s/RequestBody\\.create(/Bodies.create(/' case\($0).java >java/Main\($0).java"
      }
      let calls = numbers.map {
        "    try { Main\($0).main(null); } catch (Exception e) { System.err.println(\"\($0) \" + e); }"
      }
      return """
        mkdir java
        \(copies.joined(separator: "\n"))
        cat >java/Bodies.java <<'END'
        import okhttp3.MediaType;
        import okhttp3.RequestBody;
        class Bodies {
          static RequestBody create(byte[] bytes, MediaType type) { return RequestBody.create(type, bytes); }
          static RequestBody create(java.io.File file, MediaType type) { return RequestBody.create(type, file); }
        }
        END
        cat >java/All.java <<'END'
        class All {
          public static void main(String[] arguments) {
        \(calls.joined(separator: "\n"))
            System.exit(0);
          }
        }
        END
        unset JAVA_TOOL_OPTIONS
        jars='\(TestPaths.okHttp)/okhttp.jar:\(TestPaths.okHttp)/okio.jar'
        javac -encoding UTF-8 -cp "$jars" -d java java/*.java && java -cp "java:$jars" All
        """
    }, limits: okHttpLimits)

  static let kotlin = CodeTool(
    format: "kotlin", probe: "kotlinc -version && test -f '\(TestPaths.okHttp)/okhttp.jar'",
    script: { run in
      let numbers = 0..<run.requests.count
      let copies = numbers.map {
        "sed 's/^fun main()/fun main\($0)()/; /^import okhttp3\\..*\\.Companion\\./d' case\($0).kt >kotlin/Main\($0).kt"
      }
      let calls = numbers.map { "    try { main\($0)() } catch (e: Exception) { System.err.println(\"\($0) \" + e) }" }
      return """
        mkdir kotlin
        \(copies.joined(separator: "\n"))
        cat >kotlin/All.kt <<'END'
        import okhttp3.*
        fun String.toMediaType(): MediaType = MediaType.get(this)
        fun ByteArray.toRequestBody(type: MediaType? = null): RequestBody = RequestBody.create(type, this)
        fun java.io.File.asRequestBody(type: MediaType? = null): RequestBody = RequestBody.create(type, this)
        val Response.code: Int get() = code()
        val Response.body: ResponseBody? get() = body()
        fun main() {
        \(calls.joined(separator: "\n"))
            System.exit(0)
        }
        END
        unset JAVA_TOOL_OPTIONS
        jars='\(TestPaths.okHttp)/okhttp.jar:\(TestPaths.okHttp)/okio.jar'
        # The compiler's own Java options print a warning.
        kotlinc -nowarn -cp "$jars" -d all.jar kotlin/*.kt 2>kotlinc.txt || { cat kotlinc.txt; exit 1; }
        java -cp "all.jar:\(TestPaths.okHttp)/kotlin-stdlib.jar:$jars" AllKt
        """
    }, limits: okHttpLimits)

  private static let okHttpLimits: @Sendable (inout WireMessage, CodeRequest) -> Void = { message, request in
    if ["GET", "HEAD"].contains(message.method), request.body != .none { message.body = Data() }
    message.target = message.target.replacing("/a/./b/../c", with: "/a/c")
  }
}
