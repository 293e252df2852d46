// The part of moment that scripts use. The whole library is used where its Debian package is installed.
(function () {
  "use strict";
  const { define } = __runtime;

  define("moment", () => {
    const months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ];
    const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
    const lengths = { millisecond: 1, second: 1000, minute: 60000, hour: 3600000, day: 86400000, week: 604800000 };
    const short = {
      ms: "millisecond", s: "second", m: "minute", h: "hour", d: "day", w: "week", M: "month", y: "year", Q: "quarter",
    };
    const unitOf = unit => short[unit] || String(unit === undefined ? "millisecond" : unit).toLowerCase().replace(/s$/, "");
    const padded = (number, length = 2) => String(Math.trunc(Math.abs(number))).padStart(length, "0");
    const endings = ["th", "st", "nd", "rd"];
    const ordinal = number => `${number}${endings[(number % 100 - 20) % 10] || endings[number % 100] || "th"}`;
    const token = /\[([^\]]*)\]|YYYY|YY|Q|MMMM|MMM|MM|Mo|M|DDDD|DDD|DD|Do|D|dddd|ddd|dd|d|E|WW|W|HH|H|hh|h|kk|k|A|a|mm|m|ss|s|S{1,3}|ZZ|Z|X|x|./g;

    class Moment {
      constructor(date, isUTC = false) { this.instant = date; this.isUTC = isUTC; }
      #get(name) { return this.instant[`get${this.isUTC ? "UTC" : ""}${name}`](); }
      #set(name, ...values) { this.instant[`set${this.isUTC ? "UTC" : ""}${name}`](...values); return this; }
      clone() { return new Moment(new Date(this.instant), this.isUTC); }
      isValid() { return !Number.isNaN(this.instant.getTime()); }
      valueOf() { return this.instant.getTime(); }
      unix() { return Math.floor(this.valueOf() / 1000); }
      toDate() { return new Date(this.instant); }
      toISOString() { return this.isValid() ? this.instant.toISOString() : null; }
      toJSON() { return this.toISOString(); }
      toString() { return this.format("ddd MMM DD YYYY HH:mm:ss [GMT]ZZ"); }
      utc() { this.isUTC = true; return this; }
      local() { this.isUTC = false; return this; }
      utcOffset() { return this.isUTC ? 0 : -this.instant.getTimezoneOffset(); }
      week() { return this.isoWeek(); }
      isoWeek() {
        const thursday = this.clone().startOf("day").add(4 - (this.day() || 7), "day");
        return 1 + Math.floor((thursday.dayOfYear() - 1) / 7);
      }
      dayOfYear() { return Math.round((this.clone().startOf("day") - this.clone().startOf("year")) / lengths.day) + 1; }
      quarter() { return Math.floor(this.month() / 3) + 1; }
      daysInMonth() { return new Date(Date.UTC(this.year(), this.month() + 1, 0)).getUTCDate(); }
      // A getter without a value, else a setter.
      #field(name, value) { return value === undefined ? this.#get(name) : this.#set(name, value); }
      year(value) { return this.#field("FullYear", value); }
      month(value) {
        if (value === undefined) return this.#get("Month");
        const found = months.findIndex(name => name.toLowerCase().startsWith(String(value).toLowerCase()));
        const day = this.date();
        this.#set("Date", 1).#set("Month", typeof value === "string" && found >= 0 ? found : Number(value));
        return this.#set("Date", Math.min(day, this.daysInMonth()));
      }
      date(value) { return this.#field("Date", value); }
      day(value) { return value === undefined ? this.#get("Day") : this.add(value - this.#get("Day"), "day"); }
      isoWeekday() { return this.day() || 7; }
      hour(value) { return this.#field("Hours", value); }
      minute(value) { return this.#field("Minutes", value); }
      second(value) { return this.#field("Seconds", value); }
      millisecond(value) { return this.#field("Milliseconds", value); }
      get(unit) { return this[unitOf(unit)](); }
      set(unit, value) {
        if (typeof unit === "object") Object.keys(unit).forEach(name => this.set(name, unit[name]));
        else this[unitOf(unit)](value);
        return this;
      }
      add(amount, unit) {
        if (amount instanceof Duration) return this.add(amount.asMilliseconds(), "millisecond");
        if (amount !== null && typeof amount === "object") {
          Object.keys(amount).forEach(name => this.add(amount[name], name));
          return this;
        }
        const [count, name] = typeof amount === "string" && Number.isNaN(Number(amount)) ? [unit, amount] : [Number(amount), unit];
        switch (unitOf(name)) {
          case "year": return this.month(this.month() + 12 * count);
          case "quarter": return this.month(this.month() + 3 * count);
          case "month": return this.month(this.month() + count);
          case "week": return this.#set("Date", this.#get("Date") + 7 * count);
          case "day": return this.#set("Date", this.#get("Date") + count);
          default: this.instant.setTime(this.valueOf() + count * lengths[unitOf(name)]); return this;
        }
      }
      subtract(amount, unit) {
        if (amount instanceof Duration) return this.add(-amount.asMilliseconds(), "millisecond");
        if (amount !== null && typeof amount === "object") {
          Object.keys(amount).forEach(name => this.add(-amount[name], name));
          return this;
        }
        return this.add(-amount, unit);
      }
      startOf(unit) {
        const name = unitOf(unit);
        if (name === "year") this.month(0);
        if (name === "quarter") this.month(Math.floor(this.month() / 3) * 3);
        if (["year", "quarter", "month"].includes(name)) this.#set("Date", 1);
        if (name === "week") this.add(-this.day(), "day");
        if (name === "isoweek") this.add(1 - this.isoWeekday(), "day");
        if (["year", "quarter", "month", "week", "isoweek", "day", "date"].includes(name)) return this.#set("Hours", 0, 0, 0, 0);
        if (name === "hour") return this.#set("Minutes", 0, 0, 0);
        return name === "minute" ? this.#set("Seconds", 0, 0) : name === "second" ? this.#set("Milliseconds", 0) : this;
      }
      endOf(unit) {
        const name = unitOf(unit) === "isoweek" ? "week" : unitOf(unit);
        return this.startOf(unit).add(1, name).add(-1, "millisecond");
      }
      diff(other, unit, isExact = false) {
        const that = moment(other), name = unitOf(unit);
        let value;
        if (["month", "year", "quarter"].includes(name)) {
          let whole = 12 * (this.year() - that.year()) + this.month() - that.month();
          const anchor = that.clone().add(whole, "month");
          const next = that.clone().add(whole + (this < anchor ? -1 : 1), "month");
          whole += next - anchor === 0 ? 0 : (this - anchor) / Math.abs(next - anchor);
          value = whole / { month: 1, quarter: 3, year: 12 }[name];
        } else {
          const shift = ["day", "week"].includes(name) ? (this.utcOffset() - that.utcOffset()) * 60000 : 0;
          value = (this - that + shift) / lengths[name];
        }
        return isExact ? value : Math.trunc(value) || 0;
      }
      #compare(other, unit) {
        if (unit === undefined) return this - moment(other);
        return this.clone().startOf(unit) - moment(other).startOf(unit);
      }
      isBefore(other, unit) { return this.#compare(other, unit) < 0; }
      isAfter(other, unit) { return this.#compare(other, unit) > 0; }
      isSame(other, unit) { return this.#compare(other, unit) === 0; }
      isSameOrBefore(other, unit) { return this.#compare(other, unit) <= 0; }
      isSameOrAfter(other, unit) { return this.#compare(other, unit) >= 0; }
      isBetween(from, to, unit) { return this.isAfter(from, unit) && this.isBefore(to, unit); }
      #zone(separator) {
        const offset = this.utcOffset();
        return `${offset < 0 ? "-" : "+"}${padded(offset / 60)}${separator}${padded(offset % 60)}`;
      }
      #token(name) {
        switch (name) {
          case "YYYY": return padded(this.year(), 4);
          case "YY": return padded(this.year() % 100);
          case "Q": return this.quarter();
          case "MMMM": return months[this.month()];
          case "MMM": return months[this.month()].slice(0, 3);
          case "MM": return padded(this.month() + 1);
          case "Mo": return ordinal(this.month() + 1);
          case "M": return this.month() + 1;
          case "DDDD": return padded(this.dayOfYear(), 3);
          case "DDD": return this.dayOfYear();
          case "DD": return padded(this.date());
          case "Do": return ordinal(this.date());
          case "D": return this.date();
          case "dddd": return days[this.day()];
          case "ddd": return days[this.day()].slice(0, 3);
          case "dd": return days[this.day()].slice(0, 2);
          case "d": return this.day();
          case "E": return this.isoWeekday();
          case "WW": return padded(this.isoWeek());
          case "W": return this.isoWeek();
          case "HH": return padded(this.hour());
          case "H": return this.hour();
          case "hh": return padded(this.hour() % 12 || 12);
          case "h": return this.hour() % 12 || 12;
          case "kk": return padded(this.hour() || 24);
          case "k": return this.hour() || 24;
          case "A": return this.hour() < 12 ? "AM" : "PM";
          case "a": return this.hour() < 12 ? "am" : "pm";
          case "mm": return padded(this.minute());
          case "m": return this.minute();
          case "ss": return padded(this.second());
          case "s": return this.second();
          case "SSS": return padded(this.millisecond(), 3);
          case "SS": return padded(this.millisecond() / 10);
          case "S": return Math.floor(this.millisecond() / 100);
          case "ZZ": return this.#zone("");
          case "Z": return this.#zone(":");
          case "X": return this.unix();
          case "x": return this.valueOf();
          default: return name;
        }
      }
      format(pattern) {
        if (!this.isValid()) return "Invalid date";
        if (pattern === undefined) return this.format("YYYY-MM-DDTHH:mm:ss") + (this.isUTC ? "Z" : this.#zone(":"));
        const wholes = {
          L: "MM/DD/YYYY", LL: "MMMM D, YYYY", LT: "h:mm A", LTS: "h:mm:ss A", LLL: "MMMM D, YYYY h:mm A",
          LLLL: "dddd, MMMM D, YYYY h:mm A",
        };
        return (wholes[pattern] || pattern).replace(token, (name, literal) => literal === undefined ? this.#token(name) : literal);
      }
      fromNow() { return new Duration(this - Date.now()).humanize(true); }
      toObject() {
        return {
          years: this.year(), months: this.month(), date: this.date(), hours: this.hour(), minutes: this.minute(),
          seconds: this.second(), milliseconds: this.millisecond(),
        };
      }
      toArray() { return Object.values(this.toObject()); }
    }
    for (const name of ["year", "month", "day", "hour", "minute", "second", "millisecond"]) {
      Moment.prototype[`${name}s`] = function (value) { return this[name](value); };
    }

    class Duration {
      constructor(milliseconds) { this.time = milliseconds; }
      valueOf() { return this.time; }
      as(unit) {
        const name = unitOf(unit);
        return this.time / (lengths[name] || { month: 30.436875, quarter: 91.310625, year: 365.2425 }[name] * lengths.day);
      }
      asMilliseconds() { return this.time; }
      milliseconds() { return Math.trunc(this.time) % 1000; }
      seconds() { return Math.trunc(this.time / 1000) % 60; }
      minutes() { return Math.trunc(this.time / 60000) % 60; }
      hours() { return Math.trunc(this.time / 3600000) % 24; }
      days() { return Math.trunc(this.time / 86400000); }
      toISOString() { return `PT${this.time / 1000}S`; }
      humanize(hasSuffix = false) {
        const unit = ["year", "month", "day", "hour", "minute", "second"].find(name => Math.abs(this.as(name)) >= 1) || "second";
        const count = Math.round(Math.abs(this.as(unit)));
        const text = unit === "second" ? "a few seconds" : count === 1 ? `${unit === "hour" ? "an" : "a"} ${unit}` : `${count} ${unit}s`;
        return hasSuffix ? (this.time > 0 ? `in ${text}` : `${text} ago`) : text;
      }
    }
    for (const name of ["second", "minute", "hour", "day", "week", "month", "year"]) {
      Duration.prototype[`as${name[0].toUpperCase()}${name.slice(1)}s`] = function () { return this.as(name); };
    }

    // Reads a text by the tokens of a format: what a token looks like, and what it sets.
    const readers = [
      [/^YYYY$/, /^\d{4}/, (parts, text) => { parts.year = Number(text); }],
      [/^MM?$/, /^\d{1,2}/, (parts, text) => { parts.month = Number(text); }],
      [/^DD?$/, /^\d{1,2}/, (parts, text) => { parts.day = Number(text); }],
      [/^(?:HH?|hh?)$/, /^\d{1,2}/, (parts, text) => { parts.hour = Number(text); }],
      [/^mm?$/, /^\d{1,2}/, (parts, text) => { parts.minute = Number(text); }],
      [/^ss?$/, /^\d{1,2}/, (parts, text) => { parts.second = Number(text); }],
      [/^SSS$/, /^\d{1,3}/, (parts, text) => { parts.millisecond = Number(text); }],
      [/^MMMM?$/, /^[a-z]+/i, (parts, text) => { parts.month = monthOf(text); }],
      [/^[Aa]$/, /^[ap]m/i, (parts, text) => { parts.isAfternoon = text.toLowerCase() === "pm"; }],
      [/^ZZ?$/, /^(?:Z|[+-]\d{2}:?\d{2})/, (parts, text) => { parts.offset = offsetOf(text); }],
      [/^X$/, /^-?\d+/, (parts, text) => { parts.time = Number(text) * 1000; }],
      [/^x$/, /^-?\d+/, (parts, text) => { parts.time = Number(text); }],
    ];
    const monthOf = text => 1 + months.findIndex(
      month => month.slice(0, 3).toLowerCase() === text.slice(0, 3).toLowerCase()
    );
    const offsetOf = text => text === "Z"
      ? 0
      : Number(`${text[0]}1`) * (Number(text.slice(1, 3)) * 60 + Number(text.slice(-2)));

    function readWith(text, format, isUTC) {
      const parts = { year: new Date().getFullYear(), month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 };
      let rest = String(text);
      for (const [name] of format.matchAll(token)) {
        const reader = readers.find(([names]) => names.test(name));
        const found = reader === undefined ? rest[0] : (reader[1].exec(rest) || [])[0];
        if (found === undefined) break;
        rest = rest.slice(found.length);
        if (reader !== undefined) reader[2](parts, found);
      }
      return dateOf(parts, isUTC);
    }

    function dateOf(parts, isUTC) {
      const { year, month, day, minute, second, millisecond, isAfternoon, offset, time } = parts;
      if (time !== undefined) return new Date(time);
      const hour = isAfternoon === undefined ? parts.hour : parts.hour % 12 + (isAfternoon ? 12 : 0);
      if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59) return new Date(NaN);
      const values = [year, month - 1, day, hour, minute, second, millisecond];
      if (offset !== undefined) return new Date(Date.UTC(...values) - offset * 60000);
      return isUTC ? new Date(Date.UTC(...values)) : new Date(...values);
    }

    function read(value, format, isUTC) {
      if (value === undefined) return new Date();
      if (value instanceof Moment || value instanceof Date || typeof value === "number") return new Date(Number(value));
      if (value === null) return new Date(NaN);
      if (typeof format === "string") return readWith(value, format, isUTC);
      if (Array.isArray(format)) return format.map(each => readWith(value, each, isUTC)).find(date => !Number.isNaN(date.getTime())) || new Date(NaN);
      if (Array.isArray(value)) return isUTC ? new Date(Date.UTC(...value)) : new Date(value[0], value[1] || 0, value[2] || 1, ...value.slice(3));
      // ISO dates without a zone are local.
      const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
      if (day !== null) return isUTC ? new Date(`${value}T00:00:00Z`) : new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3]));
      const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(value) || !/^\d{4}-\d\d-\d\d[T ]/.test(value);
      return new Date(isUTC && !hasZone ? `${value.replace(" ", "T")}Z` : value.replace(/^(\d{4}-\d\d-\d\d) /, "$1T"));
    }

    const moment = (value, format) => new Moment(read(value, format, false), value instanceof Moment && value.isUTC);
    const make = (value, unit) => {
      if (value instanceof Duration) return new Duration(value.time);
      if (value !== null && typeof value === "object") {
        return new Duration(Object.keys(value).reduce((sum, name) => sum + make(value[name], name).time, 0));
      }
      const name = unitOf(unit);
      return new Duration(Number(value) * (lengths[name] || { month: 30.436875, year: 365.2425 }[name] * lengths.day));
    };
    return Object.assign(moment, {
      utc: (value, format) => new Moment(read(value, format, true), true),
      unix: seconds => new Moment(new Date(seconds * 1000)),
      now: () => Date.now(), duration: make, isMoment: value => value instanceof Moment,
      isDate: value => value instanceof Date,
      isDuration: value => value instanceof Duration, months: () => [...months], weekdays: () => [...days],
      ISO_8601: undefined,
      min: (...values) => values.flat().reduce((a, b) => a < b ? a : b),
      max: (...values) => values.flat().reduce((a, b) => a > b ? a : b),
      locale: () => "en", version: "2.29.4",
    });
  });
})();
