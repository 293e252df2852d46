// Interfaces of older and other programs: `postman`, Insomnia, Hoppscotch and JetBrains.
(function (runtime) {
  "use strict";
  const { define, defineLasting, hidden } = runtime;

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

  define("insomnia", use => {
    const pm = use("pm");
    return Object.create(pm, {
      baseEnvironment: { get: () => pm.collectionVariables, enumerable: true },
      baseGlobals: { get: () => pm.globals, enumerable: true },
    });
  });

  // The body as data if it is JSON, else as text.
  const parsedBody = text => {
    try { return JSON.parse(text); } catch { return text; }
  };

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
        status: now.code, statusText: now.reason() || "", headers: now.headers.toJSON(), body: parsedBody(now.text()),
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
        get statusText() { return use("exchange").response.reason() || ""; },
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

  // The dynamic variables of JetBrains' HTTP files as globals: `$random.integer(1, 6)`, `$uuid`. Those of numbers are numbers.
  defineLasting("jetbrains/dynamic", use => {
    const withArguments = { integer: Number, float: Number, alphabetic: String, alphanumeric: String, hexadecimal: String };
    const simple = { uuid: String, email: String };

    function value(text, convert) {
      const found = use("dynamic")(text);
      if (found === undefined) throw new Error(`${text} has no value here`);
      return convert(found);
    }
    const call = (name, given) => `${name}(${given.map(String).join(", ")})`;

    function random() {
      const members = {};
      for (const [name, convert] of Object.entries(withArguments)) {
        members[name] = (...given) => {
          // A single number is the end of a range from 0.
          const range = convert === Number && given.length === 1 ? [0, ...given] : given;
          return value(call(`$random.${name}`, range), convert);
        };
      }
      for (const [name, convert] of Object.entries(simple)) {
        Object.defineProperty(members, name, { enumerable: true, get: () => value(`$random.${name}`, convert) });
      }
      return new Proxy(members, {
        get(object, name, receiver) {
          if (typeof name === "symbol" || name in object || name === "toJSON" || name === "then") {
            return Reflect.get(object, name, receiver);
          }
          throw new Error(`$random.${name} is not available here`);
        },
      });
    }

    return { random, value };
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
        get body() {
          const isJSON = now.meaning !== undefined || /^(?:application|text)\/(?:[^ ]+\+)?json$/.test(mimeType);
          return isJSON ? parsedBody(now.meaning ?? now.text()) : now.text();
        },
        contentType: { mimeType, charset: orNull(charset) },
        headers: {
          valueOf: name => orNull(withHeaders(now.headers.all(), name)[0]),
          valuesOf: name => withHeaders(now.headers.all(), name),
        },
      };
    };

    // A part of the request: before it is sent an object with two functions, afterwards a function. It is both here.
    // The text is read when it is asked for.
    const part = raw => {
      const substituted = () => {
        const text = raw();
        return text === null ? null : variables.replaceIn(text);
      };
      return Object.assign(() => substituted(), {
        getRaw: () => raw(), tryGetSubstituted: substituted, toString: () => String(substituted()),
      });
    };
    const bodyText = () => {
      const { body } = use("exchange").request;
      if (!body || body.isEmpty()) return null;
      if (body.mode === "file" || body.mode === "formdata") {
        const kind = body.mode === "file" ? "a file" : "a form with parts";
        throw new Error(`request.body is not available here: the body is ${kind}`);
      }
      return body.toString();
    };
    const header = ({ key: name, value: raw }) => {
      const substituted = () => variables.replaceIn(raw);
      return { name, getRawValue: () => raw, tryGetSubstitutedValue: substituted, value: substituted };
    };
    const headers = () => use("exchange").request.headers.all().filter(row => !row.disabled).map(header);

    // Postman's old `request.url` is a string. A script that calls it, or functions of it, means JetBrains'.
    const callsURL = /(?:^|[^.\w$])request\s*\.\s*url\s*(?:\(|\.\s*(?:getRaw|tryGetSubstituted)\b)/;
    const isForHandlers = () => (use("job").state.scripts || []).some(script => callsURL.test(script.source));

    return {
      client,
      get response() { return response(); },
      // Adds what handlers read of `request` to Postman's old object of that name.
      asRequest(request) {
        if (isForHandlers()) hidden(request, "url", part(() => use("exchange").request.url.toString()));
        hidden(request, "body", part(bodyText));
        hidden(request.headers, "all", headers);
        hidden(request.headers, "findByName", name => {
          const wanted = String(name).toLowerCase();
          return orNull(headers().find(row => row.name.toLowerCase() === wanted));
        });
        hidden(request, "variables", {
          get: name => orNull(variables.get(name)), set: (name, value) => variables.set(name, value),
        });
        hidden(request, "environment", { get: name => orNull(environment.get(name)) });
        return request;
      },
    };
  });
});
