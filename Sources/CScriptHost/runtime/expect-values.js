// How assertions see values: their type, their text in messages, and deep equality. As chai 4.4 does.
(function (runtime) {
  "use strict";
  const { defineLasting } = runtime;

  defineLasting("expect/type", () => {
    const { toString } = Object.prototype;
    // "null", "string", "Array", "Map" …
    return value => value === null
      ? "null"
      : typeof value === "object"
      ? toString.call(value).slice(8, -1)
      : typeof value;
  });

  // The text of a value, cut to a width.
  defineLasting("expect/inspect", use => {
    const typeOf = use("expect/type");
    const tail = "…";
    const escapes = { "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", "'": "\\'", "\\": "\\\\" };

    function cut(text, width, end = tail) {
      if (text.length <= width || text.length <= end.length) return text;
      return end.length > width ? end : text.slice(0, width - end.length) + end;
    }

    const escaped = character => escapes[character] || `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    const unsafe = /['\\\x00-\x1f\x7f-\x9f\xad\u0600-\u0604\u070f\u17b4\u17b5\u200c-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff0-\uffff]/g;
    const text = (value, width) => `'${cut(value.replace(unsafe, escaped), width - 2)}'`;

    // A function as it was before a class: its name if it has one.
    function func(value, width) {
      const tag = value[Symbol.toStringTag] || "Function";
      return value.name ? `[${tag} ${cut(value.name, width - tag.length - 3)}]` : `[${tag}]`;
    }

    function numeric(value, width) {
      return value === 0 ? (Object.is(value, -0) ? "-0" : "+0") : cut(String(value), width);
    }

    function date(value, width) {
      const parts = value.toJSON();
      if (parts === null) return "Invalid Date";
      const [day, time] = parts.split("T");
      return `${day}T${cut(time, width - day.length - 1)}`;
    }

    function regexp(value, width) {
      const flags = value.toString().split("/").pop();
      return `/${cut(value.source, width - (2 + flags.length))}/${flags}`;
    }

    // Writes the items of a list. What has no room is counted: `…(3)`. An item that is written before its turn, to see whether it
    // fits, has the room that the one before it left.
    function list(items, width, write, separator = ", ") {
      let output = "", peeked = "";
      for (let index = 0; index < items.length; index++) {
        const left = items.length - index;
        const isLast = left === 1, isNextToLast = left === 2;
        const mark = `${tail}(${left})`;
        const room = { left: width - output.length - (isLast ? 0 : separator.length) };
        const item = peeked || write(items[index], room) + (isLast ? "" : separator);
        const length = output.length + item.length, marked = length + mark.length;
        if (isLast && length > width && output.length + mark.length <= width) return output + mark;
        if (!isLast && !isNextToLast && marked > width) return output + mark;
        peeked = isLast ? "" : write(items[index + 1], room) + (isNextToLast ? "" : separator);
        if (isNextToLast && marked > width && length + peeked.length > width) return output + mark;
        output += item;
        if (!isLast && !isNextToLast && length + peeked.length >= width) return `${output}${tail}(${left - 1})`;
      }
      return output;
    }

    function keyText(key) {
      if (typeof key === "symbol") return `[${String(key)}]`;
      return /^[a-z_]\w*$/i.test(key)
        ? key
        : JSON.stringify(key).replace(/'/g, "\\'").replace(/\\"/g, '"').replace(/^"|"$/g, "'");
    }

    class Writer {
      constructor(depth) { this.depth = depth; this.seen = []; }

      property(key, value, room) {
        const name = keyText(key);
        room.left -= name.length + 2;
        return `${name}: ${this.value(value, room.left)}`;
      }

      properties(object, keys, width) {
        return list(
          keys.map(key => [key, object[key]]), width, ([key, value], room) => this.property(key, value, room)
        );
      }

      array(value, width, name = "") {
        const keys = Object.keys(value).slice(value.length);
        if (value.length === 0 && keys.length === 0) return `${name}[]`;
        let room = width - 4 - name.length;
        const items = list(Array.from(value), room, (item, { left }) => this.value(item, left));
        room -= items.length;
        const rest = this.properties(value, keys, room);
        return `${name}[ ${items}${rest ? `, ${rest}` : ""} ]`;
      }

      object(value, width) {
        const keys = Object.getOwnPropertyNames(value).filter(
          key => Object.prototype.propertyIsEnumerable.call(value, key)
        );
        const symbols = Object.getOwnPropertySymbols(value);
        if (keys.length === 0 && symbols.length === 0) return "{}";
        if (this.seen.includes(value)) return "[Circular]";
        this.seen.push(value);
        const room = width - 4;
        const named = this.properties(value, keys, room);
        const rest = this.properties(value, symbols, room - named.length);
        this.seen.pop();
        return `{ ${named}${named && rest ? ", " : ""}${rest} }`;
      }

      instance(value, width) {
        const tag = value[Symbol.toStringTag];
        const name = typeof tag === "string" && tag !== "" ? tag : value.constructor.name || "<Anonymous Class>";
        return `${name}${this.object(value, width - name.length)}`;
      }

      map(value, width) {
        if (value.size === 0) return "Map{}";
        return `Map{ ${list([...value], width - 7, ([key, item], room) => {
          const name = this.value(key, room.left - 4);
          room.left -= 4 + name.length;
          return `${name} => ${this.value(item, room.left)}`;
        })} }`;
      }

      set(value, width) {
        return value.size === 0
          ? "Set{}"
          : `Set{ ${list([...value], width - 7, (item, { left }) => this.value(item, left))} }`;
      }

      typed(value, width) {
        const name = value.constructor.name;
        if (value.length === 0) return `${name}[]`;
        return `${name}[ ${list(Array.from(value), width - name.length - 4, (item, { left }) => cut(String(item), left))} ]`;
      }

      error(value, width) {
        const hidden = [
          "stack", "line", "column", "sourceURL", "name", "message", "fileName", "lineNumber", "columnNumber", "number",
          "description",
        ];
        const keys = Object.keys(value).filter(key => !hidden.includes(key));
        const name = value.name;
        let room = width - name.length;
        let message = "";
        if (typeof value.message === "string") message = cut(value.message, room);
        if (message) message = `: ${message}`;
        room -= message.length + 5;
        const rest = this.properties(value, keys, room);
        return `${name}${message}${rest ? ` { ${rest} }` : ""}`;
      }

      value(value, width) {
        const kind = typeOf(value);
        switch (kind) {
          case "undefined": case "null": case "boolean": case "Boolean": return String(value);
          case "number": case "Number": return numeric(typeof value === "number" ? value : value.valueOf(), width);
          case "bigint": case "BigInt": return `${cut(String(value), width - 1)}n`;
          case "string": case "String": return text(String(value), width);
          case "function": case "Function": return func(value, width);
          case "symbol": case "Symbol": return String(value);
          case "Array": return this.guarded(value, () => this.array(value, width));
          case "Arguments": return `Arguments${this.array(value, width - 9)}`;
          case "Date": return date(value, width);
          case "RegExp": return regexp(value, width);
          case "Map": return this.guarded(value, () => this.map(value, width));
          case "Set": return this.guarded(value, () => this.set(value, width));
          case "Promise": return "Promise{…}";
          case "WeakSet": case "WeakMap": return `${kind}{…}`;
          case "Error": return this.guarded(value, () => this.error(value, width));
          case "Generator": case "DataView": case "ArrayBuffer": return "";
          default: return ArrayBuffer.isView(value) ? this.typed(value, width) : this.other(value, width);
        }
      }

      // Keeps arrays and maps that contain themselves from going on for ever.
      guarded(value, write) {
        if (this.seen.includes(value)) return "[Circular]";
        this.seen.push(value);
        try { return write(); } finally { this.seen.pop(); }
      }

      other(value, width) {
        for (const key of [Symbol.for("chai/inspect"), Symbol.for("nodejs.util.inspect.custom"), "inspect"]) {
          if (typeof value[key] === "function") {
            // Node gives its function a third value, which chai omits: the function for the values inside.
            const output = value[key](this.depth, {}, inner => this.value(inner, width));
            if (output) return typeof output === "string" ? output : this.value(output, width);
          }
        }
        const prototype = Object.getPrototypeOf(value);
        const isPlain = prototype === Object.prototype || prototype === null;
        if (isPlain || !("constructor" in value) || value.constructor === Object) return this.object(value, width);
        return this.instance(value, width);
      }
    }

    const inspect = (value, width) => new Writer(2).value(value, width || Infinity);

    // The text of a value in a message. A long one is reduced to its kind.
    function display(value, width) {
      const shown = inspect(value, width);
      if (!width || shown.length < width) return shown;
      const kind = Object.prototype.toString.call(value);
      if (kind === "[object Function]") return value.name ? `[Function: ${value.name}]` : "[Function]";
      if (kind === "[object Array]") return `[ Array(${value.length}) ]`;
      if (kind === "[object Object]") {
        const keys = Object.keys(value);
        return `{ Object (${keys.length > 2 ? `${keys.slice(0, 2).join(", ")}, ...` : keys.join(", ")}) }`;
      }
      return shown;
    }

    return { inspect, display };
  });

  defineLasting("expect/equal", use => {
    const typeOf = use("expect/type");

    function keysOf(value) {
      const keys = [];
      for (const key in value) keys.push(key);
      const symbols = Object.getOwnPropertySymbols(value).filter(
        key => Object.getOwnPropertyDescriptor(value, key).enumerable
      );
      return { keys: keys.sort(), symbols };
    }

    function sameEntries(left, right, pairs) {
      if (left.size !== right.size) return false;
      const compare = (one, other) => one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : 0;
      const lists = [left, right].map(
        collection => collection instanceof Map ? [...collection].sort(compare) : [...collection].sort()
      );
      return sameItems(lists[0], lists[1], pairs);
    }

    function sameItems(left, right, pairs) {
      if (left.length !== right.length) return false;
      for (let i = 0; i < left.length; i++) if (!equal(left[i], right[i], pairs)) return false;
      return true;
    }

    function sameProperties(left, right, pairs) {
      const [one, other] = [keysOf(left), keysOf(right)];
      if (one.keys.length !== other.keys.length || one.symbols.length !== other.symbols.length) return false;
      if (one.keys.some((key, index) => key !== other.keys[index])) return false;
      if (one.symbols.some(key => !other.symbols.includes(key))) return false;
      if (one.keys.length > 0 || one.symbols.length > 0) {
        return [...one.keys, ...one.symbols].every(key => equal(left[key], right[key], pairs));
      }
      if (typeof left[Symbol.iterator] === "function" && typeof right[Symbol.iterator] === "function") {
        return sameItems([...left], [...right], pairs);
      }
      return true;
    }

    function sameError(left, right, pairs) {
      return ["name", "message", "code"].every(key => equal(left[key], right[key], pairs));
    }

    function compareAs(type, left, right, pairs) {
      switch (type) {
        case "String": case "Number": case "Boolean": case "Date": return equal(left.valueOf(), right.valueOf(), pairs);
        case "Promise": case "Symbol": case "function": case "WeakMap": case "WeakSet": return left === right;
        case "Error": return sameError(left, right, pairs);
        case "Arguments": case "Array": return sameItems(left, right, pairs);
        case "RegExp": return left.toString() === right.toString();
        case "Map": case "Set": return sameEntries(left, right, pairs);
        case "ArrayBuffer": return sameItems(new Uint8Array(left), new Uint8Array(right), pairs);
        case "DataView": return sameItems(
          new Uint8Array(left.buffer, left.byteOffset, left.byteLength),
          new Uint8Array(right.buffer, right.byteOffset, right.byteLength), pairs
        );
        default: return ArrayBuffer.isView(left) ? sameItems(left, right, pairs) : sameProperties(left, right, pairs);
      }
    }

    const isObject = value => value !== null && (typeof value === "object" || typeof value === "function");

    function equal(left, right, pairs) {
      const compared = pairs.comparator && pairs.comparator(left, right);
      if (typeof compared === "boolean") return compared;
      if (left === right) return left !== 0 || 1 / left === 1 / right;
      if (left !== left && right !== right) return true;
      if (!isObject(left) || !isObject(right)) return false;
      const type = typeOf(left);
      if (type !== typeOf(right)) return false;
      if (pairs.some(pair => pair[0] === left && pair[1] === right)) return true;
      pairs.push([left, right]);
      const result = compareAs(type, left, right, pairs);
      pairs.pop();
      return result;
    }

    // `options.comparator` decides about two values, at any depth, or returns null.
    return (left, right, options) => {
      const pairs = [];
      if (options && options.comparator) pairs.comparator = options.comparator;
      return equal(left, right, pairs);
    };
  });

  // `a.b[0].c`. A backslash takes the meaning from a dot or a bracket.
  defineLasting("expect/path", () => {
    function parse(path) {
      const keys = [];
      for (const part of path.replace(/([^\\])\[/g, "$1.[").match(/(\\\.|[^.]+?)+/g) || []) {
        if (part === "constructor" || part === "__proto__" || part === "prototype") continue;
        const index = /^\[(\d+)\]$/.exec(part);
        keys.push(index ? index[1] : part.replace(/\\([.[\]])/g, "$1"));
      }
      return keys;
    }

    return {
      parse,
      // The object that has the last key, the key, whether it is there, and its value.
      find(object, path) {
        const keys = parse(path);
        const name = keys.pop();
        let parent = object;
        for (const key of keys) {
          if (parent === null || parent === undefined) break;
          parent = parent[key];
        }
        const exists = parent !== null && parent !== undefined && name !== undefined && name in Object(parent);
        return { parent, name, exists, value: exists ? parent[name] : undefined };
      },
    };
  });
});
