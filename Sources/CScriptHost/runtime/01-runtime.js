// The parts of the runtime, and the functions of the host, which scripts cannot reach.
//
// A file defines parts with `define(name, use => …)`. A part is made when another first uses it, so that a job pays only
// for what its scripts touch. The last file removes `__runtime` from the global object.
(function () {
  "use strict";
  const host = { __proto__: null };
  for (const name of [
    "__post", "__ask", "__setTimer", "__clearTimer", "__now", "__bodyText", "__bodyBytes", "__bodyLength", "__evaluate",
    "__onRejection", "__gc",
  ]) {
    host[name.slice(2)] = globalThis[name];
    delete globalThis[name];
  }

  // Taken before a script can change them.
  const { stringify, parse } = JSON;
  const { apply, defineProperty } = Reflect;
  const then = Promise.prototype.then;
  const resolved = Promise.resolve();
  const indexOf = String.prototype.indexOf;

  const makers = { __proto__: null };
  const made = { __proto__: null };

  function use(name) {
    if (!(name in made)) {
      const make = makers[name];
      if (make === undefined) throw new Error(`The runtime has no part ${name}`);
      made[name] = make(use);
    }
    return made[name];
  }

  // Calls functions when a promise settles, whatever `then` is by now.
  const settled = (promise, succeeded, failed) => apply(then, promise, [succeeded, failed]);

  // What `make` returns if the property is to be made only at a later time. It reads as undefined now.
  const later = Symbol("later");

  // Defines a property that is made when it is first read, and that can be assigned.
  function lazy(object, name, make, enumerable = false) {
    const set = value => defineProperty(
      object, name, { __proto__: null, value, writable: true, enumerable, configurable: true }
    );
    defineProperty(object, name, {
      __proto__: null, enumerable, configurable: true, set,
      get() {
        const value = make();
        if (value === later) return undefined;
        set(value);
        return value;
      },
    });
  }

  const hidden = (object, name, value) =>
    defineProperty(object, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });

  const hasStart = (text, start) => apply(indexOf, text, [start]) === 0;

  globalThis.__runtime = {
    define(name, make) { makers[name] = make; },
    use, lazy, later, hidden,
    // Whether a part was used.
    isMade: name => name in made,
    host: {
      post(message) { host.post(stringify(message)); },
      // Sends the end of the job, which has to be sent whatever a script did to `toJSON`.
      end(message) {
        let text;
        try { text = stringify(message); } catch (error) { text = ""; }
        if (typeof text !== "string" || !hasStart(text, '{"op":"done"')) {
          text = '{"op":"done","error":{"name":"TypeError","message":"The values that the script set cannot be written as JSON"}}';
        }
        host.post(text);
      },
      ask: question => parse(host.ask(stringify(question))),
      setTimer: milliseconds => host.setTimer(milliseconds),
      clearTimer: id => host.clearTimer(id),
      now: () => host.now(),
      bodyText: label => host.bodyText(label),
      bodyBytes: () => host.bodyBytes(),
      bodyLength: () => host.bodyLength(),
      evaluate: (source, name, line, parameters) => host.evaluate(source, name, line, parameters),
      onRejection(handler) { if (host.onRejection) host.onRejection(handler); },
    },
    promises: { settled, later: body => settled(resolved, body), isPromise: value => value instanceof Promise },
  };
})();
