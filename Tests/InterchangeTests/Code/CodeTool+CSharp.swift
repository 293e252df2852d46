import Foundation
import Interchange
import RequestModel

/// Mono's compiler reads C# 7: what is newer in the programs is written anew for it.
extension CodeTool {
  static let csharp = CodeTool(
    format: "csharp",
    probe: "mcs --version && perl -v && test -f \"$(dirname \"$(which mcs)\")/../lib/mono/4.5/System.Net.Http.dll\"",
    script: { run in
      let calls = (0..<run.requests.count).map {
        "    try { await Main\($0).Run(); } catch (Exception e) { Console.WriteLine(\"\($0) \" + e); }"
      }
      return """
        cat >older.pl <<'END'
        \(older)
        END
        for number in $(seq 0 \(run.requests.count - 1)); do perl older.pl $number <case$number.cs >main$number.cs; done
        cat >all.cs <<'END'
        using System;
        using System.Linq;
        using System.Threading.Tasks;
        static class Bytes {
          public static byte[] Join(params byte[][] all) => all.SelectMany(bytes => bytes).ToArray();
        }
        class All {
          static void Main() => Run().Wait();
          static async Task Run() {
        \(calls.joined(separator: "\n"))
          }
        }
        END
        mcs -nowarn:1701 -langversion:latest -r:System.Net.Http -out:all.exe all.cs main*.cs && mono all.exe
        """
    },
    limits: { message, request in
      joinHeaders(&message, request)
      // Mono's Uri cannot keep a URL unchanged.
      message.target = message.target.replacing("/a/./b/../c", with: "/a/c")
        .replacing("%7etilde%41?b=%c3%a9%7E", with: "~tildeA?b=%C3%A9~")
    }, skips: { !$0.headers.allSatisfy { $0.value.utf8.allSatisfy { $0 < 0x80 } } })

  /// Raw strings become verbatim ones, spread elements a call, and the statements a method.
  private static let older = #"""
    my $text = do { local $/; <STDIN> };
    my ($imports, $lines) = $text =~ /\A((?:using [\w.]+;\n)*)(.*)\z/s;
    $lines =~ s/("{3,})\n(.*?)\n\1(?!")/my $inner = $2; $inner =~ s{"}{""}g; "\@\"$inner\""/egs;
    $lines =~ s/\[\n    \.\. /Bytes.Join(/g;
    $lines =~ s/,\n    \.\. /, /g;
    $lines =~ s/,\n\]/)/g;
    $lines =~ s/ByteArrayContent\(\[\]\)/ByteArrayContent(new byte[0])/g;
    $lines =~ s/^using var/var/mg;
    $lines =~ s/, new UriCreationOptions \{[^}]*\}//g;
    print "${imports}using System.Threading.Tasks;\nstatic class Main$ARGV[0] {\npublic static async Task Run() {\n$lines}\n}\n";
    """#
}
