// URL, structuredClone, crypto and other functions of browsers and Node.
(function (runtime) {
  "use strict";
  const { define, host } = runtime;

  define("percent", use => {
    const { encode, decode } = use("text");
    const hex = byte => `%${byte < 16 ? "0" : ""}${byte.toString(16).toUpperCase()}`;
    const set = characters => character => characters.includes(character) || character <= "\x1f" || character > "~";
    const control = set("");
    const fragment = set(' "<>`'), query = set(' "#<>'), specialQuery = set(' "#<>\'');
    const path = set(' "#<>?^`{}'), user = set(' "#<>?^`{}/:;=@[\\]|');
    return {
      control, fragment, query, specialQuery, path, user,
      escape(text, isEscaped) {
        let result = "";
        for (const character of text) {
          result += isEscaped(character) ? Array.from(encode(character), hex).join("") : character;
        }
        return result;
      },
      unescape(text) {
        const bytes = encode(text);
        const output = [];
        for (let i = 0; i < bytes.length; i++) {
          const code = bytes[i] === 0x25
            ? Number.parseInt(String.fromCharCode(bytes[i + 1], bytes[i + 2]).match(/^[0-9a-f]{2}$/i), 16)
            : NaN;
          if (Number.isNaN(code)) output.push(bytes[i]);
          else { output.push(code); i += 2; }
        }
        return decode(Uint8Array.from(output));
      },
    };
  });

  // https://url.spec.whatwg.org
  define("url", use => {
    const percent = use("percent");
    const ports = { "http:": "80", "https:": "443", "ws:": "80", "wss:": "443", "ftp:": "21", "file:": "" };
    const isSpecial = scheme => scheme in ports;
    const invalid = text => Object.assign(
      new TypeError(`Invalid URL: ${text}`), { code: "ERR_INVALID_URL", input: text }
    );

    class URLSearchParams {
      #list = []; #changed = () => {};
      constructor(init = "") {
        if (typeof init === "object" && init !== null) {
          if (typeof init[Symbol.iterator] === "function") {
            for (const pair of init) {
              const [name, value, ...rest] = pair;
              if (rest.length > 0 || [...pair].length !== 2) {
                throw new TypeError("Each item of URLSearchParams must be a pair of a name and a value");
              }
              this.#list.push([String(name), String(value)]);
            }
          } else {
            for (const name of Object.keys(init)) this.#list.push([name, String(init[name])]);
          }
        } else {
          this.#list = parsed(String(init).replace(/^\?/, ""));
        }
      }
      static connect(params, query, changed) {
        params.#list = parsed(query);
        params.#changed = changed;
      }
      get size() { return this.#list.length; }
      append(name, value) { this.#list.push([String(name), String(value)]); this.#changed(); }
      delete(name, value) {
        this.#list = this.#list.filter(
          item => item[0] !== String(name) || value !== undefined && item[1] !== String(value)
        );
        this.#changed();
      }
      get(name) { const found = this.#list.find(item => item[0] === String(name)); return found ? found[1] : null; }
      getAll(name) { return this.#list.filter(item => item[0] === String(name)).map(item => item[1]); }
      has(name, value) {
        return this.#list.some(item => item[0] === String(name) && (value === undefined || item[1] === String(value)));
      }
      set(name, value) {
        const first = this.#list.find(item => item[0] === String(name));
        if (first === undefined) return this.append(name, value);
        first[1] = String(value);
        this.#list = this.#list.filter(item => item === first || item[0] !== String(name));
        this.#changed();
      }
      sort() {
        this.#list.sort((left, right) => left[0] < right[0] ? -1 : left[0] > right[0] ? 1 : 0);
        this.#changed();
      }
      forEach(call, self) { for (const [name, value] of this.#list) call.call(self, value, name, this); }
      *entries() { for (const [name, value] of this.#list) yield [name, value]; }
      *keys() { for (const [name] of this.#list) yield name; }
      *values() { for (const [, value] of this.#list) yield value; }
      [Symbol.iterator]() { return this.entries(); }
      toString() { return this.#list.map(([name, value]) => `${serialized(name)}=${serialized(value)}`).join("&"); }
      get [Symbol.toStringTag]() { return "URLSearchParams"; }
      [Symbol.for("nodejs.util.inspect.custom")]() {
        const { quote } = use("inspect");
        const entries = this.#list.map(([name, value]) => ` ${quote(name)} => ${quote(value)}`).join(",");
        return `URLSearchParams {${entries}${entries === "" ? "" : " "}}`;
      }
    }

    const serialized = text => percent.escape(
      text, character => !/[*\-._0-9A-Za-z ]/.test(character)
    ).replace(/ /g, "+");
    const read = text => percent.unescape(text.replace(/\+/g, " "));
    function parsed(query) {
      return query.split("&").filter(part => part !== "").map(part => {
        const middle = part.indexOf("=");
        return middle < 0 ? [read(part), ""] : [read(part.slice(0, middle)), read(part.slice(middle + 1))];
      });
    }

    function ipv4Number(part) {
      if (part === "") return NaN;
      if (/^0x[0-9a-f]*$/i.test(part)) return part.length === 2 ? 0 : Number.parseInt(part, 16);
      if (/^0[0-7]*$/.test(part)) return Number.parseInt(part, 8);
      return /^\d+$/.test(part) && !part.startsWith("0") ? Number(part) : NaN;
    }

    // The address of a host that ends with a number, or undefined if it is a name.
    function ipv4(host) {
      const parts = host.split(".");
      if (parts.length > 1 && parts[parts.length - 1] === "") parts.pop();
      const last = parts[parts.length - 1];
      if (!/^\d+$/.test(last) && !/^0x[0-9a-f]*$/i.test(last)) return undefined;
      const numbers = parts.map(ipv4Number);
      const address = numbers.pop();
      const isTooLarge = numbers.some(number => !(number <= 255)) || !(address < 256 ** (4 - numbers.length));
      if (parts.length > 4 || isTooLarge) throw invalid(host);
      let value = address;
      numbers.forEach((number, index) => { value += number * 256 ** (3 - index); });
      return [24, 16, 8, 0].map(shift => Math.floor(value / 2 ** shift) % 256).join(".");
    }

    function ipv6(text) {
      let source = text;
      const dotted = /(^|:)(\d+\.\d+\.\d+\.\d+)$/.exec(source);
      if (dotted) {
        const bytes = dotted[2].split(".").map(
          part => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256 ? Number(part) : NaN
        );
        if (bytes.some(Number.isNaN)) throw invalid(text);
        source = source.slice(0, -dotted[2].length)
          + [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]].map(part => part.toString(16)).join(":");
      }
      const halves = source.split("::");
      const pieces = halves.map(half => half === "" ? [] : half.split(":"));
      const count = pieces.reduce((sum, list) => sum + list.length, 0);
      const isHex = pieces.flat().every(piece => /^[0-9a-f]{1,4}$/i.test(piece));
      if (!isHex || halves.length > 2 || (halves.length === 2 ? count > 7 : count !== 8)) throw invalid(text);
      const all = halves.length === 2 ? [...pieces[0], ...Array(8 - count).fill("0"), ...pieces[1]] : pieces[0];
      const numbers = all.map(piece => Number.parseInt(piece, 16).toString(16));
      let best = [0, 1];
      for (let i = 0; i < 8; i++) {
        let length = 0;
        while (i + length < 8 && numbers[i + length] === "0") length++;
        if (length > best[1]) best = [i, length];
      }
      if (best[1] < 2) return `[${numbers.join(":")}]`;
      return `[${numbers.slice(0, best[0]).join(":")}::${numbers.slice(best[0] + best[1]).join(":")}]`;
    }

    function isBadLabel(label) {
      if (!label.startsWith("xn--")) return false;
      try { return !/[^\0-\x7f]/.test(use("punycode").decode(label.slice(4))); } catch { return true; }
    }

    function host(text, special) {
      if (text.startsWith("[")) {
        if (!text.endsWith("]")) throw invalid(text);
        return ipv6(text.slice(1, -1));
      }
      if (!special) {
        if (/[\0\t\n\r #/:<>?@[\\\]^|]/.test(text)) throw invalid(text);
        return percent.escape(text, percent.control);
      }
      const plain = percent.unescape(text).normalize("NFKC").toLowerCase().replace(/[\xad\u200b\u2060\ufeff]/g, "");
      if (/[\ufdd0-\ufdef\ufffd-\uffff]/.test(plain)) throw invalid(text);
      const name = use("punycode").toASCII(plain);
      if (name === "" || /[\0-\x20#%/:<>?@[\\\]^|\x7f]/.test(name) || name.split(".").some(isBadLabel)) {
        throw invalid(text);
      }
      return ipv4(name) || name;
    }

    const isDrive = text => /^[a-z][:|]$/i.test(text);

    function pathOf(text, special, start, scheme) {
      const segments = start.slice();
      const parts = (special ? text.replace(/\\/g, "/") : text).split("/");
      parts.forEach((part, index) => {
        const plain = part.replace(/%2e/gi, ".");
        const isLast = index === parts.length - 1;
        if (plain === "..") {
          if (!(scheme === "file:" && segments.length === 1 && isDrive(segments[0]))) segments.pop();
          if (isLast) segments.push("");
        } else if (plain === ".") {
          if (isLast) segments.push("");
        } else {
          const escaped = percent.escape(part, percent.path);
          segments.push(scheme === "file:" && segments.length === 0 && isDrive(escaped) ? `${escaped[0]}:` : escaped);
        }
      });
      return segments;
    }

    function setAuthority(url, text) {
      const at = text.lastIndexOf("@");
      if (at >= 0) {
        const credentials = text.slice(0, at);
        const colon = credentials.indexOf(":");
        url.username = percent.escape(colon < 0 ? credentials : credentials.slice(0, colon), percent.user);
        url.password = colon < 0 ? "" : percent.escape(credentials.slice(colon + 1), percent.user);
      }
      const [, name, port] = /^(\[.*?\]|[^:]*)(?::(.*))?$/.exec(text.slice(at + 1)) || [];
      const needsName = at >= 0 || port !== undefined || isSpecial(url.scheme) && url.scheme !== "file:";
      if (name === undefined || name === "" && needsName) throw invalid(text);
      url.host = name === "" ? "" : host(name, isSpecial(url.scheme));
      if (url.scheme === "file:" && url.host === "localhost") url.host = "";
      if (port !== undefined && url.scheme === "file:") throw invalid(text);
      if (port) setPort(url, port);
    }

    function setPort(url, text) {
      if (!/^\d+$/.test(text) || Number(text) > 65535) throw invalid(text);
      url.port = String(Number(text)) === ports[url.scheme] ? "" : String(Number(text));
    }

    function split(text) {
      const [, rest, , fragment] = /^([^#]*)(#([^]*))?$/.exec(text);
      const [, start, , query] = /^([^?]*)(\?([^]*))?$/.exec(rest);
      return { start, query, fragment };
    }

    const escapeQuery = (text, scheme) => percent.escape(
      text, isSpecial(scheme) ? percent.specialQuery : percent.query
    );

    function parse(input, base) {
      const text = input.replace(/^[\0-\x20]+|[\0-\x20]+$/g, "").replace(/[\t\n\r]/g, "");
      const { start, query, fragment } = split(text);
      const found = /^([a-z][a-z0-9+.-]*:)([^]*)$/i.exec(start);
      const scheme = found ? found[1].toLowerCase() : base ? base.scheme : undefined;
      if (scheme === undefined) throw invalid(input);
      const isRelative = !found || base && isSpecial(scheme) && base.scheme === scheme && !/^[/\\]{2}/.test(found[2]);
      const rest = found ? found[2] : start;
      const url = {
        scheme, username: "", password: "", host: null, port: "", path: [], opaque: undefined, query: null,
        fragment: null,
      };
      if (query !== undefined) url.query = escapeQuery(query, scheme);
      if (fragment !== undefined) url.fragment = percent.escape(fragment, percent.fragment);
      fill(url, rest, isRelative ? base : undefined, query === undefined, input);
      return url;
    }

    function fill(url, rest, base, hasNoQuery, input) {
      const special = isSpecial(url.scheme);
      const text = special ? rest.replace(/\\/g, "/") : rest;
      if (base && base.opaque !== undefined) {
        if (text !== "" || !hasNoQuery || url.fragment === null) throw invalid(input);
        url.opaque = base.opaque;
        url.query = base.query;
      } else if (base && !text.startsWith("/")) {
        Object.assign(url, { username: base.username, password: base.password, host: base.host, port: base.port });
        if (text === "" && hasNoQuery) url.query = base.query;
        if (url.scheme === "file:" && /^[a-z][:|](\/|$)/i.test(text)) url.path = pathOf(text, special, [], url.scheme);
        else url.path = text === "" ? base.path.slice() : pathOf(text, special, base.path.slice(0, -1), url.scheme);
      } else if (base && !text.startsWith("//")) {
        Object.assign(url, { username: base.username, password: base.password, host: base.host, port: base.port });
        const drive = url.scheme === "file:"
          && base.path.length > 0 && isDrive(base.path[0]) && !/^\/[a-z][:|]/i.test(text)
          ? [base.path[0]]
          : [];
        url.path = pathOf(text.slice(1), special, drive, url.scheme);
      } else if (text.startsWith("//") || special && url.scheme !== "file:") {
        const [, authority, path] = /^([^/]*)([^]*)$/.exec(
          special && url.scheme !== "file:" ? text.replace(/^\/*/, "") : text.slice(2)
        );
        if (url.scheme === "file:" && isDrive(authority)) {
          url.host = "";
          url.path = pathOf(authority + path, special, [], url.scheme);
        } else {
          setAuthority(url, authority);
          if (path !== "" || special) url.path = pathOf(path.slice(1), special, [], url.scheme);
        }
      } else if (text.startsWith("/") || special) {
        if (special) url.host = "";
        url.path = pathOf(text.replace(/^\//, ""), special, [], url.scheme);
      } else {
        // A space at the end would be lost when the text is parsed again.
        url.opaque = percent.escape(text, percent.control).replace(
          / $/, url.query !== null || url.fragment !== null ? "%20" : " "
        );
      }
    }

    class URL {
      #url; #params;
      constructor(input, base) {
        this.#url = parse(String(input), base === undefined ? undefined : parse(String(base)));
        this.#params = new URLSearchParams();
        this.#connect();
      }
      #connect() {
        URLSearchParams.connect(this.#params, this.#url.query || "", () => {
          this.#url.query = this.#params.toString() || null;
        });
      }
      #change(change) {
        try { change(this.#url); } catch { /* As in browsers, a part that is not valid is ignored. */ }
      }
      static canParse(input, base) { try { return Boolean(new URL(input, base)); } catch { return false; } }
      static parse(input, base) { try { return new URL(input, base); } catch { return null; } }
      get href() {
        const url = this.#url;
        const credentials = url.username + (url.password ? `:${url.password}` : "");
        const authority = url.host === null
          ? (url.opaque === undefined && url.path.length > 1 && url.path[0] === "" ? "/." : "")
          : `//${credentials ? `${credentials}@` : ""}${this.host}`;
        const query = url.query === null ? "" : `?${url.query}`, fragment = url.fragment === null ? "" : `#${url.fragment}`;
        return url.scheme + authority + this.pathname + query + fragment;
      }
      set href(value) { this.#url = parse(String(value)); this.#connect(); }
      get origin() {
        return isSpecial(this.#url.scheme) && this.#url.scheme !== "file:"
          ? `${this.#url.scheme}//${this.host}`
          : "null";
      }
      get protocol() { return this.#url.scheme; }
      set protocol(value) {
        const scheme = String(value).replace(/:.*$/s, "").toLowerCase() + ":";
        if (/^[a-z][a-z0-9+.-]*:$/.test(scheme) && isSpecial(scheme) === isSpecial(this.#url.scheme)) {
          this.#url.scheme = scheme;
          if (this.#url.port === ports[scheme]) this.#url.port = "";
        }
      }
      get username() { return this.#url.username; }
      set username(value) { if (this.#url.host) this.#url.username = percent.escape(String(value), percent.user); }
      get password() { return this.#url.password; }
      set password(value) { if (this.#url.host) this.#url.password = percent.escape(String(value), percent.user); }
      get host() { return (this.#url.host || "") + (this.#url.port ? `:${this.#url.port}` : ""); }
      set host(value) {
        this.#change(url => {
          if (url.opaque === undefined) {
            const changed = { ...url, username: "", password: "" };
            setAuthority(changed, String(value).split(/[/?#]/)[0]);
            url.host = changed.host;
            url.port = changed.port;
          }
        });
      }
      get hostname() { return this.#url.host || ""; }
      set hostname(value) {
        this.#change(url => {
          if (url.opaque === undefined) url.host = host(String(value).split(/[/?#:]/)[0], isSpecial(url.scheme));
        });
      }
      get port() { return this.#url.port; }
      set port(value) {
        this.#change(url => {
          if (!url.host) return;
          const digits = /^\d*/.exec(String(value))[0];
          if (String(value) === "") url.port = "";
          else if (digits) setPort(url, digits);
        });
      }
      get pathname() {
        return this.#url.opaque !== undefined ? this.#url.opaque : this.#url.path.map(part => `/${part}`).join("");
      }
      set pathname(value) {
        if (this.#url.opaque === undefined) {
          this.#url.path = pathOf(
            String(value).replace(/^[/\\]/, "").replace(/[?#]/g, character => character === "?" ? "%3F" : "%23"),
            isSpecial(this.#url.scheme), [], this.#url.scheme
          );
        }
      }
      get search() { return this.#url.query ? `?${this.#url.query}` : ""; }
      set search(value) {
        const text = String(value);
        this.#url.query = text === "" ? null : escapeQuery(text.replace(/^\?/, ""), this.#url.scheme);
        this.#connect();
      }
      get searchParams() { return this.#params; }
      get hash() { return this.#url.fragment ? `#${this.#url.fragment}` : ""; }
      set hash(value) {
        const text = String(value);
        this.#url.fragment = text === "" ? null : percent.escape(text.replace(/^#/, ""), percent.fragment);
      }
      toString() { return this.href; }
      toJSON() { return this.href; }
      get [Symbol.toStringTag]() { return "URL"; }
      [Symbol.for("nodejs.util.inspect.custom")]() {
        return {
          href: this.href, origin: this.origin, protocol: this.protocol, username: this.username,
          password: this.password, host: this.host, hostname: this.hostname, port: this.port, pathname: this.pathname,
          search: this.search, hash: this.hash,
        };
      }
    }

    return { URL, URLSearchParams };
  });

  // RFC 3492.
  define("punycode", () => {
    const base = 36, shortest = 1, longest = 26, skew = 38, damp = 700;

    function adapt(delta, count, isFirst) {
      let rest = isFirst ? Math.floor(delta / damp) : delta >> 1;
      rest += Math.floor(rest / count);
      let k = 0;
      for (; rest > (base - shortest) * longest >> 1; k += base) rest = Math.floor(rest / (base - shortest));
      return k + Math.floor((base - shortest + 1) * rest / (rest + skew));
    }

    const digit = value => String.fromCharCode(value < 26 ? 97 + value : 22 + value);
    const threshold = (k, bias) => k <= bias ? shortest : k >= bias + longest ? longest : k - bias;

    function encode(text) {
      const codes = Array.from(text, character => character.codePointAt(0));
      let output = codes.filter(code => code < 128).map(code => String.fromCharCode(code)).join("");
      const basic = output.length;
      let handled = basic, n = 128, delta = 0, bias = 72;
      if (basic > 0) output += "-";
      while (handled < codes.length) {
        const next = Math.min(...codes.filter(code => code >= n));
        delta += (next - n) * (handled + 1);
        n = next;
        for (const code of codes) {
          if (code < n) delta++;
          if (code !== n) continue;
          let q = delta;
          for (let k = base; ; k += base) {
            const t = threshold(k, bias);
            if (q < t) break;
            output += digit(t + (q - t) % (base - t));
            q = Math.floor((q - t) / (base - t));
          }
          output += digit(q);
          bias = adapt(delta, handled + 1, handled === basic);
          delta = 0;
          handled++;
        }
        delta++;
        n++;
      }
      return output;
    }

    function decode(text) {
      const split = text.lastIndexOf("-");
      const output = Array.from(split > 0 ? text.slice(0, split) : "", character => character.charCodeAt(0));
      let n = 128, i = 0, bias = 72;
      for (let place = split > 0 ? split + 1 : 0; place < text.length;) {
        const old = i;
        for (let weight = 1, k = base; ; k += base) {
          const character = text.charCodeAt(place++);
          const value = character >= 48 && character < 58
            ? character - 22
            : (character | 32) >= 97 && (character | 32) < 123
            ? (character | 32) - 97
            : base;
          if (value >= base) throw new RangeError("Invalid input");
          i += value * weight;
          const t = threshold(k, bias);
          if (value < t) break;
          weight *= base - t;
        }
        bias = adapt(i - old, output.length + 1, old === 0);
        n += Math.floor(i / (output.length + 1));
        i %= output.length + 1;
        output.splice(i++, 0, n);
      }
      return String.fromCodePoint(...output);
    }

    const labels = (text, change) => text.replace(/[\u3002\uff0e\uff61]/g, ".").split(".").map(change).join(".");
    return {
      encode, decode,
      toASCII: text => labels(text, label => /[^\0-\x7f]/.test(label) ? `xn--${encode(label)}` : label),
      toUnicode: text => labels(text, label => label.startsWith("xn--") ? decode(label.slice(4).toLowerCase()) : label),
      ucs2: {
        decode: text => Array.from(text, character => character.codePointAt(0)),
        encode: codes => String.fromCodePoint(...codes),
      },
    };
  });

  define("clone", () => {
    const failure = value => Object.assign(
      new Error(
        `${typeof value === "symbol" ? String(value) : typeof value === "function" ? "A function" : "The value"} cannot be cloned`
      ),
      { name: "DataCloneError", code: 25 }
    );
    const errors = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

    function clone(value, seen) {
      if (typeof value === "function" || typeof value === "symbol") throw failure(value);
      if (value === null || typeof value !== "object") return value;
      if (seen.has(value)) return seen.get(value);
      const keep = copy => { seen.set(value, copy); return copy; };
      if (value instanceof Date) return keep(new Date(value.getTime()));
      if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
      if (value instanceof ArrayBuffer) return keep(value.slice(0));
      if (ArrayBuffer.isView(value)) {
        const buffer = clone(value.buffer, seen);
        return keep(new value.constructor(
          buffer, value.byteOffset, value.length === undefined ? value.byteLength : value.length
        ));
      }
      if (value instanceof Number || value instanceof String || value instanceof Boolean) {
        return keep(Object(value.valueOf()));
      }
      if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) throw failure(value);
      return filled(value, keep, seen);
    }

    function filled(value, keep, seen) {
      if (value instanceof Map) {
        const copy = keep(new Map());
        for (const [key, item] of [...value]) copy.set(clone(key, seen), clone(item, seen));
        return copy;
      }
      if (value instanceof Set) {
        const copy = keep(new Set());
        for (const item of [...value]) copy.add(clone(item, seen));
        return copy;
      }
      if (value instanceof Error) {
        const copy = keep(new (errors[value.name] || Error)(value.message));
        copy.stack = value.stack;
        if ("cause" in value) copy.cause = clone(value.cause, seen);
        return copy;
      }
      const copy = keep(Array.isArray(value) ? new Array(value.length) : {});
      for (const key of Object.keys(value)) copy[key] = clone(value[key], seen);
      return copy;
    }

    return value => clone(value, new Map());
  });

  // Random numbers from the seed that the program gives with the job: ChaCha20's block function (RFC 8439) in counter mode.
  define("random", use => {
    const { hex, fromHex } = use("text");
    const seed = use("job").state.seed;
    const state = new Uint32Array(16);
    state.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    if (seed) {
      const bytes = new Uint8Array(48);
      bytes.set(fromHex(seed).subarray(0, 44));
      state.set(new Uint32Array(bytes.buffer).subarray(0, 8), 4);
      state.set(new Uint32Array(bytes.buffer).subarray(8, 11), 13);
    } else {
      for (let i = 4; i < 16; i++) state[i] = Math.random() * 2 ** 32;
    }
    state[12] = 0;
    let block = new Uint8Array(), used = 0;

    const rotate = (value, count) => value << count | value >>> 32 - count;
    function quarter(s, a, b, c, d) {
      s[a] += s[b]; s[d] = rotate(s[d] ^ s[a], 16);
      s[c] += s[d]; s[b] = rotate(s[b] ^ s[c], 12);
      s[a] += s[b]; s[d] = rotate(s[d] ^ s[a], 8);
      s[c] += s[d]; s[b] = rotate(s[b] ^ s[c], 7);
    }

    function nextBlock() {
      const s = state.slice();
      for (let round = 0; round < 10; round++) {
        quarter(s, 0, 4, 8, 12); quarter(s, 1, 5, 9, 13); quarter(s, 2, 6, 10, 14); quarter(s, 3, 7, 11, 15);
        quarter(s, 0, 5, 10, 15); quarter(s, 1, 6, 11, 12); quarter(s, 2, 7, 8, 13); quarter(s, 3, 4, 9, 14);
      }
      for (let i = 0; i < 16; i++) s[i] += state[i];
      state[12]++;
      block = new Uint8Array(s.buffer);
      used = 0;
    }

    function bytes(count) {
      const output = new Uint8Array(count);
      for (let i = 0; i < count; i++) {
        if (used === block.length) nextBlock();
        output[i] = block[used++];
      }
      return output;
    }

    function uuid() {
      const value = bytes(16);
      value[6] = value[6] & 0x0f | 0x40;
      value[8] = value[8] & 0x3f | 0x80;
      return hex(value).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    }

    return { bytes, uuid };
  });

  define("performance", () => {
    const start = host.now();
    return { now: () => host.now() - start, timeOrigin: Date.now() };
  });

  define("webCrypto", use => {
    const { bytes, uuid } = use("random");
    const crypto = {
      randomUUID: uuid,
      // Bruno's scripts have this function of Node.
      randomBytes: size => use("buffer").Buffer.from(bytes(size)),
      getRandomValues(array) {
        if (!ArrayBuffer.isView(array) || array instanceof DataView) {
          throw new TypeError("crypto.getRandomValues needs a typed array of integers");
        }
        if (array.byteLength > 65536) {
          throw new RangeError("crypto.getRandomValues gives at most 65536 bytes at a time");
        }
        new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(bytes(array.byteLength));
        return array;
      },
    };
    Object.defineProperty(crypto, "subtle", {
      enumerable: true, configurable: true,
      get() {
        throw new Error(
          "crypto.subtle is not available in scripts; use require(\"crypto-js\") for digests, HMAC and AES"
        );
      },
    });
    return crypto;
  });
});
