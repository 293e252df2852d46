// The interface of Bruno's scripts: `bru`, `req` and `res` (bru.js, bruno-request.js, bruno-response.js, send-request.ts).
(function (runtime) {
  "use strict";
  const { define } = runtime;

  define("bruno", use => {
    const {
      environment, globals, collectionVariables, folders, requestVariables, variables, ownOf, membersOf,
    } = use("scopes");
    const state = use("job").state;
    const warn = text => use("console").warnOnce(text);
    // As in requests, a name may be a path into a value: `user.name`, `list[0]`, `user["full name"]`.
    const part = path => {
      const start = path.search(/[.[]/);
      if (start < 1) return undefined;
      const step = /\.([^.[]+)|\[(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\]"']+))\]/y;
      step.lastIndex = start;
      let value = variables.get(path.slice(0, start));
      while (step.lastIndex < path.length) {
        const found = step.exec(path);
        if (!found) return undefined;
        const [, name, double, single, index] = found;
        const key = name ?? index ?? (double ?? single).replace(/\\(.)/g, "$1");
        value = value === null || value === undefined ? undefined : value[key];
      }
      return value;
    };
    // Lists are JSON, too.
    const interpolated = value => use("template")(value, name => {
      const own = variables.get(name), found = own === undefined ? part(name) : own;
      if (found === undefined && name.startsWith("process.env.")) return bru.getProcessEnv(name.slice(12));
      return typeof found === "object" && found !== null ? JSON.stringify(found) : found;
    });
    const own = (scope, key) => {
      const found = ownOf(scope, String(key));
      return found === undefined ? undefined : interpolated(found.valueOf());
    };
    // As in Bruno, which has other names for globals alone.
    const checked = key => {
      if (/^[\w.-]*$/.test(key)) return key;
      throw new Error(`"${key}" cannot be the name of a variable: only letters, digits, "-", "_" and "." can be in it`);
    };
    const bru = {};

    // `getEnvVar`, `setEnvVar` … for each kind of variable.
    const kinds = [
      ["EnvVar", environment], ["GlobalEnvVar", globals], ["CollectionVar", collectionVariables], ["Var", variables],
    ];
    for (const [name, scope] of kinds) {
      bru[`get${name}`] = key => own(scope, scope === variables ? checked(key) : key);
      bru[`set${name}`] = (key, value) => {
        if (!key) throw new Error(`bru.set${name} needs the name of a variable`);
        return scope.set(scope === globals ? key : checked(key), value);
      };
      bru[`has${name}`] = key => ownOf(scope, String(key)) !== undefined;
      bru[`delete${name}`] = key => scope.unset(key);
      bru[`getAll${name}s`] = () => Object.fromEntries(
        membersOf(scope).filter(variable => !variable.disabled).map(variable => [variable.key, variable.valueOf()])
      );
      bru[`deleteAll${name}s`] = () => scope.clear();
    }
    const { execution } = use("pm");
    Object.assign(bru, {
      getFolderVar: key => own(folders, key),
      getRequestVar: key => own(requestVariables, key),
      getProcessEnv(name) {
        warn(`bru.getProcessEnv("${name}") has no value here: give it with --env-var ${name}=…, and read bru.getEnvVar("${name}")`);
        return undefined;
      },
      getEnvName: () => environment.name,
      getCollectionName: () => state.collectionName,
      interpolate: interpolated,
      setNextRequest: request => execution.setNextRequest(request),
      runner: {
        skipRequest: () => execution.skipRequest(),
        stopExecution: () => execution.stop(),
        setNextRequest: request => execution.setNextRequest(request),
      },
      sendRequest,
      runRequest: async name => use("axiosResponse")(await execution.runRequest(name, {}, true)),
      sleep: milliseconds => new Promise(resolve => use("timers").setTimeout(resolve, milliseconds)),
      cwd() {
        warn('bru.cwd() is "/" here: scripts see no files');
        return "/";
      },
      cookies: cookieList(),
      utils: {
        minifyJson: text => JSON.stringify(typeof text === "string" ? JSON.parse(text) : text),
        minifyXml: text => String(text).replace(/>\s+</g, "><").trim(),
      },
      isSafeMode: () => true,
      visualize: (template, data) => use("visualizer").set(template, data),
    });

    async function sendRequest(config, callback) {
      if (typeof callback !== "function") return use("axios")(config);
      let response;
      try { response = await use("axios")(config); } catch (error) {
        await callback(error, null);
        return undefined;
      }
      await callback(null, response);
      return response;
    }

    // Its cookies have `key`.
    const named = ({ name, ...rest }) => ({ key: name, ...rest });

    // The cookies for the URL of the request.
    function cookieList() {
      const all = () => use("cookies").all().map(cookie => named(cookie.toJSON()));
      const list = {
        get: name => use("cookies").get(name), has: (name, value) => use("cookies").has(name, value),
        one: name => all().findLast(cookie => cookie.key === name), all, idx: index => all()[index],
        count: () => all().length, toJSON: all, toObject: () => use("cookies").toObject(), jar: cookieJar,
        indexOf: item => all().findIndex(cookie => cookie.key === (typeof item === "string" ? item : item.key)
          && (typeof item === "string" || item.value === undefined || cookie.value === item.value)),
        toString: () => all().map(({ key, value }) => `${key}=${value}`).join("; "),
        each(call, self) { all().forEach(call, self); },
      };
      for (const name of ["find", "filter", "map", "reduce"]) list[name] = (...given) => all()[name](...given);
      return Object.assign(list, cookieChanges());
    }

    const either = (callback, promise) => {
      if (typeof callback !== "function") return promise;
      return promise.then(value => { callback(null, value); return value; }, error => { callback(error); });
    };

    // Changes of the cookies for the URL of the request, after which their list is read again.
    function cookieChanges() {
      const changed = (callback, change) => either(callback, (async () => {
        const url = interpolated(use("exchange").request.url.toString()).replace(/\s/g, encodeURIComponent);
        await change(cookieJar(), url);
        use("cookies").repopulate(await use("cookies").jar().getAll(url));
      })());
      const upsert = (cookie, callback) => changed(callback, (jar, url) => {
        if (cookie === null || typeof cookie !== "object") throw new Error("cookieObj must be a non-null object");
        return jar.setCookie(url, cookie);
      });
      const remove = (name, callback) => changed(callback, (jar, url) => name ? jar.deleteCookie(url, name) : undefined);
      const clear = callback => changed(callback, (jar, url) => jar.deleteCookies(url));
      return { add: upsert, upsert, remove, delete: remove, clear };
    }

    function cookieJar() {
      const jar = use("cookies").jar();
      const given = cookie => cookie !== null && typeof cookie === "object" && cookie.name === undefined
        ? { ...cookie, name: cookie.key }
        : cookie;
      const list = async url => (await jar.getAll(interpolated(url))).all().map(cookie => named(cookie.toJSON()));
      return {
        getCookies: (url, callback) => either(callback, list(url)),
        getCookie: (url, name, callback) => either(
          callback, list(url).then(cookies => cookies.find(cookie => cookie.key === name) || null)
        ),
        hasCookie: (url, name, callback) => either(
          callback, list(url).then(cookies => cookies.some(cookie => cookie.key === name))
        ),
        setCookie(url, cookie, value, callback) {
          const isObject = cookie !== null && typeof cookie === "object";
          const call = typeof value === "function" ? value : callback;
          return either(call, jar.set(interpolated(url), given(cookie), isObject || value === call ? undefined : value));
        },
        setCookies: (url, cookies, callback) => either(
          callback, Promise.all(cookies.map(cookie => jar.set(interpolated(url), given(cookie))))
        ),
        deleteCookie: (url, name, callback) => either(callback, jar.unset(interpolated(url), name)),
        deleteCookies: (url, callback) => either(callback, jar.clear(interpolated(url))),
        clear: callback => either(callback, use("callbacks")(undefined, end => use("questions").send(
          { op: "cookies", method: "clearAll" }, answer => answer.error ? end(new Error(answer.error.message)) : end(null)
        ))),
      };
    }

    return { bru, get req() { return use("brunoRequest"); }, get res() { return use("brunoResponse"); } };
  });

  // The body as data if it is JSON, else as text.
  const parsedBody = text => {
    try { return JSON.parse(text); } catch { return text; }
  };

  // JSON without its comments, which Bruno removes before scripts run.
  const withoutComments = text => text.replace(
    /("(?:[^"\\]|\\.)*")|\/\/[^\n\r]*|\/\*[^]*?\*\//g, (_, string = "") => string
  );

  define("brunoRequest", use => {
    const { request } = use("exchange"), headers = use("brunoMergedHeaders");
    const { state } = use("job"), info = state.info || {}, { authKind } = state.request || {};
    const unsupported = name => () => use("console").warnOnce(
      `req.${name} has no effect here: set the option in the request`
    );
    const parsed = text => {
      const value = parsedBody(text);
      return value === text ? parsedBody(withoutComments(text)) : value;
    };
    const body = () => request.body.mode === "raw"
      ? parsed(request.body.raw)
      : request.body.mode
      ? request.body[request.body.mode]
      : undefined;
    const formType = "application/x-www-form-urlencoded";
    const isForm = () => request.body.mode === "urlencoded"
      || String(headers.written("Content-Type") || "").toLowerCase().startsWith(formType);
    // The rows or the members of an object as a form; a list is one pair for each of its elements.
    const form = value => (Array.isArray(value) ? value.map(row => [row.name, row.value]) : Object.entries(value))
      .flatMap(([name, values]) => [values].flat().map(one => [name, one === null || one === undefined ? "" : one]))
      .map(pair => pair.map(encodeURIComponent).join("=")).join("&");
    function setBody(value) {
      const hasForm = isForm(), isText = typeof value === "string";
      const isRows = hasForm && !isText && value !== null && typeof value === "object";
      if (hasForm && headers.written("Content-Type") === undefined) req.setHeader("Content-Type", formType);
      request.body.update({ mode: "raw", raw: isText ? value : isRows ? form(value) : JSON.stringify(value) });
    }
    const getAuthMode = () => {
      const mode = !headers.hasAuth() ? undefined : request.auth ? request.auth.type : authKind;
      return mode === undefined || mode === "noauth" ? "none" : mode;
    };
    const req = {
      // The values of path parameters are put into it when it is sent.
      getUrl: () => request.url.toString(false, state.event === "preRequest"), setUrl(url) { request.url.update(url); },
      getHost: () => request.url.getHost(), getPath: () => request.url.getPath(),
      getQueryString: () => request.url.getQueryString(),
      getMethod: () => request.method, setMethod(method) { request.method = method; },
      getHeader: name => headers.get(name),
      setHeader(name, value) { headers.upsert({ key: name, value }); },
      deleteHeader(name) { headers.remove(name); },
      deleteHeaders(names) { names.forEach(name => headers.remove(name)); },
      getHeaders: () => headers.toObject(),
      // They replace all headers, as in Bruno.
      setHeaders(given) {
        headers.clear();
        for (const name of Object.keys(given)) req.setHeader(name, given[name]);
      },
      getBody: options => options && options.raw ? request.body.toString() : body(), setBody,
      getPathParams: () => request.url.variables.map(({ key, value }) => ({ name: key, value, type: "path" })),
      getName: () => request.name, getAuthMode,
      getTags: () => [...(info.tags || [])],
      getTimeout: () => undefined, setTimeout: unsupported("setTimeout"),
      setMaxRedirects: unsupported("setMaxRedirects"), onFail: unsupported("onFail"),
      disableParsingResponseJson: unsupported("disableParsingResponseJson"),
      getExecutionMode: () => info.isInRun ? "runner" : "standalone",
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
    Object.defineProperty(req, "headerList", {
      enumerable: true, get: () => use("brunoHeaders").ofRequest(headers),
    });
    return req;
  });

  define("brunoResponse", use => {
    const { response } = use("exchange");
    const changed = { is: false, body: undefined };
    const res = (path, ...choices) => use("brunoQuery")(res.getBody(), path, ...choices);
    const methods = {
      getStatus: () => response.code, getStatusText: () => response.reason() || "",
      getHeader: name => response.headers.get(name), getHeaders: () => response.headers.toObject(),
      getBody: () => changed.is ? changed.body : parsedBody(response.meaning ?? response.text()),
      setBody(value) { Object.assign(changed, { is: true, body: value }); },
      getResponseTime: () => response.responseTime, getUrl: () => use("exchange").request.url.toString(),
      getSize: () => {
        const { body, header, total } = response.size();
        return { header, body, total };
      }, getDataBuffer: () => use("buffer").Buffer.from(response.bytes()),
    };
    Object.assign(res, methods);
    const properties = {
      status: "getStatus", statusText: "getStatusText", headers: "getHeaders", body: "getBody",
      responseTime: "getResponseTime", url: "getUrl", size: "getSize",
    };
    for (const name of Object.keys(properties)) {
      Object.defineProperty(res, name, { enumerable: true, get: () => methods[properties[name]]() });
    }
    Object.defineProperty(res, "headerList", {
      enumerable: true, get: () => use("brunoHeaders").ofResponse(response.headers),
    });
    return res;
  });
});
