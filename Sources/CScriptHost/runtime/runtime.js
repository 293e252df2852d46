// The parts of the runtime, and the functions of the host, which scripts cannot reach.
//
// A file defines parts with `define(name, use => …)`. A part is made when another first uses it, and its file is loaded
// when one of its parts is, so that a job pays only for what its scripts touch. Parts that hold nothing of a job are
// defined with `defineLasting`: a global object of many jobs makes them once.
(function () {
  "use strict";
  const host = { __proto__: null };
  for (const name of [
    "__post", "__ask", "__setTimer", "__clearTimer", "__now", "__bodyText", "__bodyBytes", "__bodyLength", "__evaluate",
    "__onRejection", "__fileOf", "__fileCount", "__load", "__library", "__digest", "__keccak", "__pbkdf2", "__cipher",
    "__gc",
  ]) {
    host[name.slice(2)] = globalThis[name];
    delete globalThis[name];
  }

  // Taken before a script can change them.
  const { stringify, parse } = JSON;
  const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const OwnPromise = Promise;
  const then = Promise.prototype.then;
  const resolved = Promise.resolve();
  const indexOf = String.prototype.indexOf;

  // Loops and spreads of the runtime use these, so that no script can replace them.
  const lock = (object, name) =>
    defineProperty(object, name, { __proto__: null, writable: false, configurable: false });
  // A single list may have an iterator of its own.
  const list = Array.prototype, iterate = list[Symbol.iterator];
  defineProperty(list, Symbol.iterator, {
    __proto__: null, configurable: false, get: () => iterate,
    set(value) {
      const own = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
      if (this !== list) defineProperty(this, Symbol.iterator, own);
    },
  });
  for (const values of [[], "", new Map(), new Set()]) {
    if (values[Symbol.iterator] !== iterate) lock(getPrototypeOf(Object(values)), Symbol.iterator);
    lock(getPrototypeOf(values[Symbol.iterator]()), "next");
  }
  lock(getPrototypeOf(getPrototypeOf([][Symbol.iterator]())), Symbol.iterator);

  const makers = { __proto__: null }, outlasts = { __proto__: null };
  // The parts that hold nothing of a job; all parts that are made; the globals that this job has read or set.
  const lasting = { __proto__: null };
  let made = { __proto__: lasting }, globals = { __proto__: null };
  const loaded = { __proto__: null };
  const beginnings = [];
  // The handlers that the scripts of the job registered with `pm.onMessage`, in order.
  let handlers = [];
  let making = 0;
  const kept = [];
  let protect = value => { kept[kept.length] = value; };

  function use(name) {
    if (making > 0) mustOutlast(name);
    return name in made ? made[name] : make(name);
  }

  // Loads the file that defines a part.
  function find(name) { if (!(name in makers)) load(host.fileOf(name)); }

  function load(file) {
    if (file in loaded) return;
    host.load(file)(runtime);
    loaded[file] = true;
  }

  function mustOutlast(name) {
    find(name);
    if (!(name in outlasts)) throw new Error(`The part ${name} does not outlast a job`);
  }

  function make(name) {
    find(name);
    const maker = makers[name];
    if (!(name in outlasts)) return made[name] = maker(use);
    making++;
    try { return lasting[name] = maker(use); } finally { making--; }
  }

  // Calls functions when a promise settles, whatever `then` is by now.
  const settled = (promise, succeeded, failed) => apply(then, promise, [succeeded, failed]);

  // Returned by `make` if the property cannot be made yet. It reads as undefined until then.
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

  // Defines a global that is made when a job first reads it, or each time, and that can be assigned. Returns its getter and
  // setter.
  function global(name, make, { isMadeEachTime = false } = {}) {
    const get = () => {
      if (name in globals) return globals[name];
      const value = make();
      if (value === later) return undefined;
      return isMadeEachTime ? value : globals[name] = value;
    };
    const set = value => { globals[name] = value; };
    defineProperty(globalThis, name, { __proto__: null, enumerable: false, configurable: true, get, set });
    return { get, set };
  }

  const hidden = (object, name, value) =>
    defineProperty(object, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });

  // Names of members that an object has elsewhere and not here: to read one is an error.
  function lack(object, names, message) {
    for (const name of names.split(" ")) {
      if (name in object) continue;
      defineProperty(object, name, {
        __proto__: null, configurable: true, get() { throw new Error(message(name)); },
        set(value) { hidden(object, name, value); },
      });
    }
  }

  // A message as JSON: what scripts gave all values as `toJSON` has no say.
  function text(message) {
    const prototypes = [Object.prototype, Array.prototype], former = [];
    for (const prototype of prototypes) {
      const own = getOwnPropertyDescriptor(prototype, "toJSON");
      if (own !== undefined && deleteProperty(prototype, "toJSON")) former[former.length] = [prototype, own];
    }
    try { return stringify(message); } finally {
      for (const [prototype, own] of former) defineProperty(prototype, "toJSON", own);
    }
  }

  const hasStart = (text, start) => apply(indexOf, text, [start]) === 0;

  const runtime = {
    define(name, make) { makers[name] = make; },
    defineLasting(name, make) {
      makers[name] = make;
      outlasts[name] = true;
    },
    // Calls a function now and before each further job: a lasting part has nothing of the job before.
    eachJob(begin) {
      beginnings.push(begin);
      begin();
    },
    // Marks a value that lasting parts keep and that no property leads to. Returns it.
    keep(value) {
      protect(value);
      return value;
    },
    // Calls a function with all values that are kept, and from then on with each that is.
    protectKept(body) {
      for (const value of kept) body(value);
      protect = body;
    },
    // Forgets the job.
    forget() {
      made = { __proto__: lasting };
      globals = { __proto__: null };
      handlers = [];
      for (const begin of beginnings) begin();
    },
    // Keeps a handler of messages, which a job that continues this one calls.
    addHandler(handler) { handlers[handlers.length] = handler; },
    handlers: () => handlers,
    // Makes all lasting parts, and returns them.
    makeLasting() {
      for (let file = 0; file < host.fileCount(); file++) load(file);
      return Object.keys(outlasts).map(use);
    },
    use, lazy, later, hidden, lack, global,
    // Whether a part was used.
    isMade: name => name in made,
    host: {
      post(message) { host.post(text(message)); },
      // The same in two steps.
      written: text,
      postWritten(line) { host.post(line); },
      // Sends the end of the job, which has to be sent whatever a script did to `toJSON`.
      end(message) {
        let line;
        try { line = text(message); } catch (error) { line = ""; }
        if (typeof line !== "string" || !hasStart(line, '{"op":"done"')) {
          line = '{"op":"done","error":{"name":"TypeError","message":"The values that the script set cannot be written as JSON"}}';
        }
        try { host.post(line); } catch (error) {
          host.post(`{"op":"done","error":{"name":"Error","message":${stringify(error.message)}}}`);
        }
      },
      ask: question => parse(host.ask(text(question))),
      setTimer: milliseconds => host.setTimer(milliseconds),
      clearTimer: id => host.clearTimer(id),
      now: () => host.now(),
      bodyText: label => host.bodyText(label),
      bodyBytes: () => host.bodyBytes(),
      bodyLength: () => host.bodyLength(),
      evaluate: (source, name, line, parameters) => host.evaluate(source, name, line, parameters),
      library: name => host.library(name),
      digest: (name, bytes, key) => host.digest(name, bytes, key),
      keccak: (bytes, size) => host.keccak(bytes, size),
      pbkdf2: (name, password, salt, iterations, size) => host.pbkdf2(name, password, salt, iterations, size),
      cipher: (name, encrypts, key, vector, bytes) => host.cipher(name, encrypts, key, vector, bytes),
      onRejection(handler) { if (host.onRejection) host.onRejection(handler); },
    },
    promises: {
      settled,
      later: body => settled(resolved, body),
      isPromise: value => value instanceof OwnPromise,
      make: body => new OwnPromise(body),
    },
  };
  return runtime;
})();
