internal import Foundation

struct CCode {
  let request: CodeRequest

  /// Octal escapes have at most three digits, so that the next character cannot belong to them. Trigraphs begin with `??`.
  static let text = CodeText(special: ["?": #"\?"#]) { scalar in
    String(scalar).utf8.map(octal).joined()
  }

  static func quoted(_ text: String) -> String {
    (text.containsExactly("??") ? Self.text : CodeText(escape: Self.text.escape)).quoted(text)
  }

  private static func octal(_ byte: UInt8) -> String { "\\" + byte.padded(to: 3, radix: 8) }

  /// A literal of bytes, a line of the text on each line.
  static func literal(_ data: Data) -> String {
    if let text = data.codeText { return CodeText.pieces(text).map(quoted).joined(separator: "\n      ") }
    let bytes = Array(data)
    return stride(from: 0, to: bytes.count, by: 24).map { start in
      "\"" + bytes[start..<min(start + 24, bytes.count)].map(octal).joined() + "\""
    }.joined(separator: "\n      ")
  }

  var program: CodeProgram {
    let parts = ownParts
    let options = CurlOptions(request, hasOwnForm: parts != nil)
    var lines = ["CURL *curl = curl_easy_init();", "struct curl_slist *headers = NULL;"]
    lines += options.headerLines.map { "headers = curl_slist_append(headers, \(Self.quoted($0)));" }
    lines += ["set(URL, \(Self.quoted(request.url)));", "set(HTTPHEADER, headers);"]
    lines += options.rows.map { "set(\($0.name), \(value($0.value)));" }
    lines += parts.map(formLines) ?? bodyLines
    lines += [
      "CURLcode code = curl_easy_perform(curl);",
      "if (code != CURLE_OK) fprintf(stderr, \"%s\\n\", curl_easy_strerror(code));",
      "long status = 0;", "curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);", "printf(\"\\n%ld\\n\", status);",
      "curl_slist_free_all(headers);",
    ]
    lines += (parts == nil ? [] : ["curl_mime_free(form);"]) + ["curl_easy_cleanup(curl);", "return code != CURLE_OK;"]
    let text = lines.map { line in
      let words = line.removingExactly(prefix: "set(")
      return "  " + (words.map { "curl_easy_setopt(curl, CURLOPT_" + $0 } ?? line)
    }
    return CodeProgram(
      start: "// cc program.c -lcurl\n#include <curl/curl.h>\n#include <stdio.h>",
      text: "int main(void) {\n" + text.joined(separator: "\n") + "\n}", notes: options.notes)
  }

  private func value(_ value: CurlOptions.Value) -> String {
    switch value {
    case .text(let text): Self.quoted(text)
    case .number(let text): text + "L"
    case .constant(let text): "(long)" + text
    case .flag(let isOn): isOn ? "1L" : "0L"
    }
  }

  private var ownParts: [Parameter]? {
    if case .parts(let parts) = request.body, !parts.isEmpty { parts } else { nil }
  }

  private var bodyLines: [String] {
    switch request.body {
    case .none: []
    case .file(let path):
      [
        "FILE *file = fopen(\(Self.quoted(path)), \"rb\");",
        "if (file == NULL) return perror(\(Self.quoted(path))), 1;",
        "fseek(file, 0, SEEK_END);", "set(POST, 1L);", "set(POSTFIELDSIZE_LARGE, (curl_off_t)ftell(file));",
        "rewind(file);", "set(READDATA, file);",
      ]
    case .bytes(let data): bytesLines(data.isEmpty ? "\"\"" : Self.literal(data))
    case .parts: bytesLines("\"\"")
    }
  }

  private func bytesLines(_ literal: String) -> [String] {
    [
      "static const char body[] =\n      \(literal);", "set(POSTFIELDSIZE_LARGE, (curl_off_t)(sizeof body - 1));",
      "set(POSTFIELDS, body);",
    ]
  }

  private func formLines(_ parts: [Parameter]) -> [String] {
    ["curl_mime *form = curl_mime_init(curl);", "curl_mimepart *part;"]
      + parts.flatMap { part -> [String] in
        ["part = curl_mime_addpart(form);", "curl_mime_name(part, \(Self.quoted(part.name)));"]
          + (part.file.map { ["curl_mime_filedata(part, \(Self.quoted($0)));"] }
            ?? [
              "curl_mime_data(part, \(part.value.isEmpty ? "\"\"" : Self.literal(Data(part.value.utf8))), \(part.value.utf8.count));"
            ])
          + (part.partFileName.map { ["curl_mime_filename(part, \(Self.quoted($0)));"] } ?? [])
          + (part.contentType.map { ["curl_mime_type(part, \(Self.quoted($0)));"] } ?? [])
      } + ["set(MIMEPOST, form);"]
  }
}
