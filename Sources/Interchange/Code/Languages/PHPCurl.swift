struct PHPCurl {
  let request: CodeRequest

  var program: CodeProgram {
    let form = formFields
    let options = CurlOptions(request, hasOwnForm: form != nil)
    var rows = options.rows.map { "CURLOPT_\($0.name) => \(value($0.value))" }
    let headers = options.headerLines.map { "        " + PHP.quoted($0) + ",\n" }
    if !headers.isEmpty { rows.append("CURLOPT_HTTPHEADER => [\n" + headers.joined() + "    ]") }
    if let body = form ?? PHP.bytes.body(request.body) { rows.append("CURLOPT_POSTFIELDS => " + body) }
    rows.append("CURLOPT_RETURNTRANSFER => true")
    let code = """
      $curl = curl_init(\(PHP.quoted(request.url)));
      curl_setopt_array($curl, [
      \(rows.map { "    \($0)," }.joined(separator: "\n"))
      ]);
      $body = curl_exec($curl);
      if ($body === false) {
          fwrite(STDERR, curl_error($curl) . "\\n");
          exit(1);
      }
      echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\\n", $body, "\\n";
      """
    return CodeProgram(start: "<?php", text: code, notes: options.notes)
  }

  private func value(_ value: CurlOptions.Value) -> String {
    switch value {
    case .text(let text): PHP.quoted(text)
    case .number(let text), .constant(let text): text
    case .flag(let isOn): isOn ? "true" : "false"
    }
  }

  /// Parts as an array, where each name occurs once.
  private var formFields: String? {
    guard let parts = request.plainParts, Set(parts.map(\.name)).count == parts.count else { return nil }
    let rows = parts.map { part -> String in
      let file = part.file.map { file in
        let type = part.contentType.map(PHP.quoted) ?? "null"
        return "new CURLFile(\(PHP.quoted(file)), \(type), \(PHP.quoted(part.partFileName ?? "")))"
      }
      return "        \(PHP.quoted(part.name)) => \(file ?? PHP.quoted(part.value)),\n"
    }
    return "[\n" + rows.joined() + "    ]"
  }
}
