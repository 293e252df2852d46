// Modules of Node: buffer, string_decoder, timers, util and process; others are Debian's packages.
(function (runtime) {
  "use strict";
  const { define, hidden, host } = runtime;

  // Members that Node's modules have and these do not.
  const lack = (object, title, names) =>
    runtime.lack(object, names, name => `${title}.${name} of Node is not available in scripts`);

  define("buffer/encodings", use => {
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
        case "utf16le": return text.utf16(bytes.subarray(0, bytes.length & ~1), false);
        default: return text.decode(bytes);
      }
    }

    // The bytes of a text that fit, without a part of a character.
    function fitting(source, name, size) {
      const bytes = encoded(source, name), encoding = encodingOf(name);
      if (bytes.length <= size) return bytes;
      const end = encoding === "utf16le" ? size & ~1 : size;
      return bytes.subarray(0, encoding === "utf8" ? use("encoding").wholeLength(bytes.subarray(0, end), "utf-8") : end);
    }

    return { encodingOf, encoded, decoded, fitting, isEncoding: name => String(name).toLowerCase() in names };
  });

  define("buffer", use => {
    const { encoded, decoded, fitting, isEncoding } = use("buffer/encodings");
    const { inspect } = use("inspect");

    const bufferOf = bytes => Object.setPrototypeOf(
      new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), Buffer.prototype
    );
    const invalid = (name, wanted, value) => Object.assign(
      new TypeError(`The ${name} must be ${wanted}, not ${inspect(value, { depth: 0 })}`), { code: "ERR_INVALID_ARG_TYPE" }
    );
    const outOfRange = (name, low, high, value) => Object.assign(
      new RangeError(`The ${name} must be between ${low} and ${high}, not ${value}`), { code: "ERR_OUT_OF_RANGE" }
    );
    const bytesOf = (value, name) => {
      if (value instanceof Uint8Array) return value;
      throw invalid(name, "a buffer", value);
    };
    const sizeOf = size => {
      if (typeof size !== "number") throw invalid("size of a buffer", "a number", size);
      if (!(size >= 0 && size <= 2 ** 32)) throw outOfRange("size of a buffer", 0, 2 ** 32, size);
      return Math.trunc(size);
    };
    // A place in a buffer, as a number from 0 to its length.
    const clamped = (place, length, missing) => place === undefined ? missing
      : Math.min(Math.max(Math.trunc(place) || 0, 0), length);

    function bytesFrom(source, encoding, length) {
      if (typeof source === "string") return encoded(source, encoding);
      if (use("node/types").isAnyArrayBuffer(source)) return new Uint8Array(source, encoding, length);
      if (source !== null && typeof source === "object") {
        if (source.type === "Buffer" && Array.isArray(source.data)) return Uint8Array.from(source.data);
        if (ArrayBuffer.isView(source) || "length" in source && !(source instanceof String)) {
          return Uint8Array.from(source);
        }
        const value = source[Symbol.toPrimitive] ? source[Symbol.toPrimitive]("string") : source.valueOf();
        if (value !== source) return bytesFrom(value, encoding, length);
      }
      throw invalid("first argument of Buffer.from", "a text, a buffer or an array", source);
    }

    // The bytes of what a method of a buffer looks for or fills it with.
    const pattern = (value, encoding) => typeof value === "string" ? encoded(value, encoding)
      : typeof value === "number" || typeof value === "boolean" ? Uint8Array.of(value) : bytesOf(value, "value");

    // The first place, or the last one, from which on a buffer has some bytes.
    function search(buffer, value, start, encoding, step) {
      const [from, name] = typeof start === "string" ? [undefined, start] : [start, encoding];
      const wanted = pattern(value, name), last = buffer.length - wanted.length;
      const given = Number.isNaN(Number(from)) ? undefined : Math.trunc(from);
      let place = given === undefined ? (step > 0 ? 0 : last) : given < 0 ? buffer.length + given : given;
      if (step > 0) place = Math.max(place, 0);
      else place = Math.min(place, last);
      for (; place >= 0 && place <= last; place += step) {
        if (wanted.every((byte, index) => buffer[place + index] === byte)) return place;
      }
      return -1;
    }

    function swapped(buffer, size) {
      if (buffer.length % size !== 0) throw new RangeError(`Buffer size must be a multiple of ${8 * size}-bits`);
      for (let i = 0; i < buffer.length; i += size) new Uint8Array(buffer.buffer, buffer.byteOffset + i, size).reverse();
      return buffer;
    }

    class Buffer extends Uint8Array {
      static from(source, encoding, length) { return bufferOf(bytesFrom(source, encoding, length)); }
      static alloc(size, fill, encoding) {
        const buffer = bufferOf(new Uint8Array(sizeOf(size)));
        return fill === undefined || fill === 0 ? buffer : buffer.fill(fill, encoding);
      }
      static allocUnsafe(size) { return Buffer.alloc(size); }
      static allocUnsafeSlow(size) { return Buffer.alloc(size); }
      static isBuffer(value) { return value instanceof Buffer; }
      static isEncoding(name) { return typeof name === "string" && isEncoding(name); }
      static byteLength(value, encoding) {
        if (typeof value === "string") return encoded(value, encoding === undefined || isEncoding(encoding) ? encoding : "utf8").length;
        if (ArrayBuffer.isView(value) || use("node/types").isAnyArrayBuffer(value)) return value.byteLength;
        throw invalid("value of Buffer.byteLength", "a text or a buffer", value);
      }
      static concat(list, length) {
        if (!Array.isArray(list)) throw invalid("list of Buffer.concat", "an array", list);
        const output = Buffer.alloc(length === undefined ? list.reduce((sum, part) => sum + part.length, 0) : length);
        let place = 0;
        for (const part of list) {
          output.set(bytesOf(part, "part of Buffer.concat").subarray(0, output.length - place), place);
          place += Math.min(part.length, output.length - place);
        }
        return output;
      }
      static compare(left, right) {
        bytesOf(left, "first buffer");
        bytesOf(right, "second buffer");
        for (let i = 0; i < Math.min(left.length, right.length); i++) {
          if (left[i] !== right[i]) return left[i] < right[i] ? -1 : 1;
        }
        return Math.sign(left.length - right.length);
      }
      toString(encoding, start, end) {
        const { length } = this, from = clamped(start, length, 0);
        return decoded(new Uint8Array(this.buffer, this.byteOffset, length).subarray(from, clamped(end, length, length)), encoding);
      }
      toLocaleString(...values) { return this.toString(...values); }
      toJSON() { return { type: "Buffer", data: Array.from(this) }; }
      equals(other) { return Buffer.compare(this, other) === 0; }
      compare(other, start = 0, end = bytesOf(other, "other buffer").length, ownStart = 0, ownEnd = this.length) {
        return Buffer.compare(this.subarray(ownStart, ownEnd), other.subarray(start, end));
      }
      write(source, offset = 0, length, encoding) {
        if (typeof source !== "string") throw invalid("argument of write", "a text", source);
        const [start, size, name] = typeof offset === "string"
          ? [0, undefined, offset]
          : typeof length === "string"
          ? [offset, undefined, length]
          : [offset, length, encoding];
        if (!(start >= 0 && start <= this.length)) throw outOfRange("offset", 0, this.length, start);
        const bytes = fitting(source, name, Math.min(size === undefined ? Infinity : size, this.length - start));
        this.set(bytes, start);
        return bytes.length;
      }
      copy(target, targetStart = 0, start = 0, end = this.length) {
        const room = bytesOf(target, "target").length - targetStart;
        const bytes = this.subarray(start, Math.max(start, Math.min(end, start + room)));
        if (bytes.length > 0) target.set(bytes, targetStart);
        return bytes.length;
      }
      subarray(start, end) {
        return bufferOf(new Uint8Array(this.buffer, this.byteOffset, this.length).subarray(start, end));
      }
      slice(start, end) { return this.subarray(start, end); }
      fill(value, offset, end, encoding) {
        const [from, to, name] = typeof offset === "string" ? [0, undefined, offset]
          : typeof end === "string" ? [offset, undefined, end] : [offset, end, encoding];
        const bytes = pattern(value, name), start = from ?? 0, stop = to ?? this.length;
        if (!(start >= 0 && stop <= this.length)) throw outOfRange("range", 0, this.length, `${start} to ${stop}`);
        if (bytes.length === 0 && typeof value !== "string") throw invalid("value", "a buffer with bytes", value);
        if (bytes.length === 1) return super.fill(bytes[0], start, stop);
        for (let i = start; i < stop; i++) this[i] = bytes.length === 0 ? 0 : bytes[(i - start) % bytes.length];
        return this;
      }
      indexOf(value, start, encoding) { return search(this, value, start, encoding, 1); }
      lastIndexOf(value, start, encoding) { return search(this, value, start, encoding, -1); }
      includes(value, start, encoding) { return this.indexOf(value, start, encoding) >= 0; }
      swap16() { return swapped(this, 2); }
      swap32() { return swapped(this, 4); }
      swap64() { return swapped(this, 8); }
      get parent() { return this.buffer; }
      get offset() { return this.byteOffset; }
      [Symbol.for("nodejs.util.inspect.custom")]() {
        const left = this.length - 50;
        const shown = Array.from(this.subarray(0, 50), byte => ` ${byte.toString(16).padStart(2, "0")}`).join("");
        return `<Buffer${shown}${left > 0 ? ` ... ${left} more byte${left > 1 ? "s" : ""}` : ""}>`;
      }
    }
    Buffer.poolSize = 8192;
    lack(Buffer, "Buffer", "copyBytesFrom");

    // With `new` and without it, as old scripts make buffers: of a size, or of what `Buffer.from` takes.
    const made = (source, ...others) => typeof source === "number" ? Buffer.alloc(source) : Buffer.from(source, ...others);
    const constructor = new Proxy(
      Buffer, { apply: (_, self, values) => made(...values), construct: (_, values) => made(...values) }
    );
    hidden(Buffer.prototype, "constructor", constructor);
    use("buffer/numbers")(Buffer.prototype, outOfRange);

    const { atob, btoa } = use("base64");
    const module = {
      Buffer: constructor, SlowBuffer: constructor, atob, btoa, INSPECT_MAX_BYTES: 50, kMaxLength: 2 ** 32,
      kStringMaxLength: 2 ** 31 - 1, constants: { MAX_LENGTH: 2 ** 32, MAX_STRING_LENGTH: 2 ** 31 - 1 },
    };
    lack(module, "buffer", "Blob File isAscii isUtf8 resolveObjectURL transcode");
    return module;
  });

  // `readUInt32BE`, `writeIntLE` and their like.
  define("buffer/numbers", () => (prototype, outOfRange) => {
    const view = buffer => new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
    const add = (name, method) => {
      for (const title of [name, name.replace("UInt", "Uint")]) hidden(prototype, title, method);
    };

    function check(buffer, offset, size) {
      if (!Number.isInteger(offset) || offset < 0 || offset + size > buffer.length) {
        throw outOfRange("offset", 0, buffer.length - size, offset);
      }
    }

    // Numbers of a fixed size, with the bits of integers.
    const fixed = [
      ["Int8", "Int8", 8], ["UInt8", "Uint8", 8], ["Int16", "Int16", 16], ["UInt16", "Uint16", 16], ["Int32", "Int32", 32],
      ["UInt32", "Uint32", 32], ["Float", "Float32"], ["Double", "Float64"], ["BigInt64", "BigInt64", 64],
      ["BigUInt64", "BigUint64", 64],
    ];
    for (const [name, kind, bits] of fixed) {
      const size = bits === undefined ? (name === "Float" ? 4 : 8) : bits / 8;
      const [low, high] = bits === undefined ? [] : range(kind.includes("Uint"), bits);
      for (const order of size === 1 ? [""] : ["LE", "BE"]) {
        add(`read${name}${order}`, function (offset = 0) {
          check(this, offset, size);
          return view(this)[`get${kind}`](offset, order === "LE");
        });
        add(`write${name}${order}`, function (value, offset = 0) {
          if (bits !== undefined && (value < low || value > high)) throw outOfRange("value", low, high, value);
          check(this, offset, size);
          view(this)[`set${kind}`](offset, value, order === "LE");
          return offset + size;
        });
      }
    }

    function range(isUnsigned, bits) {
      const [low, high] = isUnsigned ? [0n, 2n ** BigInt(bits) - 1n] : [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n];
      return bits === 64 ? [low, high] : [Number(low), Number(high)];
    }

    // Integers of one to six bytes.
    function checkSize(size) { if (!(size >= 1 && size <= 6)) throw outOfRange("byteLength", 1, 6, size); }
    for (const name of ["Int", "UInt"]) {
      for (const order of ["LE", "BE"]) {
        add(`read${name}${order}`, function (offset, size) {
          checkSize(size);
          check(this, offset, size);
          const bytes = Array.from(this.subarray(offset, offset + size));
          const value = (order === "LE" ? bytes.reverse() : bytes).reduce((sum, byte) => sum * 256 + byte, 0);
          return name === "Int" && value >= 2 ** (8 * size - 1) ? value - 2 ** (8 * size) : value;
        });
        add(`write${name}${order}`, function (value, offset, size) {
          checkSize(size);
          const [low, high] = range(name === "UInt", 8 * size);
          if (value < low || value > high) throw outOfRange("value", low, high, value);
          check(this, offset, size);
          let rest = value < 0 ? value + 2 ** (8 * size) : value;
          for (let i = 0; i < size; i++) {
            this[order === "LE" ? offset + i : offset + size - 1 - i] = rest % 256;
            rest = Math.floor(rest / 256);
          }
          return offset + size;
        });
      }
    }
  });

  define("node/string_decoder", use => {
    const { Buffer } = use("buffer"), { encodingOf } = use("buffer/encodings"), { wholeLength } = use("encoding");

    // How many bytes of a text end with a whole character, or with a whole group of base64.
    function ending(bytes, encoding) {
      if (encoding.startsWith("base64")) return bytes.length - bytes.length % 3;
      if (encoding !== "utf16le") return encoding === "utf8" ? wholeLength(bytes, "utf-8") : bytes.length;
      const even = bytes.length & ~1;
      return even > 0 && (bytes[even - 1] & 0xfc) === 0xd8 ? even - 2 : even;
    }

    class StringDecoder {
      #kept = Buffer.alloc(0);
      constructor(encoding) { this.encoding = encodingOf(encoding ?? "utf8"); }
      write(chunk) {
        if (typeof chunk === "string") return chunk;
        if (!ArrayBuffer.isView(chunk)) throw new TypeError("A StringDecoder needs a buffer");
        const given = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
        const bytes = Buffer.concat([this.#kept, given]), end = ending(bytes, this.encoding);
        this.#kept = bytes.subarray(end);
        return bytes.toString(this.encoding, 0, end);
      }
      end(chunk) {
        const text = chunk === undefined ? "" : this.write(chunk), rest = this.#kept.toString(this.encoding);
        this.#kept = Buffer.alloc(0);
        return text + rest;
      }
      text(bytes, start) { return this.end(bytes.subarray(start)); }
    }
    return { StringDecoder };
  });

  define("node/timers", use => {
    const { setTimeout, setInterval, setImmediate, clear } = use("timers");
    const promises = {
      setTimeout: (delay, value) => new Promise(resolve => setTimeout(resolve, delay, value)),
      setImmediate: value => new Promise(resolve => setImmediate(resolve, value)),
    };
    lack(promises, "timers.promises", "scheduler setInterval");
    hidden(setTimeout, Symbol.for("nodejs.util.promisify.custom"), promises.setTimeout);
    hidden(setImmediate, Symbol.for("nodejs.util.promisify.custom"), promises.setImmediate);
    return {
      setTimeout, setInterval, setImmediate, clearTimeout: clear, clearInterval: clear, clearImmediate: clear, promises,
    };
  });

  define("node/types", () => {
    const { toString } = Object.prototype;
    const isTagged = (value, tag) => toString.call(value) === `[object ${tag}]`;
    const isObject = value => value !== null && typeof value === "object";
    const types = {};
    for (const tag of [
      "ArrayBuffer", "AsyncFunction", "BigInt64Array", "BigUint64Array", "DataView", "Date", "Float32Array",
      "Float64Array", "GeneratorFunction", "Int16Array", "Int32Array", "Int8Array", "Map", "Promise", "RegExp", "Set",
      "SharedArrayBuffer", "Uint16Array", "Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap", "WeakSet",
    ]) types[`is${tag}`] = value => isTagged(value, tag);
    for (const tag of ["BigInt", "Boolean", "Number", "String", "Symbol"]) {
      types[`is${tag}Object`] = value => isObject(value) && isTagged(value, tag);
    }
    for (const [name, tag] of [
      ["isArgumentsObject", "Arguments"], ["isGeneratorObject", "Generator"], ["isMapIterator", "Map Iterator"],
      ["isModuleNamespaceObject", "Module"], ["isSetIterator", "Set Iterator"],
    ]) types[name] = value => isTagged(value, tag);
    Object.assign(types, {
      isAnyArrayBuffer: value => types.isArrayBuffer(value) || types.isSharedArrayBuffer(value),
      isArrayBufferView: ArrayBuffer.isView,
      isAsyncFunction: value => isTagged(value, "AsyncFunction") || isTagged(value, "AsyncGeneratorFunction"),
      isBoxedPrimitive: value => ["BigInt", "Boolean", "Number", "String", "Symbol"].some(
        tag => types[`is${tag}Object`](value)
      ),
      isCryptoKey: () => false, isExternal: () => false, isKeyObject: () => false,
      isGeneratorFunction: value => isTagged(value, "GeneratorFunction") || isTagged(value, "AsyncGeneratorFunction"),
      isNativeError: value => isTagged(value, "Error"),
      isTypedArray: value => ArrayBuffer.isView(value) && !(value instanceof DataView),
    });
    lack(types, "util.types", "isProxy");
    return types;
  });

  define("node/util", use => {
    const { inspect, format } = use("inspect");
    const { TextEncoder, TextDecoder } = use("encoding");
    const types = use("node/types"), custom = Symbol.for("nodejs.util.promisify.custom");

    function needFunction(value, name) {
      if (typeof value === "function") return;
      throw new TypeError(`${name} needs a function, not ${inspect(value)}`);
    }

    function inherits(child, parent) {
      needFunction(child, "util.inherits");
      needFunction(parent, "util.inherits");
      Object.defineProperty(child, "super_", { value: parent, writable: true, configurable: true });
      Object.setPrototypeOf(child.prototype, parent.prototype);
    }

    function promisify(call) {
      needFunction(call, "util.promisify");
      if (call[custom] !== undefined) return call[custom];
      return function (...values) {
        return new Promise((resolve, reject) => {
          Reflect.apply(call, this, [...values, (error, value) => error ? reject(error) : resolve(value)]);
        });
      };
    }
    promisify.custom = custom;

    function callbackify(call) {
      needFunction(call, "util.callbackify");
      return function (...values) {
        const callback = values.pop(), { nextTick } = use("node/process");
        needFunction(callback, "A function of util.callbackify");
        Reflect.apply(call, this, values).then(
          value => nextTick(callback, null, value),
          error => nextTick(callback, error || Object.assign(new Error("Promise was rejected with falsy value"), { reason: error }))
        );
      };
    }

    function deprecate(call, message) {
      needFunction(call, "util.deprecate");
      function deprecated(...values) {
        use("console").warnOnce(`DeprecationWarning: ${message}`);
        return new.target ? Reflect.construct(call, values, new.target) : Reflect.apply(call, this, values);
      }
      Object.setPrototypeOf(deprecated, call);
      if (call.prototype) deprecated.prototype = call.prototype;
      return deprecated;
    }

    const util = {
      inspect, format, inherits, promisify, callbackify, deprecate, types, TextEncoder, TextDecoder,
      formatWithOptions: (_, ...values) => format(...values),
      isDeepStrictEqual: (left, right) => use("expect/equal")(left, right),
      debuglog: () => Object.assign(() => {}, { enabled: false }),
      log: (...values) => use("console").console.log(`${new Date().toTimeString().slice(0, 8)} - ${format(...values)}`),
      stripVTControlCharacters: text => String(text).replace(
        /[\u001b\u009b](?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[[()#;?]*(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~])/g, ""
      ),
      toUSVString: text => String(text).replace(/\p{Surrogate}/gu, "\ufffd"),
      _extend: (target, source) => Object.assign(target, source),
      isArray: Array.isArray, isBuffer: value => use("buffer").Buffer.isBuffer(value),
      isBoolean: value => typeof value === "boolean", isNumber: value => typeof value === "number",
      isString: value => typeof value === "string", isSymbol: value => typeof value === "symbol",
      isFunction: value => typeof value === "function", isUndefined: value => value === undefined,
      isNull: value => value === null, isNullOrUndefined: value => value === null || value === undefined,
      isObject: value => value !== null && typeof value === "object",
      isPrimitive: value => value === null || typeof value !== "object" && typeof value !== "function",
      isDate: types.isDate, isRegExp: types.isRegExp,
      isError: value => types.isNativeError(value) || value instanceof Error,
    };
    util.debug = util.debuglog;
    lack(
      util, "util", "aborted getCallSite getCallSites getSystemErrorMap getSystemErrorName MIMEParams MIMEType parseArgs parseEnv "
        + "styleText transferableAbortController transferableAbortSignal"
    );
    return util;
  });

  // The modules of Node that are Debian's packages, with what they have not yet.
  define("node/packages", use => {
    const lacking = (title, names) => module => lack(module, title, names);
    return {
      __proto__: null,
      assert: assert => {
        const matching = (name, isMatch) => (text, pattern, message) => {
          if (typeof text === "string" && pattern.test(text) === isMatch) return;
          if (message instanceof Error) throw message;
          throw new assert.AssertionError({
            message: message ?? `The input ${isMatch ? "did not match" : "was expected to not match"} the regular expression `
              + `${pattern}. Input:\n\n${use("inspect").inspect(text)}\n`,
            actual: text, expected: pattern, operator: name,
          });
        };
        const others = { match: matching("match", true), doesNotMatch: matching("doesNotMatch", false) };
        for (const each of [assert, assert.strict]) lack(Object.assign(each, others), "assert", "CallTracker partialDeepStrictEqual");
      },
      events: lacking(
        "events", "addAbortListener captureRejections captureRejectionSymbol errorMonitor EventEmitterAsyncResource "
          + "getEventListeners getMaxListeners on setMaxListeners"
      ),
      path: path => {
        delete path.win32;
        path.toNamespacedPath = text => text;
        lack(path, "path", "matchesGlob win32");
      },
      querystring: querystring => {
        hidden(querystring, "escape", encodeURIComponent);
        hidden(querystring, "unescape", text => {
          try { return decodeURIComponent(text); } catch { return use("percent").unescape(text); }
        });
      },
      stream: lacking(
        "stream", "addAbortSignal compose destroy duplexPair getDefaultHighWaterMark isDestroyed isDisturbed isErrored isReadable "
          + "isWritable promises setDefaultHighWaterMark"
      ),
      url: url => {
        const { URL, URLSearchParams } = use("url"), { toASCII, toUnicode } = use("punycode");
        Object.assign(url, { URL, URLSearchParams, domainToASCII: toASCII, domainToUnicode: toUnicode });
        lack(url, "url", "fileURLToPath pathToFileURL urlToHttpOptions");
      },
    };
  });

  define("node/process", use => {
    const job = use("job");
    const process = {
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
    lack(process, "process", "abort chdir cpuUsage kill memoryUsage");
    return process;
  });
});
