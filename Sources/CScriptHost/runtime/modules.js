// `require`: modules of the runtime, of the collection, and those that the program finds for it.
(function (runtime) {
  "use strict";
  const { define, host, hidden } = runtime;

  define("modules", use => {
    const job = use("job"), places = use("places");
    const cache = { __proto__: null };
    let loading = 0;

    const own = {
      __proto__: null,
      assert: () => use("node/assert"),
      atob: () => use("base64").atob,
      axios: () => use("axios"),
      btoa: () => use("base64").btoa,
      buffer: () => use("buffer"),
      chai: () => use("chai"),
      "crypto-js": () => use("cryptoJS"),
      "csv-parse/sync": () => use("csv"),
      events: () => use("node/events"),
      path: () => use("node/path"),
      "postman-collection": () => use("postmanCollection"),
      process: () => use("node/process"),
      punycode: () => use("punycode"),
      querystring: () => use("node/querystring"),
      string_decoder: () => use("node/string_decoder"),
      timers: () => use("node/timers"),
      tv4: () => use("tv4"),
      url: () => use("node/url"),
      util: () => use("node/util"),
      uuid: () => use("uuid"),
    };
    const aliases = {
      __proto__: null,
      "assert/strict": "assert.strict",
      "csv-parse/lib/sync": "csv-parse/sync",
      "path/posix": "path",
      "string-decoder": "string_decoder",
      "timers/promises": "timers.promises",
      "uuid/v1": "uuid.v1",
      "uuid/v4": "uuid.v4",
    };

    // Modules that never work here, and why.
    const reasons = {
      "scripts have no access to files; use variables or the data file": ["fs", "fs/promises"],
      "scripts have no network; use pm.sendRequest": [
        "dgram", "dns", "http", "http2", "https", "net", "node-fetch", "request", "tls",
      ],
      "scripts cannot start programs": ["child_process", "cluster"],
      "scripts have one thread": ["worker_threads"],
      "scripts know nothing of the machine": ["os"],
      "scripts have no terminal": ["readline"],
      "scripts have no streams": ["stream", "zlib"],
      "scripts cannot make other engines": ["v8", "vm"],
      'use require("crypto-js"), or crypto.randomUUID()': ["crypto"],
    };
    const impossible = { __proto__: null };
    for (const reason of Object.keys(reasons)) for (const name of reasons[reason]) impossible[name] = reason;

    const debianName = name => `node-${name.replace(/^@/, "").split("/")[0].toLowerCase().replace(/[_.]/g, "-")}`;
    const notFound = (name, reason) => Object.assign(
      new Error(`Cannot find module '${name}' — ${reason}`), { code: "MODULE_NOT_FOUND" }
    );

    function reasonFor(name, from, answer) {
      if (answer && answer.error && answer.error !== "missing") return answer.error;
      if (/^\.{0,2}\//.test(name)) return `${from || "the script"} has no such file beside it`;
      return `install the Debian package ${debianName(name)}`;
    }

    function load(name, from) {
      const answer = host.ask({ op: "module", name, from });
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
      places.compile(
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
      const made = builtIn(name);
      if (made !== undefined) return made;
      if (name in impossible) throw notFound(given, impossible[name]);
      const module = aliases[name] || name;
      if (module in replacements) return replaced(module, from);
      const key = `${/^\.{0,2}\//.test(module) ? from : ""}\0${module}`;
      if (!(key in cache)) cache[key] = { exports: load(module, from) };
      return cache[key].exports;
    }

    // Modules that the runtime has in part: the program's are used if there are any.
    const replacements = { __proto__: null };
    for (const name of ["ajv", "lodash", "moment", "xml2js"]) replacements[name] = () => use(name);

    function replaced(name, from) {
      if (!(name in cache)) {
        try { cache[name] = { exports: load(name, from) }; } catch (error) {
          if (error.code !== "MODULE_NOT_FOUND") throw error;
          cache[name] = { exports: replacements[name]() };
        }
      }
      return cache[name].exports;
    }

    const requirer = from => Object.assign(name => find(name, from), { cache: {}, resolve: name => name });

    return {
      require: name => find(name, job.script),
      isLoading: () => loading > 0,
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

  // The functions of a library that the runtime has in part: those that it lacks say which package has them.
  define("absent", () => {
    const needed = (what, debian) => {
      throw new Error(`${what} is not built in: install the Debian package ${debian} (apt-get install ${debian})`);
    };
    return {
      needed,
      define(object, title, debian, names) {
        for (const name of names.split(" ")) {
          // Some are called with `new`.
          if (!Object.hasOwn(object, name)) hidden(object, name, function () { needed(`${title}${name}`, debian); });
        }
      },
      // The same for what is no function.
      members(object, title, debian, names) {
        for (const name of names) {
          Object.defineProperty(object, name, { configurable: true, get: () => needed(`${title}${name}`, debian) });
        }
      },
    };
  });

  define("postmanCollection", use => ({
    ...use("lists"), ...use("parts"), ...use("variable"), Url: use("postmanURL"), ...use("request"),
    Response: use("response").Response, ...use("items"),
    VariableScope: use("scopes").VariableScope,
  }));

  // The part of axios that people use, over pm.sendRequest.
  define("axios", use => {
    async function axios(first, second) {
      const given = typeof first === "string" ? { ...second, url: first } : first;
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
      const response = await use("sendRequest")({
        url: url.toString(), method: (given.method || "GET").toUpperCase(), headers, body,
      });
      let data = response.text();
      try { data = JSON.parse(data); } catch { /* The body is text. */ }
      const output = {
        data, status: response.code, statusText: response.reason() || "", headers: response.headers.toObject(), config: given,
      };
      const isFine = given.validateStatus || (status => status >= 200 && status < 300);
      if (!isFine(response.code)) {
        throw Object.assign(
          new Error(`Request failed with status code ${response.code}`), { name: "AxiosError", response: output }
        );
      }
      return output;
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
