extension CodeTool {
  /// Node runs the script with modules that replace those of k6.
  static let k6 = CodeTool(
    format: "k6", probe: "node -e 'fetch'",
    script: { _ in
      #"""
      mkdir -p node_modules/k6
      cat >node_modules/k6/package.json <<'END'
      { "name": "k6", "type": "module", "exports": { ".": "./index.js", "./http": "./http.js", "./encoding": "./encoding.js" } }
      END
      cat >node_modules/k6/index.js <<'END'
      export const check = () => true;
      export const group = (name, run) => run();
      END
      cat >node_modules/k6/encoding.js <<'END'
      const copy = (buffer) => new Uint8Array(buffer).buffer;
      export default { b64decode: (text) => copy(Buffer.from(text, "base64")), b64encode: (text) => Buffer.from(text).toString("base64") };
      END
      cat >node_modules/k6/http.js <<'END'
      import http from "node:http";
      const bytes = (value) => value instanceof ArrayBuffer ? Buffer.from(value) : Buffer.from(value);
      function form(fields, headers) {
        headers["Content-Type"] = "multipart/form-data; boundary=stub";
        const parts = Object.entries(fields).map(([name, value]) => Buffer.concat(value.data === undefined
          ? [bytes(`--stub\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`), bytes(value), bytes("\r\n")]
          : [bytes(`--stub\r\nContent-Disposition: form-data; name="${name}"; filename="${value.name}"\r\nContent-Type: ${value.type}\r\n\r\n`), bytes(value.data), bytes("\r\n")]));
        return Buffer.concat([...parts, bytes("--stub--\r\n")]);
      }
      function request(method, url, body, { headers = {} }) {
        const place = /^http:\/\/([^:]*):(\d+)(.*)$/.exec(url);
        const values = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString("latin1")]));
        const content = body === null ? null
          : typeof body === "string" || body instanceof ArrayBuffer ? bytes(body) : form(body, values);
        if (content !== null) values["Content-Length"] = content.length;
        const message = http.request({ method, hostname: place[1], port: place[2], path: place[3], headers: values });
        message.on("response", (response) => response.resume());
        message.end(content ?? undefined);
      }
      export default { request, file: (data, name, type) => ({ data, name, type }) };
      END
      cp all.js all-k6.mjs
      cat >run.mjs <<'END'
      import { readFileSync } from "node:fs";
      globalThis.__ENV = {};
      globalThis.open = (path) => new Uint8Array(readFileSync(path)).buffer;
      (await import("./all-k6.mjs")).default();
      END
      node run.mjs
      """#
    }, limits: joinHeaders)
}
