// Modules of Node: buffer, events, path, util, querystring, url, string_decoder, timers, assert, process.
(function (runtime) {
  "use strict";
  const { define, hidden, host } = runtime;

  define("buffer", use => {
    const text = use("text");
    const names = {
      __proto__: null, utf8: "utf8", "utf-8": "utf8", hex: "hex", base64: "base64", base64url: "base64url",
      ascii: "ascii", latin1: "latin1", binary: "latin1", ucs2: "utf16le", "ucs-2": "utf16le", utf16le: "utf16le",
      "utf-16le": "utf16le",
    };

    function encodingOf(name = "utf8") {
      const known = names[String(name).toLowerCase()];
      if (known === undefined) {
        throw Object.assign(new TypeError(`Unknown encoding: ${name}`), { code: "ERR_UNKNOWN_ENCODING" });
      }
      return known;
    }

    function encoded(source, name) {
      switch (encodingOf(name)) {
        case "hex": return text.fromHex(/^(?:[0-9a-f]{2})*/i.exec(source)[0]);
        case "base64": case "base64url": return text.fromBase64(source);
        case "ascii": case "latin1": return text.fromLatin1(source);
        case "utf16le": return Uint8Array.from(
          { length: source.length * 2 }, (_, index) => source.charCodeAt(index >> 1) >> (index % 2) * 8
        );
        default: return text.encode(source);
      }
    }

    function decoded(bytes, name) {
      switch (encodingOf(name)) {
        case "hex": return text.hex(bytes);
        case "base64": return text.base64(bytes);
        case "base64url": return text.base64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
        case "ascii": return text.latin1(bytes.map(byte => byte & 0x7f));
        case "latin1": return text.latin1(bytes);
        case "utf16le": return text.utf16(bytes, false);
        default: return text.decode(bytes);
      }
    }

    const bufferOf = bytes => Object.setPrototypeOf(
      new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), Buffer.prototype
    );

    class Buffer extends Uint8Array {
      static from(source, encoding, length) {
        if (typeof source === "string") return bufferOf(encoded(source, encoding));
        if (source instanceof ArrayBuffer) return bufferOf(new Uint8Array(source, encoding, length));
        if (source !== null && typeof source === "object") {
          if (source.type === "Buffer" && Array.isArray(source.data)) return bufferOf(Uint8Array.from(source.data));
          return bufferOf(Uint8Array.from(source));
        }
        throw new TypeError(
          `The first argument of Buffer.from must be a text, a buffer or an array, not ${source === null ? "null" : typeof source}`
        );
      }
      static alloc(size, fill, encoding) {
        const buffer = bufferOf(new Uint8Array(size));
        return fill === undefined ? buffer : buffer.fill(fill, encoding);
      }
      static allocUnsafe(size) { return Buffer.alloc(size); }
      static isBuffer(value) { return value instanceof Buffer; }
      static isEncoding(name) { return String(name).toLowerCase() in names; }
      static byteLength(value, encoding) {
        return typeof value === "string" ? encoded(value, encoding).length : value.byteLength;
      }
      static concat(list, length) {
        const output = Buffer.alloc(length === undefined ? list.reduce((sum, part) => sum + part.length, 0) : length);
        let place = 0;
        for (const part of list) {
          output.set(part.subarray(0, output.length - place), place);
          place += part.length;
        }
        return output;
      }
      static compare(left, right) {
        for (let i = 0; i < Math.min(left.length, right.length); i++) {
          if (left[i] !== right[i]) return left[i] < right[i] ? -1 : 1;
        }
        return Math.sign(left.length - right.length);
      }
      toString(encoding, start = 0, end = this.length) {
        return decoded(new Uint8Array(this.buffer, this.byteOffset, this.length).subarray(start, end), encoding);
      }
      toJSON() { return { type: "Buffer", data: Array.from(this) }; }
      equals(other) { return Buffer.compare(this, other) === 0; }
      compare(other) { return Buffer.compare(this, other); }
      write(source, offset = 0, length, encoding) {
        const given = typeof offset === "string"
          ? [0, undefined, offset]
          : typeof length === "string"
          ? [offset, undefined, length]
          : [offset, length, encoding];
        const bytes = encoded(source, given[2]).subarray(
          0, Math.min(given[1] === undefined ? Infinity : given[1], this.length - given[0])
        );
        this.set(bytes, given[0]);
        return bytes.length;
      }
      copy(target, targetStart = 0, start = 0, end = this.length) {
        const bytes = this.subarray(start, Math.min(end, start + target.length - targetStart));
        target.set(bytes, targetStart);
        return bytes.length;
      }
      subarray(start, end) {
        return bufferOf(new Uint8Array(this.buffer, this.byteOffset, this.length).subarray(start, end));
      }
      slice(start, end) { return this.subarray(start, end); }
      fill(value, ...rest) {
        if (typeof value !== "string") return super.fill(value, ...rest);
        const encoding = rest.find(item => typeof item === "string");
        const pattern = encoded(value, encoding);
        for (let i = 0; i < this.length; i++) this[i] = pattern.length === 0 ? 0 : pattern[i % pattern.length];
        return this;
      }
      indexOf(value, start = 0, encoding) {
        if (typeof value === "number") return super.indexOf(value, start);
        const wanted = typeof value === "string" ? encoded(value, encoding) : value;
        for (let i = start; i + wanted.length <= this.length; i++) {
          if (wanted.every((byte, index) => this[i + index] === byte)) return i;
        }
        return -1;
      }
      includes(value, start, encoding) { return this.indexOf(value, start, encoding) >= 0; }
      [Symbol.for("nodejs.util.inspect.custom")]() {
        const left = this.length - 50;
        const shown = Array.from(this.subarray(0, 50), byte => ` ${byte.toString(16).padStart(2, "0")}`).join("");
        return `<Buffer${shown}${left > 0 ? ` ... ${left} more byte${left > 1 ? "s" : ""}` : ""}>`;
      }
    }

    // With `new` and without it, as old scripts make buffers: of a size, or of what `Buffer.from` takes.
    const made = (source, ...others) => typeof source === "number" ? Buffer.alloc(source) : Buffer.from(source, ...others);
    const constructor = new Proxy(
      Buffer, { apply: (_, self, values) => made(...values), construct: (_, values) => made(...values) }
    );
    hidden(Buffer.prototype, "constructor", constructor);

    // `readUInt32BE` and its like.
    const view = buffer => new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
    const numbers = [
      ["Int8", "Int8", 1], ["UInt8", "Uint8", 1], ["Int16", "Int16", 2], ["UInt16", "Uint16", 2], ["Int32", "Int32", 4],
      ["UInt32", "Uint32", 4], ["Float", "Float32", 4], ["Double", "Float64", 8], ["BigInt64", "BigInt64", 8],
      ["BigUInt64", "BigUint64", 8],
    ];
    for (const [name, method, size] of numbers) {
      for (const order of size === 1 ? [""] : ["LE", "BE"]) {
        const read = function (offset = 0) { return view(this)[`get${method}`](offset, order === "LE"); };
        const write = function (value, offset = 0) {
          view(this)[`set${method}`](offset, value, order === "LE");
          return offset + size;
        };
        for (const title of [name, name.replace("UInt", "Uint")]) {
          hidden(Buffer.prototype, `read${title}${order}`, read);
          hidden(Buffer.prototype, `write${title}${order}`, write);
        }
      }
    }
    return {
      Buffer: constructor, constants: { MAX_LENGTH: 2 ** 32 }, kMaxLength: 2 ** 32, atob: value => use("base64").atob(value),
      btoa: value => use("base64").btoa(value),
    };
  });

  define("node/events", () => {
    class EventEmitter {
      #listeners = new Map();
      #list(name) { return this.#listeners.get(name) || []; }
      #insert(name, listener, once, isFirst) {
        if (typeof listener !== "function") throw new TypeError("The listener must be a function");
        const entry = { listener, once };
        this.#listeners.set(name, isFirst ? [entry, ...this.#list(name)] : [...this.#list(name), entry]);
        return this;
      }
      on(name, listener) { return this.#insert(name, listener, false, false); }
      addListener(name, listener) { return this.on(name, listener); }
      once(name, listener) { return this.#insert(name, listener, true, false); }
      prependListener(name, listener) { return this.#insert(name, listener, false, true); }
      prependOnceListener(name, listener) { return this.#insert(name, listener, true, true); }
      off(name, listener) {
        const list = this.#list(name);
        const place = list.findLastIndex(entry => entry.listener === listener);
        if (place >= 0) this.#listeners.set(name, list.filter((_, index) => index !== place));
        return this;
      }
      removeListener(name, listener) { return this.off(name, listener); }
      removeAllListeners(name) {
        if (name === undefined) this.#listeners.clear();
        else this.#listeners.delete(name);
        return this;
      }
      emit(name, ...values) {
        const list = this.#list(name);
        if (list.length === 0 && name === "error") {
          throw values[0] instanceof Error ? values[0] : new Error(`Unhandled error. (${values[0]})`);
        }
        for (const entry of list) {
          if (entry.once) this.off(name, entry.listener);
          entry.listener.apply(this, values);
        }
        return list.length > 0;
      }
      listeners(name) { return this.#list(name).map(entry => entry.listener); }
      listenerCount(name) { return this.#list(name).length; }
      eventNames() { return [...this.#listeners.keys()].filter(name => this.#list(name).length > 0); }
      setMaxListeners() { return this; }
      static once(emitter, name) {
        return new Promise((resolve, reject) => {
          emitter.once(name, (...values) => resolve(values));
          if (name !== "error") emitter.once("error", reject);
        });
      }
    }
    EventEmitter.EventEmitter = EventEmitter;
    EventEmitter.default = EventEmitter;
    return EventEmitter;
  });

  define("node/path", () => {
    function normalized(path) {
      const output = [];
      for (const part of path.split("/")) {
        if (part === "" || part === ".") continue;
        if (part !== "..") output.push(part);
        else if (output.length > 0 && output[output.length - 1] !== "..") output.pop();
        else if (!path.startsWith("/")) output.push(part);
      }
      const end = path.endsWith("/") && output.length > 0 ? "/" : "";
      return path.startsWith("/")
        ? `/${output.join("/")}${end}`
        : output.join("/") + end || (path.endsWith("/") ? "./" : ".");
    }
    const path = {
      sep: "/", delimiter: ":",
      normalize: normalized,
      join: (...parts) => normalized(parts.filter(part => part !== "").join("/") || "."),
      resolve(...parts) {
        let output = "";
        for (const part of ["/", ...parts]) output = part.startsWith("/") ? part : `${output}/${part}`;
        return normalized(output).replace(/(.)\/$/, "$1");
      },
      isAbsolute: text => text.startsWith("/"),
      dirname(text) {
        const found = /^(.*?)\/+[^/]*\/*$/s.exec(text.replace(/(.)\/+$/, "$1"));
        return found === null ? "." : found[1] || "/";
      },
      basename(text, suffix = "") {
        const name = text.replace(/\/+$/, "").split("/").pop();
        return suffix !== "" && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
      },
      extname(text) {
        const found = /^.+(\.[^.]*)$/.exec(path.basename(text));
        return found === null || path.basename(text) === ".." ? "" : found[1];
      },
      parse(text) {
        const base = path.basename(text), ext = path.extname(text), root = text.startsWith("/") ? "/" : "";
        const dir = path.dirname(text);
        return {
          root,
          dir: dir === "." && !text.startsWith("./") ? "" : dir,
          base,
          ext,
          name: ext === "" ? base : base.slice(0, -ext.length),
        };
      },
      format(parts) {
        const base = parts.base || `${parts.name || ""}${parts.ext || ""}`;
        const dir = parts.dir || parts.root || "";
        return dir === "" ? base : dir === parts.root ? dir + base : `${dir}/${base}`;
      },
      relative(from, to) {
        const [left, right] = [from, to].map(item => path.resolve(item).split("/").filter(Boolean));
        let same = 0;
        while (same < left.length && same < right.length && left[same] === right[same]) same++;
        return [...left.slice(same).map(() => ".."), ...right.slice(same)].join("/");
      },
      toNamespacedPath: text => text,
    };
    path.posix = path;
    return path;
  });

  define("node/querystring", use => {
    const { unescape } = use("percent");
    const escape = value => encodeURIComponent(value);
    const plain = value => typeof value === "string"
      || typeof value === "boolean" || typeof value === "bigint" || typeof value === "number" && Number.isFinite(value)
      ? String(value)
      : "";
    const querystring = {
      escape, unescape: text => { try { return decodeURIComponent(text); } catch { return unescape(text); } },
      stringify(object, separator = "&", equals = "=", options = {}) {
        const write = options.encodeURIComponent || querystring.escape;
        return Object.entries(object || {}).flatMap(
          ([key, value]) => [].concat(value).map(item => `${write(key)}${equals}${write(plain(item))}`)
        ).join(separator);
      },
      parse(text, separator = "&", equals = "=") {
        const output = Object.create(null);
        for (const part of String(text).split(separator)) {
          if (part === "") continue;
          const place = part.indexOf(equals);
          const [key, value] = (place < 0 ? [part, ""] : [
            part.slice(0, place), part.slice(place + equals.length),
          ]).map(item => querystring.unescape(item.replace(/\+/g, " ")));
          output[key] = key in output ? [].concat(output[key], value) : value;
        }
        return output;
      },
    };
    querystring.encode = querystring.stringify;
    querystring.decode = querystring.parse;
    return querystring;
  });

  define("node/url", use => {
    const { URL, URLSearchParams } = use("url");
    const punycode = use("punycode"), querystring = use("node/querystring");

    // The parts of a URL as Node's older interface names them.
    function parse(text, parsesQuery = false) {
      const [, protocol = null, slashes, rest] = /^([a-z][a-z0-9+.-]*:)?(\/\/)?([^]*)$/i.exec(text);
      const [, before, query, fragment] = /^([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(rest);
      const [, authority, path] = slashes ? /^([^/]*)([^]*)$/.exec(before) : [null, "", before];
      const at = authority.lastIndexOf("@");
      const host = authority.slice(at + 1).toLowerCase();
      const port = /:(\d+)$/.exec(host);
      const pathname = path || (slashes && /^(https?|ftp|wss?|file):$/.test(protocol) ? "/" : null);
      return {
        protocol: protocol && protocol.toLowerCase(), slashes: slashes ? true : null,
        auth: at < 0 ? null : decodeURIComponent(authority.slice(0, at)), host: slashes ? host : null,
        port: port ? port[1] : null,
        hostname: slashes ? (port ? host.slice(0, port.index) : host) : null, hash: fragment || null,
        search: query || null,
        query: parsesQuery ? querystring.parse((query || "").slice(1)) : query ? query.slice(1) : null,
        pathname,
        path: pathname === null && !query ? null : (pathname || "") + (query || ""),
        href: text,
      };
    }

    function format(parts) {
      if (typeof parts === "string" || parts instanceof URL) return String(parts);
      const protocol = parts.protocol ? `${parts.protocol.replace(/:?$/, ":")}` : "";
      const host = parts.host || (parts.hostname ? parts.hostname + (parts.port ? `:${parts.port}` : "") : "");
      const search = parts.search || (
        parts.query && typeof parts.query === "object" && Object.keys(parts.query).length > 0
          ? `?${querystring.stringify(parts.query)}`
          : ""
      );
      const slashes = parts.slashes || /^(https?|ftp|wss?|file):$/.test(protocol) ? "//" : "";
      const path = parts.pathname && host && !parts.pathname.startsWith("/")
        ? `/${parts.pathname}`
        : parts.pathname || "";
      const auth = parts.auth ? `${encodeURIComponent(parts.auth).replace(/%3A/i, ":")}@` : "";
      const hash = parts.hash ? parts.hash.replace(/^#?/, "#") : "";
      return protocol + slashes + auth + host + path + (search ? search.replace(/^\??/, "?") : "") + hash;
    }

    function resolve(from, to) {
      const base = new URL(from, "resolve://x/");
      const output = new URL(to, base);
      return output.protocol === "resolve:" ? output.pathname + output.search + output.hash : output.href;
    }
    return {
      URL, URLSearchParams, parse, format, resolve, domainToASCII: punycode.toASCII,
      domainToUnicode: punycode.toUnicode,
    };
  });

  define("node/string_decoder", use => {
    class StringDecoder {
      #decoder;
      constructor(encoding = "utf8") {
        this.encoding = String(encoding).toLowerCase().replace("utf-8", "utf8");
        this.#decoder = this.encoding === "utf8" || this.encoding === "utf16le"
          ? new (use("encoding").TextDecoder)(this.encoding === "utf8" ? "utf-8" : "utf-16le", { ignoreBOM: true })
          : undefined;
      }
      write(bytes) {
        return this.#decoder
          ? this.#decoder.decode(bytes, { stream: true })
          : use("buffer").Buffer.from(bytes).toString(this.encoding);
      }
      end(bytes) { return (bytes ? this.write(bytes) : "") + (this.#decoder ? this.#decoder.decode() : ""); }
    }
    return { StringDecoder };
  });

  define("node/timers", use => {
    const { setTimeout, setInterval, setImmediate, clear } = use("timers");
    return {
      setTimeout, setInterval, setImmediate, clearTimeout: clear, clearInterval: clear, clearImmediate: clear,
      promises: {
        setTimeout: (delay, value) => new Promise(resolve => setTimeout(resolve, delay, value)),
        setImmediate: value => new Promise(resolve => setImmediate(resolve, value)),
      },
    };
  });

  define("node/util", use => {
    const { inspect, format } = use("inspect");
    const { TextEncoder, TextDecoder } = use("encoding");
    const is = name => value => Object.prototype.toString.call(value) === `[object ${name}]`;
    return {
      inspect, format, TextEncoder, TextDecoder,
      formatWithOptions: (_, ...values) => format(...values),
      inherits(child, parent) {
        Object.setPrototypeOf(child.prototype, parent.prototype);
        Object.defineProperty(child, "super_", { value: parent });
      },
      promisify: call => (...values) => new Promise((resolve, reject) => call(
        ...values, (error, value) => error ? reject(error) : resolve(value)
      )),
      callbackify: call => (...values) => {
        const callback = values.pop();
        call(...values).then(value => callback(null, value), callback);
      },
      deprecate: (call, message) => (...values) => { use("console").warnOnce(message); return call(...values); },
      isDeepStrictEqual: use("expect/equal"), isArray: Array.isArray,
      types: {
        isDate: is("Date"),
        isRegExp: is("RegExp"),
        isMap: is("Map"),
        isSet: is("Set"),
        isPromise: value => value instanceof Promise,
        isTypedArray: value => ArrayBuffer.isView(value) && !(value instanceof DataView),
        isUint8Array: value => value instanceof Uint8Array,
        isNativeError: value => value instanceof Error,
      },
    };
  });

  define("node/process", use => {
    const job = use("job");
    return {
      env: { ...job.state.processEnv }, argv: [], platform: "linux", version: "v20.0.0", versions: {}, cwd: () => "/",
      browser: false,
      nextTick: (body, ...values) => { Promise.resolve().then(() => body(...values)); },
      hrtime: Object.assign(
        () => { const now = host.now(); return [Math.floor(now / 1000), Math.floor(now % 1000 * 1e6)]; },
        { bigint: () => BigInt(Math.floor(host.now() * 1e6)) }
      ),
      uptime: () => host.now() / 1000, on() { return this; },
      emitWarning: text => use("console").warnOnce(String(text)),
      exit() { throw new Error("Scripts cannot end the process; use return, or throw an error"); },
    };
  });

  // The module `assert`, with the names of Node and the errors of `expect`.
  define("node/assert", use => {
    const { AssertionError } = use("chai");
    const { inspect } = use("inspect");
    const equal = use("expect/equal");
    const check = (passed, message, text, values) => {
      if (passed) return;
      if (message instanceof Error) throw message;
      throw new AssertionError(message === undefined ? text : String(message), values);
    };
    const assert = (value, message) => check(
      value, message, `The expression evaluated to a falsy value: ${inspect(value)}`, { actual: value, expected: true }
    );
    const compare = (test, text) => (actual, expected, message) => check(
      test(actual, expected), message, `${inspect(actual)} ${text} ${inspect(expected)}`, { actual, expected }
    );

    function loose(left, right) {
      if (left == right || left !== left && right !== right) return true;
      if (left === null || right === null || typeof left !== "object" || typeof right !== "object") return false;
      const [one, other] = [Object.keys(left), Object.keys(right)];
      return one.length === other.length && one.every(key => key in right && loose(left[key], right[key]));
    }

    const isExpected = (error, expected) => expected === undefined ? true
      : expected instanceof RegExp ? expected.test(String(error))
        : typeof expected === "function" ? (expected.prototype !== undefined && error instanceof expected)
          || (!(expected.prototype instanceof Error) && expected !== Error && expected(error) === true)
          : Object.keys(expected).every(key => expected[key] instanceof RegExp ? expected[key].test(error[key]) : equal(
            error[key], expected[key]
          ));

    function failing(body, run, expected, message) {
      const end = (error, hasThrown) => {
        check(hasThrown, typeof expected === "string" ? expected : message, "Missing expected exception.");
        if (typeof expected !== "string" && !isExpected(error, expected)) {
          throw expected instanceof RegExp || typeof expected === "object"
            ? new AssertionError(message || `The error does not match: ${inspect(error)}`)
            : error;
        }
      };
      return run(body, end);
    }
    const now = (body, end) => {
      let thrown, hasThrown = false;
      try { body(); } catch (error) { thrown = error; hasThrown = true; }
      end(thrown, hasThrown);
    };
    const later = async (body, end) => {
      let thrown, hasThrown = false;
      try { await (typeof body === "function" ? body() : body); } catch (error) { thrown = error; hasThrown = true; }
      end(thrown, hasThrown);
    };

    Object.assign(assert, {
      AssertionError, ok: assert,
      equal: compare((left, right) => left == right || left !== left && right !== right, "=="),
      notEqual: compare((left, right) => left != right, "!="),
      strictEqual: compare(Object.is, "==="), notStrictEqual: compare((left, right) => !Object.is(left, right), "!=="),
      deepEqual: compare(loose, "should loosely deep-equal"),
      notDeepEqual: compare((left, right) => !loose(left, right), "should not loosely deep-equal"),
      deepStrictEqual: compare(equal, "should deep-equal"),
      notDeepStrictEqual: compare((left, right) => !equal(left, right), "should not deep-equal"),
      match: compare((text, pattern) => pattern.test(text), "should match"),
      doesNotMatch: compare((text, pattern) => !pattern.test(text), "should not match"),
      throws: (body, expected, message) => failing(body, now, expected, message),
      rejects: (body, expected, message) => failing(body, later, expected, message),
      doesNotThrow: body => { body(); },
      doesNotReject: async body => { await (typeof body === "function" ? body() : body); },
      fail(message) { if (message instanceof Error) throw message; throw new AssertionError(message || "Failed"); },
      ifError(value) { if (value !== null && value !== undefined) throw value; },
    });
    assert.strict = Object.assign(
      (value, message) => assert(value, message), assert,
      {
        equal: assert.strictEqual, notEqual: assert.notStrictEqual, deepEqual: assert.deepStrictEqual,
        notDeepEqual: assert.notDeepStrictEqual,
      }
    );
    assert.strict.strict = assert.strict;
    return assert;
  });
});
