// Interfaces of older and other programs: Postman's old globals, `postman`, Insomnia, Bruno, Hoppscotch and JetBrains.
(function (runtime) {
  "use strict";
  const { define, defineLasting, hidden, isMade, later } = runtime;

  // `tests["name"] = condition`: reported when the job ends.
  define("legacyTests", use => {
    const tests = {};
    return {
      tests,
      report() {
        for (const name of Object.keys(tests)) {
          const error = tests[name] ? undefined : Object.assign(
            new Error(`expected ${use("inspect").inspect(tests[name])} to be truthy`), { name: "AssertionError" }
          );
          use("tests").report(name, error === undefined ? "passed" : "failed", error);
        }
      },
    };
  });

  // `environment` and `globals`: the values at the start of a script, and what `postman.set…Variable` sets.
  define("legacyVariables", use => {
    const scopes = use("scopes");
    const objects = { __proto__: null };
    const clear = object => { for (const name of Object.keys(object)) delete object[name]; };
    return {
      object: name => objects[name] || (objects[name] = scopes[name].toObject()),
      // What a script before this one changed.
      refresh() {
        for (const name of Object.keys(objects)) {
          clear(objects[name]);
          Object.assign(objects[name], scopes[name].toObject());
        }
      },
      set(name, key, value) {
        const text = value === false || value ? String(value) : value;
        this.object(name)[key] = text;
        scopes[name].set(key, text);
      },
      unset(name, key) {
        delete this.object(name)[key];
        scopes[name].unset(key);
      },
      clear(name) {
        clear(this.object(name));
        scopes[name].clear();
      },
    };
  });

  defineLasting("legacy", use => {
    const request = () => {
      const { request: now } = use("exchange");
      return use("jetbrains").asRequest({
        id: now.id, name: now.name, description: now.description, method: now.method, url: now.url.toString(),
        headers: now.getHeaders(),
        data: now.body && now.body.mode ? (
          now.body.mode === "raw"
            ? now.body.raw
            : (now.body[now.body.mode].toObject || (() => now.body[now.body.mode])).call(now.body[now.body.mode])
        ) : {},
      });
    };
    const response = () => use("exchange").response;

    // A library that may not be installed, so that scripts can ask for its type.
    function library(name, module) {
      try { return use("modules").require(module); } catch (error) {
        if (error.code !== "MODULE_NOT_FOUND") throw error;
        use("console").warnOnce(`${name} is undefined: ${error.message}`);
        return undefined;
      }
    }

    // Each name: how to make it, and what to use instead.
    const names = {
      tests: [() => use("legacyTests").tests, "pm.test"],
      globals: [() => use("legacyVariables").object("globals"), "pm.globals"],
      environment: [() => use("legacyVariables").object("environment"), "pm.environment"],
      data: [() => use("scopes").data.toObject(), "pm.iterationData"],
      iteration: [() => use("pm").info.iteration, "pm.info.iteration"],
      request: [request, "pm.request"],
      _: [() => use("lodash3"), 'require("lodash")'],
      CryptoJS: [() => use("cryptoJS"), 'require("crypto-js")'],
      tv4: [() => use("tv4"), "pm.expect(value).to.have.jsonSchema(schema)"],
      xml2Json: [() => use("xml2Json"), 'require("xml2js")'],
      Backbone: [() => library("Backbone", "backbone"), 'require("backbone")'],
      cheerio: [() => library("cheerio", "cheerio"), 'require("cheerio")'],
    };
    const responseNames = {
      responseCookies: [() => response().cookies.toJSON(), "pm.response.cookies"],
      responseHeaders: [() => response().headers.toObject(false, true), "pm.response.headers"],
      responseTime: [() => response().responseTime, "pm.response.responseTime"],
      responseCode: [
        () => ({ code: response().code, name: response().reason(), detail: response().details().detail }),
        "pm.response.code",
      ],
      responseBody: [() => response().text(), "pm.response.text()"],
    };

    const warn = (name, instead) => use("console").warnOnce(`${name} is deprecated; use ${instead}`);

    const install = (shared, all) => {
      for (const name of Object.keys(all)) {
        shared(name, () => {
          // Libraries look for names such as `_` when they are loaded.
          if (isMade("modules") && use("modules").isLoading()) return later;
          const value = all[name][0]();
          if (value !== undefined) warn(name, all[name][1]);
          return value;
        });
      }
    };

    return {
      warn,
      install(shared) {
        install(shared, names);
        shared("postman", () => use("postman"));
        // Postman's oldest snippet: `responseBody.has("text")`.
        hidden(String.prototype, "has", function (part) {
          return part instanceof RegExp ? this.search(part) >= 0 : this.includes(part);
        });
        // Postman's `JSON` reads texts with a byte order mark.
        const { parse } = JSON;
        hidden(JSON, "parse", {
          parse(text, reviver) {
            return parse(typeof text === "string" && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, reviver);
          },
        }.parse);
      },
      installResponse(shared) { install(shared, responseNames); },
    };
  });

  define("postman", use => {
    const { warn } = use("legacy");
    const scopes = use("scopes");
    const old = (name, instead, body) => (...values) => {
      warn(`postman.${name}`, instead);
      return body(...values);
    };
    const postman = {
      setNextRequest: old(
        "setNextRequest", "pm.execution.setNextRequest", request => use("execution").setNextRequest(request)
      ),
      getResponseHeader: old(
        "getResponseHeader", "pm.response.headers.get", name => use("exchange").response.headers.get(name)
      ),
      getResponseCookie: old("getResponseCookie", "pm.cookies.get", name => {
        const cookie = use("exchange").response.cookies.one(name) || use("cookies").one(name);
        return cookie && cookie.toJSON();
      }),
    };
    const variables = use("legacyVariables");
    for (const [title, name] of [["Environment", "environment"], ["Global", "globals"]]) {
      const path = `pm.${name}`;
      postman[`set${title}Variable`] = old(
        `set${title}Variable`, `${path}.set`, (key, value) => variables.set(name, key, value)
      );
      postman[`get${title}Variable`] = old(`get${title}Variable`, `${path}.get`, key => scopes[name].get(key));
      postman[`clear${title}Variable`] = old(`clear${title}Variable`, `${path}.unset`, key => variables.unset(name, key));
      postman[`clear${title}Variables`] = old(`clear${title}Variables`, `${path}.clear`, () => variables.clear(name));
    }
    return postman;
  });

  defineLasting("aliases", use => ({
    install(shared) {
      shared("test", () => use("tests").test);
      shared("expect", () => use("chai").expect);
      shared("insomnia", () => use("insomnia"));
      shared("bru", () => use("bruno").bru);
      shared("req", () => use("bruno").req);
      shared("pw", () => use("hoppscotch").pw);
      shared("hopp", () => use("hoppscotch").hopp);
      shared("client", () => use("jetbrains").client);
    },
    installResponse(shared) {
      shared("res", () => use("bruno").res);
      shared("response", () => use("jetbrains").response);
    },
  }));

  define("insomnia", use => {
    const pm = use("pm");
    return Object.create(pm, {
      baseEnvironment: { get: () => pm.collectionVariables, enumerable: true },
      baseGlobals: { get: () => pm.globals, enumerable: true },
    });
  });

  define("bruno", use => {
    const { environment, globals, collectionVariables, folders, variables } = use("scopes");
    const state = use("job").state;
    const bru = {};

    // `getEnvVar`, `setEnvVar` … for each kind of variable.
    const kinds = [
      ["EnvVar", environment], ["GlobalEnvVar", globals], ["CollectionVar", collectionVariables], ["Var", variables],
    ];
    for (const [name, scope] of kinds) {
      bru[`get${name}`] = key => scope.get(key);
      bru[`set${name}`] = (key, value) => scope.set(key, value);
      bru[`has${name}`] = key => scope.has(key);
      bru[`delete${name}`] = key => scope.unset(key);
      bru[`getAll${name}s`] = () => scope.toObject();
      bru[`deleteAll${name}s`] = () => scope.clear();
    }
    const { execution } = use("pm");
    Object.assign(bru, {
      getFolderVar: key => folders.get(key),
      getRequestVar: key => variables.get(key),
      getProcessEnv: name => (state.processEnv || {})[name],
      getEnvName: () => environment.name,
      getCollectionName: () => state.collectionName,
      interpolate: template => variables.replaceIn(template),
      setNextRequest: request => execution.setNextRequest(request),
      runner: {
        skipRequest: () => execution.skipRequest(),
        stopExecution: () => execution.stop(),
        setNextRequest: request => execution.setNextRequest(request),
      },
      sendRequest: (request, callback) => use("sendRequest")(
        request !== null && typeof request === "object" && "data" in request ? fromAxios(request) : request, callback
      ),
      runRequest: name => execution.runRequest(name),
      sleep: milliseconds => new Promise(resolve => use("timers").setTimeout(resolve, milliseconds)),
      cwd: () => "/",
      cookies: { jar: () => use("cookies").jar() },
      utils: {
        minifyJson: text => JSON.stringify(typeof text === "string" ? JSON.parse(text) : text),
        minifyXml: text => String(text).replace(/>\s+</g, "><").trim(),
      },
      isSafeMode: () => true,
      visualize: (template, data) => use("visualizer").set(template, data),
    });

    function fromAxios(request) {
      const isText = typeof request.data === "string";
      const body = request.data === undefined
        ? undefined
        : { mode: "raw", raw: isText ? request.data : JSON.stringify(request.data) };
      const headers = { ...(isText ? {} : { "Content-Type": "application/json" }), ...request.headers };
      return { url: request.url, method: request.method, headers, body };
    }

    return { bru, get req() { return use("brunoRequest"); }, get res() { return use("brunoResponse"); } };
  });

  // The body as data if it is JSON, else as text.
  const parsedBody = text => {
    try { return JSON.parse(text); } catch { return text; }
  };

  define("brunoRequest", use => {
    const { request } = use("exchange");
    const unsupported = name => () => use("console").warnOnce(
      `req.${name} has no effect here: set the option in the request`
    );
    const body = () => request.body.mode === "raw"
      ? parsedBody(request.body.raw)
      : request.body.mode
      ? request.body[request.body.mode]
      : undefined;
    const setBody = value => request.body.update({
      mode: "raw",
      raw: typeof value === "string" ? value : JSON.stringify(value),
    });
    const req = {
      getUrl: () => request.url.toString(), setUrl(url) { request.url.update(url); },
      getHost: () => request.url.getHost(), getPath: () => request.url.getPath(),
      getQueryString: () => request.url.getQueryString(),
      getMethod: () => request.method, setMethod(method) { request.method = method; },
      getHeader: name => request.headers.get(name),
      setHeader(name, value) { request.headers.upsert({ key: name, value }); },
      deleteHeader(name) { request.headers.remove(name); }, deleteHeaders(names) {
        names.forEach(name => request.headers.remove(name));
      },
      getHeaders: () => request.headers.toObject(false, true),
      setHeaders(headers) { for (const name of Object.keys(headers)) req.setHeader(name, headers[name]); },
      getBody: options => options && options.raw ? request.body.toString() : body(), setBody,
      getName: () => request.name, getAuthMode: () => (request.auth ? request.auth.type : "none"), getTags: () => [],
      getTimeout: () => undefined, setTimeout: unsupported("setTimeout"),
      setMaxRedirects: unsupported("setMaxRedirects"), onFail: unsupported("onFail"),
      disableParsingResponseJson: unsupported("disableParsingResponseJson"), getExecutionMode: () => "standalone",
      getExecutionPlatform: () => "cli",
    };
    const properties = [
      ["url", "getUrl", "setUrl"], ["method", "getMethod", "setMethod"], ["headers", "getHeaders", "setHeaders"],
      ["body", "getBody", "setBody"],
    ];
    for (const [name, get, set] of properties) {
      Object.defineProperty(req, name, { enumerable: true, get: () => req[get](), set: value => req[set](value) });
    }
    Object.defineProperty(req, "name", { enumerable: true, get: req.getName });
    return req;
  });

  define("brunoResponse", use => {
    const { response } = use("exchange");
    const changed = { is: false, body: undefined };
    const res = path => use("expect/path").find(res.getBody(), path).value;
    const methods = {
      getStatus: () => response.code, getStatusText: () => response.reason(),
      getHeader: name => response.headers.get(name), getHeaders: () => response.headers.toObject(),
      getBody: () => changed.is ? changed.body : parsedBody(response.text()),
      setBody(value) { Object.assign(changed, { is: true, body: value }); },
      getResponseTime: () => response.responseTime, getUrl: () => use("exchange").request.url.toString(),
      getSize: () => response.size(), getDataBuffer: () => use("buffer").Buffer.from(response.bytes()),
    };
    Object.assign(res, methods);
    const properties = {
      status: "getStatus", statusText: "getStatusText", headers: "getHeaders", body: "getBody",
      responseTime: "getResponseTime", url: "getUrl", size: "getSize",
    };
    for (const name of Object.keys(properties)) {
      Object.defineProperty(res, name, { enumerable: true, get: () => methods[properties[name]]() });
    }
    return res;
  });

  define("hoppscotch", use => {
    const { environment, variables } = use("scopes");
    const { AssertionError } = use("chai");
    const { inspect } = use("inspect");

    // `toBe`, `toBeLevel2xx`, `toBeType`, `toHaveLength`, `toInclude`, and their negations.
    function expectation(value, isNegated = false) {
      const check = (passed, text) => {
        if (Boolean(passed) === isNegated) {
          throw new AssertionError(`Expected '${value}' ${isNegated ? "not " : ""}${text}`);
        }
      };
      const output = {
        toBe: expected => check(value === expected, `to be '${expected}'`),
        toBeType: type => check((value === null ? "null" : typeof value) === type, `to be type '${type}'`),
        toHaveLength(length) {
          if (typeof value !== "string" && !Array.isArray(value)) {
            throw new AssertionError("Expected toHaveLength to be called for an array or string");
          }
          check(value.length === length, `to be of length '${length}'`);
        },
        toInclude(item) {
          if (typeof value !== "string" && !Array.isArray(value)) {
            throw new AssertionError("Expected toInclude to be called for an array or string");
          }
          check(value.includes(item), `to include ${inspect(item)}`);
        },
      };
      for (const level of [2, 3, 4, 5]) {
        output[`toBeLevel${level}xx`] = () => {
          if (Number.isNaN(Number.parseInt(value, 10))) {
            throw new AssertionError(`Expected ${level}00-level status but could not parse value '${value}'`);
          }
          check(Math.floor(Number(value) / 100) === level, `to be ${level}00-level status`);
        };
      }
      if (!isNegated) Object.defineProperty(output, "not", { get: () => expectation(value, true) });
      return output;
    }

    const env = {
      get: key => {
        const value = variables.get(key);
        return value === undefined ? undefined : String(variables.replaceIn(value));
      },
      getResolve: key => env.get(key),
      set: (key, value) => environment.set(key, value), unset: key => environment.unset(key),
      resolve: text => variables.replaceIn(text),
    };
    const response = () => {
      const { response: now } = use("exchange");
      return now && {
        status: now.code, statusText: now.reason(), headers: now.headers.toJSON(), body: parsedBody(now.text()),
        responseTime: now.responseTime,
      };
    };
    const common = { env, test: use("tests").test, expect: value => expectation(value) };
    const pw = Object.defineProperty({ ...common }, "response", { get: response });
    const hopp = {
      ...common,
      env: { ...env, active: env, setInitial: env.set, reset: env.unset },
      request: {
        get url() { return use("exchange").request.url.toString(); },
        get method() { return use("exchange").request.method; },
        get headers() { return use("exchange").request.headers.toJSON(); },
        get body() { return use("exchange").request.body.toJSON(); },
        setUrl(url) { use("exchange").request.url.update(url); },
        setMethod(method) { use("exchange").request.method = method; },
        setHeader(key, value) { use("exchange").request.headers.upsert({ key, value }); },
        removeHeader(name) { use("exchange").request.headers.remove(name); },
        setBody(body) {
          use("exchange").request.body.update({
            mode: "raw",
            raw: typeof body === "string" ? body : JSON.stringify(body),
          });
        },
      },
    };
    if (use("exchange").hasResponse()) {
      Object.defineProperty(hopp, "response", { get: () => ({
        get statusCode() { return use("exchange").response.code; },
        get statusText() { return use("exchange").response.reason(); },
        get headers() { return use("exchange").response.headers.toJSON(); },
        get responseTime() { return use("exchange").response.responseTime; },
        body: {
          asText: () => use("exchange").response.text(), asJSON: () => use("exchange").response.json(),
          bytes: () => use("exchange").response.bytes(),
        },
      }) });
    }
    return { pw, hopp };
  });

  // The handlers of JetBrains' HTTP files: `client`, `response` and members of `request`.
  define("jetbrains", use => {
    const { environment, globals, variables } = use("scopes");
    const orNull = value => value === undefined ? null : value;

    const client = {
      test: (name, body) => { use("tests").test(name, body); },
      assert(condition, message = "Assertion failed") {
        if (!condition) throw new (use("chai").AssertionError)(String(message));
      },
      log: (...values) => use("console").console.log(...values),
      global: {
        get: name => orNull(globals.get(name)), set: (name, value) => globals.set(name, value),
        isEmpty: () => Object.keys(globals.toObject()).length === 0,
        clear: name => globals.unset(name), clearAll: () => globals.clear(),
      },
    };
    for (const [object, title, names] of [[client, "client", ["exit"]], [client.global, "client.global", ["headers"]]]) {
      for (const name of names) {
        Object.defineProperty(object, name, { get() { throw new Error(`${title}.${name} is not available here`); } });
      }
    }

    const withHeaders = (list, name) => list.filter(header => header.key.toLowerCase() === String(name).toLowerCase())
      .map(header => header.value);
    const response = () => {
      const { response: now } = use("exchange");
      const type = now.headers.get("content-type") || "";
      const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type) || [];
      const mimeType = type.split(";")[0].trim().toLowerCase();
      return {
        status: now.code,
        get body() { return /^(?:application|text)\/(?:[^ ]+\+)?json$/.test(mimeType) ? parsedBody(now.text()) : now.text(); },
        contentType: { mimeType, charset: orNull(charset) },
        headers: {
          valueOf: name => orNull(withHeaders(now.headers.all(), name)[0]),
          valuesOf: name => withHeaders(now.headers.all(), name),
        },
      };
    };

    return {
      client,
      get response() { return response(); },
      // Adds what handlers read of `request` to Postman's old object of that name.
      asRequest(request) {
        hidden(request, "variables", {
          get: name => orNull(variables.get(name)), set: (name, value) => variables.set(name, value),
        });
        hidden(request, "environment", { get: name => orNull(environment.get(name)) });
        return request;
      },
    };
  });
});
