// `pm`: what scripts know and can do.
(function (runtime) {
  "use strict";
  const { define, host, hidden, isMade, promises } = runtime;

  define("tests", use => {
    const work = use("work"), places = use("places");

    let count = 0;
    function report(name, status, error) {
      if (use("job").isDone) return;
      count++;
      const message = { op: "test", name, status };
      if (error !== undefined) {
        const { name: kind, message: text, stack } = places.describe(error);
        Object.assign(message, { message: text, kind, stack });
      }
      host.post(message);
    }

    // Reports a test once, however often it ends.
    function ending(name) {
      let isOpen = true;
      return error => {
        if (!isOpen) return;
        isOpen = false;
        report(name, error === undefined ? "passed" : "failed", error);
      };
    }

    const asError = value => value === undefined || value === null
      ? new Error(`The test failed with ${value} instead of an error`)
      : value;

    // The tests that wait for their callback, and those that wait for a promise.
    const open = new Set(), awaited = new Set();

    function runWithCallback(title, body, end) {
      const done = error => {
        if (!open.delete(done)) return;
        end(error === null || error === undefined || error === false ? undefined : error);
        work.endTest();
      };
      done.drop = () => {
        open.delete(done);
        use("console").warn(`pm.test("${title}") is not reported: its function has a parameter, a callback that it never calls`);
        work.endTest();
      };
      open.add(done);
      work.beginTest();
      try { body(done); } catch (error) { done(asError(error)); }
    }

    function run(body, end) {
      let result;
      try { result = body(); } catch (error) { return end(asError(error)); }
      if (!promises.isPromise(result)) return end();
      // Unlike Postman, wait for the promise: an assertion in it would else be lost.
      const settle = error => {
        if (!awaited.delete(settle)) return;
        end(error);
        work.endTest();
      };
      awaited.add(settle);
      work.beginTest();
      promises.settled(result, () => settle(), error => settle(asError(error)));
    }

    // Ends the tests that wait for what can no longer happen: no timer and no request is pending. Postman does not report
    // those that wait for their callback.
    function abandon() {
      for (const done of [...open]) {
        if (use("job").state.asPostman) done.drop();
        else done(new Error("The test waits for its callback, and nothing is left that could call it"));
      }
      for (const settle of [...awaited]) {
        settle(new Error("The test waits for a promise, and nothing is left that could settle it"));
      }
    }

    // Calls `ended` at the end of the test.
    function perform(name, body, ended) {
      const title = String(name);
      if (typeof body !== "function") {
        use("console").warn(`pm.test("${title}") has no function: it checks nothing and counts as passed`);
        report(title, "passed");
        return ended();
      }
      const reported = ending(title);
      const end = error => {
        reported(error);
        ended();
      };
      return body.length > 0 ? runWithCallback(title, body, end) : run(body, end);
    }

    function test(name, body) {
      perform(name, body, () => {});
      return use("pm");
    }
    test.skip = name => {
      report(String(name), "skipped");
      return use("pm");
    };
    test.index = () => count;

    // Scripts of Bruno wait for a test before they go on.
    const promised = Object.assign(
      (name, body) => promises.make(resolve => perform(name, body, resolve)), { skip: test.skip, index: test.index }
    );

    // Fails the test that waits for its callback. Returns whether it is the only one, so that the error must be its own.
    function take(error) {
      if (open.size !== 1) return false;
      for (const done of open) done(asError(error));
      return true;
    }
    // Drops the tests that were open at the end of the job.
    function reset() {
      open.clear();
      awaited.clear();
    }
    return { test, promised, report, take, abandon, reset };
  });

  // Calls a callback with a result, or makes a promise of it.
  define("callbacks", use => {
    const runner = use("runner");
    return (callback, start) => {
      if (typeof callback === "function") {
        return start((error, ...values) => runner.guarded(() => callback(error, ...values)));
      }
      return promises.make((resolve, reject) => start((error, value) => error ? reject(error) : resolve(value)));
    };
  });

  define("sendRequest", use => {
    const questions = use("questions"), either = use("callbacks");
    const failure = ({ message, name, code }) => Object.assign(new Error(message), name ? { name } : {}, code ? { code } : {});
    return function sendRequest(request, callback) {
      const { Request, plain } = use("request");
      const made = request instanceof Request ? request : new Request(request);
      const message = { op: "send", request: plain(made) };
      return either(callback, end => {
        if (made.url.isEmpty()) {
          return use("timers").setTimeout(() => end(new TypeError("pm.sendRequest needs a URL, or a request with one")));
        }
        questions.send(message, answer => {
          if (answer.error) return end(failure(answer.error));
          const response = new (use("response").Response)(answer.response);
          hidden(response, "request", made);
          end(null, response, { cookies: response.cookies });
        });
      });
    };
  });

  define("cookies", use => {
    const { CookieList, Cookie } = use("parts");
    const questions = use("questions"), either = use("callbacks");

    function ask(message, callback, read = value => value) {
      return either(callback, end => questions.send({ op: "cookies", ...message }, answer => {
        if (answer.error) end(new Error(answer.error.message || String(answer.error)));
        else end(null, read(answer.value));
      }));
    }

    // A host without a scheme is one of HTTP.
    const urlOf = url => {
      if (url === undefined || url === null || typeof url === "function") {
        throw new TypeError("CookieJar: a URL is needed, such as https://example.com");
      }
      const text = String(url);
      return /^(?:[a-z][a-z0-9+.-]*:\/\/|\{\{)/i.test(text) ? text : `http://${text}`;
    };

    class CookieJar {
      get(url, name, callback) {
        return ask(
          { method: "get", url: urlOf(url), name }, callback,
          cookie => cookie === null || cookie === undefined
            ? null
            : typeof cookie === "object"
            ? cookie.value
            : cookie
        );
      }
      getAll(url, options, callback) {
        return ask(
          { method: "getAll", url: urlOf(url) }, typeof options === "function" ? options : callback,
          list => new CookieList(undefined, list)
        );
      }
      set(url, name, value, callback) {
        const isCookie = name !== null && typeof name === "object";
        const cookie = isCookie
          ? new Cookie(name).toJSON()
          : value === undefined || typeof value === "function"
          ? Cookie.parse(String(name))
          : { name: String(name), value: String(value) };
        const call = typeof value === "function" ? value : callback;
        if (cookie.expires !== undefined) cookie.expires = new Date(cookie.expires).toUTCString();
        return ask(
          { method: "set", url: urlOf(url), cookie }, call, found => found ? new Cookie(found) : new Cookie(cookie)
        );
      }
      unset(url, name, callback) { return ask({ method: "unset", url: urlOf(url), name }, callback); }
      clear(url, callback) { return ask({ method: "clear", url: urlOf(url) }, callback); }
    }

    class PostmanCookieList extends CookieList {
      jar() { return new CookieJar(); }
    }
    return new PostmanCookieList(undefined, use("job").state.cookies);
  });

  define("execution", use => {
    const job = use("job"), questions = use("questions"), runner = use("runner");
    const names = (job.state.info || {}).location || [];
    const location = [...names];
    Object.defineProperty(location, "current", { value: (job.state.info || {}).requestName, enumerable: true });
    const isBefore = job.state.event === "preRequest";
    return {
      setNextRequest(request) {
        // As in Postman, a variable without a value changes nothing.
        if (request === undefined) return;
        job.next = { value: request === null ? null : String(request) };
      },
      skipRequest() {
        if (!isBefore || job.isContinued) {
          throw new Error("pm.execution.skipRequest works only in scripts that run before the request");
        }
        job.skip = true;
        runner.endNow();
      },
      stop() {
        job.stop = true;
        runner.endSoon();
      },
      // `isShared`: whether the other request sees what was set so far, and the script what that one sets.
      runRequest(request, options = {}, isShared = false) {
        if (request === undefined) {
          return Promise.reject(new TypeError("pm.execution.runRequest needs the name or the id of a request"));
        }
        const message = { op: "runRequest", request: String(request), variables: options.variables || {} };
        if (isShared) message.changes = use("changes").take();
        return new Promise((resolve, reject) => questions.send(message, answer => {
          if (answer.scopes) use("scopes").renew(answer.scopes);
          if (answer.error) reject(new Error(answer.error.message || String(answer.error)));
          else resolve(
            answer.value && answer.value.code !== undefined
              ? new (use("response").Response)(answer.value)
              : answer.value === undefined
              ? null
              : answer.value
          );
        }));
      },
      location,
    };
  });

  define("vault", use => {
    const questions = use("questions");
    const ask = (method, key, value) => new Promise((resolve, reject) => {
      if (typeof key !== "string" || key === "") {
        return reject(new TypeError(`pm.vault.${method} needs the name of a secret`));
      }
      return questions.send({ op: "vault", method, key, value }, answer => {
        if (answer.error) reject(new Error(answer.error.message || String(answer.error)));
        else resolve(answer.value === null ? undefined : answer.value);
      });
    });
    return {
      get: key => ask("get", key),
      set: (key, value) => ask("set", key, value === undefined ? undefined : String(value)),
      unset: key => ask("unset", key),
    };
  });

  define("visualizer", use => {
    const job = use("job");
    return {
      set(template, data, options) {
        if (typeof template !== "string") {
          throw new TypeError(`Invalid template. Template must be of type string, found ${typeof template}`);
        }
        for (const [name, value] of [["data", data], ["options", options]]) {
          if (!value || typeof value === "object") continue;
          throw new TypeError(`Invalid ${name}. ${name === "data" ? "Data" : "Options"} must be an object, found ${typeof value}`);
        }
        const { copy } = use("nesting");
        job.visualizer = { template, data: data ? copy(data, "The data of pm.visualizer") : undefined };
      },
      clear() { job.visualizer = undefined; },
    };
  });

  // The request and the response of the job, and what the script made of the request.
  define("exchange", use => {
    const state = use("job").state;
    let request, before, authBefore, response;
    const text = value => JSON.stringify(use("request").plain(value));
    const authText = value => JSON.stringify(use("request").plain(value).auth);
    // In Postman, a request that failed has a response with nothing in it.
    const hasResponse = () => state.event !== "preRequest"
      && (state.asPostman || state.response !== undefined && state.response !== null || host.bodyLength() > 0);
    return {
      hasResponse,
      get request() {
        if (request === undefined) {
          const { Request } = use("request");
          request = new Request(state.request || {});
          request.id = (state.info || {}).requestId;
          request.name = (state.info || {}).requestName;
          const { description } = state.info || {};
          if (description) request.description = new (use("description"))(description);
          request.url.variables.populate((state.request || {}).pathVariables);
          for (const row of (state.request || {}).disabledQuery || []) request.url.query.add({ ...row, disabled: true });
          before = text(request);
          authBefore = authText(request);
        }
        return request;
      },
      get response() {
        if (response === undefined && hasResponse()) {
          response = new (use("response").Response)(state.response || {}, true);
          response.id = (state.info || {}).requestId;
          if ((state.response || {}).messages) response.messages = use("messages").all();
        }
        return response;
      },
      // The request, if a script changed it: without `auth` if that is as it was, and with `null` if it was removed.
      changed() {
        const isBefore = state.event === "preRequest" && !use("job").isContinued;
        if (request === undefined || !isBefore || text(request) === before) return undefined;
        const made = use("request").plain(request);
        if (authText(request) === authBefore) delete made.auth;
        else if (made.auth === undefined) made.auth = null;
        if (use("nesting").isDeep(made)) throw new RangeError("The request that the script made is nested too deeply");
        return made;
      },
    };
  });

  // The messages of a WebSocket or a stream. It has ended, unless handlers were added before the request.
  define("messages", use => {
    const job = use("job");
    const { response } = job.state, { messages: raw, omittedMessages } = response || {};
    class Message {
      #meaning;
      constructor({ direction, type, time, event, id, text, base64, meaning }) {
        this.#meaning = meaning;
        Object.assign(this, { direction, type, time });
        if (event !== undefined) Object.assign(this, { event, id });
        this.data = text === undefined ? use("buffer").Buffer.from(base64, "base64") : text;
      }
      json() { return JSON.parse(this.#meaning === undefined ? String(this.data) : this.#meaning); }
      text() { return String(this.data); }
      toString() { return this.text(); }
    }
    let messages;
    const all = () => {
      if (messages === undefined) {
        messages = raw.map(message => new Message(message));
        if (omittedMessages) {
          use("console").warn(`${omittedMessages} more messages are too many for a script, and are left out`);
        }
      }
      return messages;
    };
    const isContent = ({ direction, type }) => direction === "received" && !["ping", "pong", "close", "comment"].includes(type);
    // The milliseconds after which changes are reported to the program, before the next message.
    const turn = 1000;
    // The list being delivered. A promise of an earlier list may settle in a later job.
    let delivery;
    function pass(list, end) {
      while (list === delivery && job.handled < list.length) {
        if (job.isDone || job.stop || job.handled > 0 && host.now() >= end) return;
        const message = new Message(list[job.handled++]);
        let pending = 0;
        const settled = () => { if (--pending === 0) pass(list, end); };
        for (const { handler, script } of runtime.handlers()) {
          job.script = script;
          if (use("runner").call(handler, message, settled)) pending++;
        }
        if (pending > 0) return;
      }
    }
    return {
      all,
      // Calls the handlers with each message of a list until their turn ends. If they return promises, the next message
      // waits for them. If nothing can settle them, the job ends and the next one gets the rest.
      deliver(list) {
        delivery = list;
        pass(list, host.now() + turn);
      },
      // Calls a function with each received message, in order; before the request, with each message that will arrive.
      each(handler) {
        if (typeof handler !== "function") throw new TypeError("pm.onMessage takes a function");
        if (job.isContinued) throw new Error("pm.onMessage: a handler cannot add another one");
        if (job.state.event === "preRequest" && job.state.keeps) {
          runtime.addHandler({ handler, script: job.script });
          return;
        }
        if (raw === undefined && !response) {
          throw new Error(
            job.state.event === "preRequest"
              ? "pm.onMessage: there are no messages here, as the text of the script does not name onMessage"
              : "pm.onMessage: there are no messages here; they are those of a WebSocket or a stream");
        }
        if (raw === undefined) {
          use("console").warn(
            "pm.onMessage: the response has no messages, as it is neither a WebSocket nor a stream of events or lines");
          return;
        }
        const received = all().filter(isContent);
        // Its tests would be missing without a word, as those of a refused connection.
        if (received.length === 0) use("console").warn("pm.onMessage: no message was received, so nothing is called");
        // After an error in it the script goes on, as with other callbacks.
        for (const message of received) use("runner").guarded(() => handler(message));
      },
    };
  });

  define("results", use => {
    const job = use("job");
    return {
      collect() {
        if (isMade("legacyTests") && !job.skip) use("legacyTests").report();
        if (isMade("console")) use("console").close();
        const output = { changes: isMade("changes") ? use("changes").list() : [] };
        const request = isMade("exchange") ? use("exchange").changed() : undefined;
        if (request !== undefined) output.request = request;
        for (const name of ["next", "visualizer"]) if (job[name] !== undefined) output[name] = job[name];
        for (const name of ["skip", "stop"]) if (job[name]) output[name] = true;
        if (!job.isContinued && runtime.handlers().length > 0) output.handlesMessages = true;
        return output;
      },
    };
  });

  define("pm", use => {
    const state = use("job").state;
    const pm = {};
    const info = state.info || {};
    const about = {
      eventName: info.eventName || (state.event === "preRequest" ? "prerequest" : "test"),
      iteration: info.iteration || 0, iterationCount: info.iterationCount || 1, requestName: info.requestName,
      requestId: info.requestId,
    };
    // As in Postman, what a script assigns to these is ignored, or an error in strict mode.
    const shared = (name, make) => {
      let made;
      const get = () => made === undefined ? made = { value: make() } : made;
      Object.defineProperty(pm, name, { enumerable: true, configurable: true, get: () => get().value });
    };
    const fixed = (name, value) => Object.defineProperty(pm, name, { enumerable: true, configurable: true, value });
    fixed("info", Object.freeze(about));
    for (const name of ["globals", "collectionVariables", "environment", "variables"]) {
      shared(name, () => use("scopes")[name]);
    }
    shared("iterationData", () => use("scopes").data);
    Object.defineProperty(pm, "request", { enumerable: true, configurable: true, get: () => use("exchange").request });
    if (use("exchange").hasResponse()) {
      Object.defineProperty(pm, "response", {
        enumerable: true, configurable: true, get: () => use("exchange").response,
      });
    }
    shared("cookies", () => use("cookies"));
    pm.test = (...values) => use("tests").test(...values);
    pm.test.skip = name => use("tests").test.skip(name);
    pm.test.index = () => use("tests").test.index();
    shared("expect", () => use("chai").expect);
    fixed("sendRequest", (...values) => use("sendRequest")(...values));
    shared("execution", () => use("execution"));
    shared("visualizer", () => use("visualizer"));
    shared("vault", () => use("vault"));
    fixed("require", name => use("modules").packaged(String(name)));
    fixed("onMessage", handler => use("messages").each(handler));
    pm.setNextRequest = request => use("execution").setNextRequest(request);
    const missing = [
      ["message", "pm.onMessage(message => …) calls a function with each message of a WebSocket or a stream"],
      ["datasets", "Postman's data sets are not part of an HTTP request"],
    ];
    for (const [name, reason] of missing) {
      Object.defineProperty(
        pm, name,
        {
          enumerable: false,
          configurable: true,
          get() { throw new Error(`pm.${name} is not available: ${reason}`); },
        }
      );
    }
    return pm;
  });
});
