// `require`: modules of the runtime, of the collection, and those that the program finds for it.
(function (runtime) {
  "use strict";
  const { define, host, lack } = runtime;

  define("modules", use => {
    const job = use("job"), places = use("places");
    const cache = { __proto__: null };
    let loading = 0;

    const own = {
      __proto__: null,
      atob: () => use("base64").atob,
      axios: () => use("axios"),
      btoa: () => use("base64").btoa,
      buffer: () => use("buffer"),
      chai: () => use("chai"),
      console: () => use("console").console,
      "crypto-js": () => use("cryptoJS"),
      "csv-parse/sync": () => use("csv"),
      json: () => JSON,
      "postman-collection": () => use("postmanCollection"),
      process: () => use("node/process"),
      punycode: () => use("punycode"),
      string_decoder: () => use("node/string_decoder"),
      timers: () => use("node/timers"),
      tv4: () => use("tv4"),
      util: () => use("node/util"),
      uuid: () => use("uuid"),
    };

    // Modules of Node that are Debian's packages.
    const packages = {
      assert: "assert", events: "events", path: "path-browserify", querystring: "querystring", stream: "stream-browserify",
      url: "url",
    };
    for (const name of Object.keys(packages)) {
      own[name] = () => {
        const key = `node:${name}`;
        if (!(key in cache)) {
          const exports = load(packages[name], "");
          use("node/packages")[name](exports);
          cache[key] = { exports };
        }
        return cache[key].exports;
      };
    }
    const aliases = {
      __proto__: null,
      "assert/strict": "assert.strict",
      "csv-parse/lib/sync": "csv-parse/sync",
      "lodash/lodash": "lodash",
      "path/posix": "path",
      "string-decoder": "string_decoder",
      sys: "util",
      "timers/promises": "timers.promises",
      "util/types": "util.types",
      "uuid/v1": "uuid.v1",
      "uuid/v4": "uuid.v4",
    };

    // Modules that never work here, and why.
    const reasons = {
      "scripts have no access to files; use variables or the data file": ["fs", "fs/promises"],
      "scripts have no network; use pm.sendRequest": [
        "dgram", "dns", "dns/promises", "http", "http2", "https", "net", "node-fetch", "request", "tls",
      ],
      "scripts cannot start programs": ["child_process", "cluster"],
      "scripts have one thread": ["worker_threads"],
      "scripts know nothing of the machine": ["os"],
      "scripts have no terminal": ["readline", "readline/promises", "repl", "tty"],
      "scripts have no compression; pm.response is decompressed": ["zlib"],
      "use util.promisify with the functions of stream": ["stream/promises"],
      "use the global performance": ["perf_hooks"],
      "scripts cannot make other engines": ["v8", "vm", "wasi"],
      "this module of Node is not available in scripts": [
        "async_hooks", "constants", "diagnostics_channel", "domain", "inspector", "module", "path/win32", "stream/consumers",
        "stream/web", "trace_events",
      ],
      'use require("crypto-js"), or crypto.randomUUID()': ["crypto"],
    };
    const impossible = { __proto__: null };
    for (const reason of Object.keys(reasons)) for (const name of reasons[reason]) impossible[name] = reason;

    const debianName = name => `node-${name.replace(/^@/, "").split("/")[0].toLowerCase().replace(/[_.]/g, "-")}`;
    const notFound = (name, reason) => Object.assign(
      new Error(`Cannot find module '${name}' — ${reason}`), { code: "MODULE_NOT_FOUND" }
    );

    function reasonFor(name, from, answer) {
      const error = answer && answer.error !== "missing" ? answer.error : undefined;
      if (embedded.hasPackage(name) && (error === undefined || error.startsWith("this program was built without it"))) {
        return "the embedded library has no such file, and no folder of packages has it";
      }
      if (error) return error;
      if (/^\.{0,2}\//.test(name)) return `${from || "the script"} has no such file beside it`;
      return `install the Debian package ${debianName(name)}`;
    }

    // The libraries that are embedded. A name without a path stands for the main file.
    const embedded = use("embedded");

    function load(name, from) {
      const answer = embedded.find(name, from) || host.ask({ op: "module", name, from });
      if (answer === null || answer.source === undefined) throw notFound(name, reasonFor(name, from, answer));
      const file = answer.name || name;
      if (file in cache) return cache[file].exports;
      const module = { exports: {}, id: file, filename: file, loaded: false };
      cache[file] = module;
      loading++;
      try { run(module, file, answer.source); } catch (error) {
        delete cache[file];
        throw error;
      } finally { loading--; }
      module.loaded = true;
      return module.exports;
    }

    const wrapper = "give(function(exports,require,module,__filename,__dirname,process){";

    function run(module, file, source) {
      if (/\.json$/.test(file)) {
        module.exports = JSON.parse(source);
        return;
      }
      let body;
      // Errors in a library that is embedded are in the line of the script that calls it.
      const compile = embedded.has(file)
        ? (name, text, { names, before, after }) => host.evaluate(before + text + after, name, 1, names)
        : places.compile;
      compile(
        file, source.replace(/^#!.*/, ""), { names: "give", before: wrapper, after: "\n})" }
      )(made => { body = made; });
      body.call(
        module.exports, module.exports, requirer(file), module, file, file.replace(/\/?[^/]*$/, "") || ".",
        use("node/process")
      );
    }

    function builtIn(name) {
      const [part, ...members] = (aliases[name] || name).split(/\.(?!.*\/)/);
      return part in own ? members.reduce((value, member) => value[member], own[part]()) : undefined;
    }

    function find(given, from) {
      if (typeof given !== "string" || given === "") {
        throw new TypeError(`require needs the name of a module, not ${use("inspect").inspect(given)}`);
      }
      const name = given.replace(/^node:/, "");
      // A slash at the end tells npm's package from Node's module.
      const made = builtIn(name.replace(/\/$/, ""));
      if (made !== undefined) return made;
      if (name in impossible) throw notFound(given, impossible[name]);
      const module = aliases[name] || name;
      const [, member] = /^lodash\/(\w+)$/.exec(module) || [];
      if (member !== undefined && Object.hasOwn(find("lodash", from), member)) return find("lodash", from)[member];
      // A library has files and packages of its own.
      const key = `${/^\.{0,2}\//.test(module) || /^library:/.test(from) ? from : ""}\0${module}`;
      if (!(key in cache)) {
        const exports = load(module, from);
        cache[key] = { exports: module === "cheerio" && exports.default ? asOldCheerio(exports) : exports };
      }
      return cache[key].exports;
    }

    // Postman has cheerio 0.22: a function, whose documents have only what is in their text.
    function asOldCheerio(cheerio) {
      const load = (content, options, isDocument) => cheerio.load(content, { _useHtmlParser2: true, ...options }, isDocument);
      return Object.assign((...values) => cheerio.default(...values), cheerio, { load });
    }

    const requirer = from => Object.assign(name => find(name, from), { cache: {}, resolve: name => name });

    return {
      require: name => find(name, job.script),
      isLoading: () => loading > 0,
      // Calls a function of a library that looks for names such as `_`, as libraries do when they are loaded.
      asLoading(body) {
        loading++;
        try { return body(); } finally { loading--; }
      },
      // `npm:lodash@4.17.21`: the version that is installed is used.
      packaged(name) {
        const found = /^(npm|jsr):(@?[^@]+)(@.+)?$/.exec(name);
        if (found === null) {
          if (name.startsWith("@")) {
            throw notFound(
              name,
              "packages of Postman's library are not available; require a file of the collection, as in require(\"./lib.js\")"
            );
          }
          throw new TypeError(`pm.require needs a name like npm:lodash@4.17.21, not ${name}`);
        }
        if (found[3] !== undefined) {
          use("console").warnOnce(`pm.require("${name}"): the version that is installed is used`);
        }
        return find(found[2], job.script);
      },
    };
  });

  // The files of libraries that were embedded when the program was built. Their names begin with a mark, so that their
  // own `require` finds the files beside them.
  define("embedded", () => {
    const mark = "embedded:", text = host.library("index.json");
    const mains = { __proto__: null, ...(text === undefined ? {} : JSON.parse(text).mains) };
    const shortened = path => path.split("/").reduce((names, name) => name === ".." ? names.slice(0, -1)
      : name === "." ? names : [...names, name], []).join("/");
    const candidates = path => [path, `${path}.js`, `${path}.json`, `${path}/index.js`];
    return {
      has: file => file.startsWith(mark),
      // Whether a name is in a package that is embedded.
      hasPackage: name => name.split("/")[0] in mains,
      find(name, from = "") {
        const isOwn = from.startsWith(mark), isPath = /^\.{1,2}(\/|$)/.test(name);
        if (isPath && !isOwn) return undefined;
        const folder = isPath ? from.slice(mark.length).replace(/[^/]*$/, "") : "";
        for (const path of name in mains ? [mains[name]] : candidates(shortened(folder + name))) {
          const source = path.includes("/") ? host.library(path) : undefined;
          if (source !== undefined) return { source, name: mark + path };
        }
        // Libraries try files that they can do without.
        return isPath ? { error: "the library has no such file" } : undefined;
      },
    };
  });

  define("uuid", use => {
    const { uuid, bytes } = use("random");
    const { hex, fromHex } = use("text");
    const pattern = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-(?:0{4}-){3}0{12}|f{8}-(?:f{4}-){3}f{12})$/i;
    const written = value => hex(value).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    const withVersion = (value, version) => {
      value[6] = value[6] & 0x0f | version << 4;
      value[8] = value[8] & 0x3f | 0x80;
      return written(value);
    };
    const parse = text => {
      if (!pattern.test(text)) throw new TypeError("Invalid UUID");
      return fromHex(text.replace(/-/g, ""));
    };
    const named = (version, hash) => (name, space) => {
      const { joined } = use("hmac");
      const value = use("digests")[hash].digest(joined(
        typeof space === "string" ? parse(space) : Uint8Array.from(space),
        typeof name === "string" ? use("text").encode(name) : Uint8Array.from(name)
      ));
      return withVersion(value.slice(0, 16), version);
    };
    let lastTime = 0n;
    function v1() {
      const now = (BigInt(Date.now()) + 12219292800000n) * 10000n;
      lastTime = now > lastTime ? now : lastTime + 1n;
      const value = bytes(16);
      const time = lastTime.toString(16).padStart(16, "0").slice(-15);
      value.set(fromHex(time.slice(7) + time.slice(3, 7) + `0${time.slice(0, 3)}`));
      value[10] |= 1;
      return withVersion(value, 1);
    }
    function v7() {
      const value = bytes(16);
      value.set(fromHex(Date.now().toString(16).padStart(12, "0")));
      return withVersion(value, 7);
    }
    return Object.assign(uuid.bind(undefined), {
      v1, v3: named(3, "MD5"), v4: () => uuid(), v5: named(5, "SHA1"), v7, parse,
      validate: text => typeof text === "string" && pattern.test(text),
      version(text) { parse(text); return Number.parseInt(text[14], 16); },
      stringify: value => written(Uint8Array.from(value).slice(0, 16)),
      NIL: "00000000-0000-0000-0000-000000000000", MAX: "ffffffff-ffff-ffff-ffff-ffffffffffff",
    });
  });

  define("postmanCollection", use => {
    const classes = {
      ...use("lists"), ...use("parts"), ...use("variable"), Url: use("postmanURL"), ...use("request"),
      Response: use("response").Response, ...use("items"), VariableScope: use("scopes").VariableScope,
    };
    lack(
      classes, "Certificate CertificateList MutationTracker ProxyConfig ProxyConfigList UrlMatchPattern UrlMatchPatternList Version",
      name => `${name} of postman-collection is not available in scripts`
    );
    return classes;
  });

  // A response in the form of axios, whose names of headers are in lower case.
  define("axiosResponse", () => (response, config) => {
    if (response === null || response === undefined) return response;
    let data = response.text();
    try { data = JSON.parse(data); } catch { /* The body is text. */ }
    const headers = {};
    for (const { key, value } of response.headers.all()) headers[key.toLowerCase()] = value;
    return { data, status: response.code, statusText: response.reason() || "", headers, config };
  });

  // The part of axios that people use, over pm.sendRequest.
  define("axios", use => {
    const known = ["url", "baseURL", "method", "headers", "data", "params", "auth", "validateStatus"];

    async function axios(first, second) {
      const given = typeof first === "string" ? { ...second, url: first } : first;
      const others = Object.keys(given).filter(name => !known.includes(name));
      if (others.length > 0) use("console").warnOnce(`axios: ${others.join(", ")} has no effect here`);
      const url = new (use("postmanURL"))((given.baseURL || "") + given.url);
      url.addQueryParams(
        Object.entries(given.params || {}).map(([key, value]) => ({ key, value: encodeURIComponent(value) }))
      );
      const isText = typeof given.data === "string";
      const headers = {
        ...(given.data === undefined || isText ? {} : { "Content-Type": "application/json" }),
        ...given.headers
      };
      const body = given.data === undefined
        ? undefined
        : { mode: "raw", raw: isText ? given.data : JSON.stringify(given.data) };
      const auth = given.auth && { type: "basic", basic: given.auth };
      const response = await use("sendRequest")({
        url: url.toString(), method: (given.method || "GET").toUpperCase(), headers, body, auth,
      });
      return checked(use("axiosResponse")(response, given));
    }

    // A status outside of 200 to 299 is an error.
    function checked(response) {
      const { status, config } = response;
      const isFine = config.validateStatus === undefined ? code => code >= 200 && code < 300 : config.validateStatus;
      if (isFine === null || isFine(status)) return response;
      const code = status < 500 ? "ERR_BAD_REQUEST" : "ERR_BAD_RESPONSE";
      const error = new Error(`Request failed with status code ${status}`);
      throw Object.assign(error, { name: "AxiosError", code, status, config, response });
    }
    for (const method of ["get", "delete", "head", "options"]) {
      axios[method] = (url, config) => axios({ ...config, url, method });
    }
    for (const method of ["post", "put", "patch"]) {
      axios[method] = (url, data, config) => axios({ ...config, url, method, data });
    }
    axios.request = axios;
    return axios;
  });
});
