// The part of moment that scripts use. The whole library is used where its Debian package is installed.
(function (runtime) {
  "use strict";
  const { define } = runtime;

  // The functions of moment that are not here: those of the library, of moments and of durations.
  const others = [
    [moment => moment, "moment.", "parseTwoDigitYear createFromInputFallback RFC_2822 updateOffset lang langData invalid localeData "
      + "monthsShort weekdaysMin defineLocale updateLocale locales weekdaysShort normalizeUnits "
      + "relativeTimeRounding relativeTimeThreshold calendarFormat"],
    [moment => Object.getPrototypeOf(moment()), "moment().", "calendar invalidAt lang localeData max min parsingFlags inspect creationData eraName eraNarrow eraAbbr "
      + "eraYear isLeapYear weekYear isoWeekYear quarters isoWeeks weeksInYear weeksInWeekYear isoWeeksInYear "
      + "isoWeeksInISOWeekYear parseZone hasAlignedHourOffset isDST isUtcOffset zoneAbbr zoneName dates zone "
      + "isDSTShifted"],
    [moment => Object.getPrototypeOf(moment.duration(0)), "moment.duration().", "localeData toIsoString lang"],
  ];

  define("moment", use => {
    const months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ];
    const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
    const lengths = { millisecond: 1, second: 1000, minute: 60000, hour: 3600000, day: 86400000, week: 604800000 };
    const monthLengths = { month: 1, quarter: 3, year: 12 };
    const short = {
      ms: "millisecond", s: "second", m: "minute", h: "hour", d: "day", w: "week", M: "month", y: "year", Q: "quarter",
    };
    const unitOf = unit => short[unit] || String(unit === undefined ? "millisecond" : unit).toLowerCase().replace(/s$/, "");
    const padded = (number, length = 2) => String(Math.trunc(Math.abs(number))).padStart(length, "0");
    const endings = ["th", "st", "nd", "rd"];
    const ordinal = number => `${number}${endings[(number % 100 - 20) % 10] || endings[number % 100] || "th"}`;
    const token = /\[([^\]]*)\]|YYYY|YY|Qo|Q|MMMM|MMM|MM|Mo|M|DDDD|DDDo|DDD|DD|Do|D|dddd|ddd|dd|do|d|E|WW|Wo|W|HH|H|hh|h|kk|k|A|a|mm|m|ss|s|S{1,9}|ZZ|Z|X|x|([A-Za-z])\2*|./g;

    // The letters that no token of moment begins with stand for themselves.
    const isNoToken = name => !/[A-Za-z]/.test(name) || /^([bcfijnopqrtuvBCFIJKLOPRTUV])\1*$/.test(name);
    const wholes = {
      L: "MM/DD/YYYY", LL: "MMMM D, YYYY", LT: "h:mm A", LTS: "h:mm:ss A", LLL: "MMMM D, YYYY h:mm A",
      LLLL: "dddd, MMMM D, YYYY h:mm A", l: "M/D/YYYY", ll: "MMM D, YYYY", lll: "MMM D, YYYY h:mm A",
      llll: "ddd, MMM D, YYYY h:mm A",
    };
    const expanded = pattern => String(pattern).replace(
      /\[[^\]]*\]|LTS|LT|LL?L?L?|l{1,4}/g, part => wholes[part] || part
    );
    // The number of a day of the week by its number or name.
    const dayNumber = value => {
      if (typeof value !== "string" || !Number.isNaN(Number(value))) return Number(value);
      const found = days.findIndex(day => [2, 3, day.length].some(size => day.slice(0, size).toLowerCase() === value.toLowerCase()));
      return found < 0 ? NaN : found;
    };
    const { needed, define: absent } = use("absent");
    const lacks = what => needed(what, "node-moment");
    const signed = /^([+-])(\d\d):?(\d\d)$/;
    // Minutes east of Greenwich: a number of minutes or hours, or a text such as `+05:30`.
    function offsetOf(value) {
      if (value === "Z" || value === "z") return 0;
      if (typeof value === "number") return Math.abs(value) < 16 ? value * 60 : value;
      const [, sign, hours, minutes] = signed.exec(String(value)) || lacks(`moment().utcOffset(${JSON.stringify(value)})`);
      return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) || 0;
    }

    // `offset` is undefined for the time zone of the machine.
    class Moment {
      constructor(date, offset) { this.instant = date; this.offset = offset; }
      #shifted() { return new Date(this.instant.getTime() + this.offset * 60000); }
      #get(name) { return this.offset === undefined ? this.instant[`get${name}`]() : this.#shifted()[`getUTC${name}`](); }
      #set(name, ...values) {
        if (this.offset === undefined) this.instant[`set${name}`](...values);
        else this.instant.setTime(this.#shifted()[`setUTC${name}`](...values) - this.offset * 60000);
        return this;
      }
      clone() { return new Moment(new Date(this.instant), this.offset); }
      isValid() { return !Number.isNaN(this.instant.getTime()); }
      valueOf() { return this.instant.getTime(); }
      unix() { return Math.floor(this.valueOf() / 1000); }
      toDate() { return new Date(this.instant); }
      toISOString(keepsOffset = false) {
        if (!this.isValid()) return null;
        return keepsOffset ? this.format("YYYY-MM-DDTHH:mm:ss.SSSZ") : this.instant.toISOString();
      }
      toJSON() { return this.toISOString(); }
      toString() { return this.format("ddd MMM DD YYYY HH:mm:ss [GMT]ZZ"); }
      utc() { this.offset = 0; return this; }
      local() { this.offset = undefined; return this; }
      isUTC() { return this.offset === 0; }
      isUtc() { return this.isUTC(); }
      isLocal() { return this.offset === undefined; }
      utcOffset(value, keepsTime = false) {
        if (value === undefined) return this.offset === undefined ? -this.instant.getTimezoneOffset() || 0 : this.offset;
        const old = this.utcOffset();
        this.offset = offsetOf(value);
        if (keepsTime) this.instant.setTime(this.valueOf() + (old - this.offset) * 60000);
        return this;
      }
      locale(name) {
        if (name === undefined) return "en";
        return name === "en" ? this : lacks(`moment().locale(${JSON.stringify(name)})`);
      }
      // Weeks begin on Sunday, and the first has January 1.
      week(value) {
        const saturday = this.clone().add(6 - this.day(), "day");
        const week = Math.ceil(saturday.dayOfYear() / 7);
        return value === undefined ? week : this.add(value - week, "week");
      }
      weeks(value) { return this.week(value); }
      weekday(value) { return this.day(value); }
      isoWeek(value) {
        const thursday = this.clone().startOf("day").add(4 - (this.day() || 7), "day");
        const week = 1 + Math.floor((thursday.dayOfYear() - 1) / 7);
        return value === undefined ? week : this.add(value - week, "week");
      }
      dayOfYear(value) {
        const day = Math.round((this.clone().startOf("day") - this.clone().startOf("year")) / lengths.day) + 1;
        return value === undefined ? day : this.add(value - day, "day");
      }
      quarter(value) {
        const month = this.month();
        return value === undefined ? Math.floor(month / 3) + 1 : this.month((value - 1) * 3 + month % 3);
      }
      daysInMonth() { return new Date(Date.UTC(this.year(), this.month() + 1, 0)).getUTCDate(); }
      // A getter without a value, else a setter.
      #field(name, value) { return value === undefined ? this.#get(name) : this.#set(name, value); }
      year(value) { return value === undefined ? this.#get("FullYear") : this.month(this.month() + 12 * (value - this.year())); }
      month(value) {
        if (value === undefined) return this.#get("Month");
        const found = months.findIndex(name => name.toLowerCase().startsWith(String(value).toLowerCase()));
        const day = this.date();
        this.#set("Date", 1).#set("Month", typeof value === "string" && found >= 0 ? found : Number(value));
        return this.#set("Date", Math.min(day, this.daysInMonth()));
      }
      date(value) { return this.#field("Date", value); }
      day(value) { return value === undefined ? this.#get("Day") : this.add(dayNumber(value) - this.#get("Day"), "day"); }
      isoWeekday(value) {
        const now = this.day() || 7;
        return value === undefined ? now : this.add((dayNumber(value) || (typeof value === "string" ? 7 : 0)) - now, "day");
      }
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
        if (amount instanceof Duration) {
          return this.add(amount.monthCount, "month").add(amount.dayCount, "day").add(amount.time, "millisecond");
        }
        if (amount !== null && typeof amount === "object") return this.add(make(amount));
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
        if (amount !== null && typeof amount === "object") return this.add(make(amount).negated());
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
        const that = this.#like(other), name = unitOf(unit);
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
      // Another moment, in this time zone.
      #like(other) {
        const that = moment(other).clone();
        that.offset = this.offset;
        return that;
      }
      #compare(other, unit) {
        if (unit === undefined) return this - moment(other);
        return this.clone().startOf(unit) - this.#like(other).startOf(unit);
      }
      isBefore(other, unit) { return this.#compare(other, unit) < 0; }
      isAfter(other, unit) { return this.#compare(other, unit) > 0; }
      isSame(other, unit) { return this.#compare(other, unit) === 0; }
      isSameOrBefore(other, unit) { return this.#compare(other, unit) <= 0; }
      isSameOrAfter(other, unit) { return this.#compare(other, unit) >= 0; }
      isBetween(from, to, unit, [left, right] = "()") {
        const isAfter = left === "(" ? this.isAfter(from, unit) : !this.isBefore(from, unit);
        return isAfter && (right === ")" ? this.isBefore(to, unit) : !this.isAfter(to, unit));
      }
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
          case "do": return ordinal(this.day());
          case "DDDo": return ordinal(this.dayOfYear());
          case "Wo": return ordinal(this.isoWeek());
          case "Qo": return ordinal(this.quarter());
          case "ZZ": return this.#zone("");
          case "Z": return this.#zone(":");
          case "X": return this.unix();
          case "x": return this.valueOf();
          default:
            if (/^S{4,}$/.test(name)) return padded(this.millisecond(), 3).padEnd(name.length, "0");
            return isNoToken(name) ? name : lacks(`The token ${name} of moment().format()`);
        }
      }
      format(pattern) {
        if (!this.isValid()) return "Invalid date";
        if (pattern === undefined) return this.format("YYYY-MM-DDTHH:mm:ss") + (this.isUTC() ? "Z" : this.#zone(":"));
        return expanded(pattern).replace(token, (name, literal) => literal === undefined ? this.#token(name) : literal);
      }
      from(other, isPlain = false) { return make(this - moment(other)).humanize(!isPlain); }
      fromNow(isPlain) { return this.from(undefined, isPlain); }
      to(other, isPlain = false) { return make(moment(other) - this).humanize(!isPlain); }
      toNow(isPlain) { return this.to(undefined, isPlain); }
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

    const daysOf = months => months * 146097 / 4800, monthsOf = days => days * 4800 / 146097;
    const awayFromZero = number => number < 0 ? Math.floor(number) : Math.ceil(number);
    const units = ["year", "month", "week", "day", "hour", "minute", "second", "millisecond"];

    // Months, days and times have no fixed lengths in each other.
    class Duration {
      constructor(monthCount, dayCount, time) { Object.assign(this, { monthCount, dayCount, time }); }
      clone() { return new Duration(this.monthCount, this.dayCount, this.time); }
      negated() { return new Duration(-this.monthCount, -this.dayCount, -this.time); }
      isValid() { return !Number.isNaN(this.valueOf()); }
      valueOf() {
        return this.time + this.dayCount * lengths.day + this.monthCount % 12 * 2592e6 + Math.trunc(this.monthCount / 12) * 31536e6;
      }
      as(unit) {
        const name = unitOf(unit);
        const months = this.monthCount + monthsOf(this.dayCount + this.time / lengths.day);
        if (name in monthLengths) return months / monthLengths[name];
        return (this.dayCount + Math.round(daysOf(this.monthCount))) * (lengths.day / lengths[name]) + this.time / lengths[name];
      }
      // Years, months, days and times as they are shown.
      #parts() {
        let { monthCount: months, dayCount: days, time } = this;
        const isMixed = [time, days, months].some(each => each < 0) && [time, days, months].some(each => each > 0);
        if (isMixed) [time, days, months] = [time + awayFromZero(daysOf(months) + days) * lengths.day, 0, 0];
        days += Math.trunc(time / lengths.day);
        const more = Math.trunc(monthsOf(days));
        return { months: months + more, days: days - awayFromZero(daysOf(more)), time: time % lengths.day };
      }
      milliseconds() { return this.#parts().time % 1000; }
      seconds() { return Math.trunc(this.#parts().time / 1000) % 60; }
      minutes() { return Math.trunc(this.#parts().time / 60000) % 60; }
      hours() { return Math.trunc(this.#parts().time / 3600000); }
      days() { return this.#parts().days; }
      weeks() { return Math.trunc(this.days() / 7); }
      months() { return this.#parts().months % 12; }
      years() { return Math.trunc(this.#parts().months / 12); }
      get(unit) { return this[`${unitOf(unit)}s`](); }
      #added(value, unit, sign) {
        const other = make(value, unit);
        for (const name of ["monthCount", "dayCount", "time"]) this[name] += sign * other[name];
        return this;
      }
      add(value, unit) { return this.#added(value, unit, 1); }
      subtract(value, unit) { return this.#added(value, unit, -1); }
      abs() {
        for (const name of ["monthCount", "dayCount", "time"]) this[name] = Math.abs(this[name]);
        return this;
      }
      toISOString() {
        const total = this.as("second");
        if (total === 0) return "P0D";
        const sign = value => Math.sign(value) !== Math.sign(total) ? "-" : "";
        const part = (amount, letter, of) => amount === 0 ? "" : `${sign(of)}${amount}${letter}`;
        const months = Math.abs(this.monthCount), time = Math.abs(this.time);
        const clock = part(Math.trunc(time / 3600000), "H", this.time) + part(Math.trunc(time / 60000) % 60, "M", this.time)
          + part(time % 60000 / 1000, "S", this.time);
        return `${total < 0 ? "-" : ""}P${part(Math.trunc(months / 12), "Y", this.monthCount)}`
          + `${part(months % 12, "M", this.monthCount)}${part(Math.abs(this.dayCount), "D", this.dayCount)}${clock === "" ? "" : `T${clock}`}`;
      }
      toJSON() { return this.toISOString(); }
      humanize(hasSuffix = false, thresholds) {
        if (typeof hasSuffix === "object" || thresholds !== undefined) lacks("duration.humanize() with thresholds");
        const limits = [["second", 45], ["minute", 45], ["hour", 22], ["day", 26], ["month", 11], ["year", Infinity]];
        const positive = this.clone().abs();
        const [unit] = limits.find(([name, limit]) => Math.round(positive.as(name)) < limit);
        const count = Math.max(1, Math.round(positive.as(unit)));
        const text = unit === "second" ? "a few seconds" : count === 1 ? `${unit === "hour" ? "an" : "a"} ${unit}` : `${count} ${unit}s`;
        return hasSuffix ? (this > 0 ? `in ${text}` : `${text} ago`) : text;
      }
      locale(name) {
        if (name === undefined) return "en";
        return name === "en" ? this : lacks(`duration.locale(${JSON.stringify(name)})`);
      }
    }
    for (const name of [...units, "quarter"]) {
      Duration.prototype[`as${name[0].toUpperCase()}${name.slice(1)}s`] = function () { return this.as(name); };
    }

    const clock = /^([+-])?(?:(\d*)[. ])?(\d+):(\d+)(?::(\d+(?:\.\d*)?))?$/;
    const amount = "(?:([-+]?[0-9,.]*)";
    const iso = new RegExp(
      `^([+-])?P${["Y", "M", "W", "D"].map(letter => `${amount}${letter})?`).join("")}(?:T${["H", "M", "S"].map(letter => `${amount}${letter})?`).join("")})?$`
    );

    // A duration of texts such as `PT1H30M` and `01:30`. Others are of no length.
    function durationOf(text) {
      const whole = iso.exec(text), short = clock.exec(text);
      if (whole === null && short === null) return new Duration(0, 0, 0);
      const [, sign, ...values] = whole || ["", short[1], 0, 0, 0, ...short.slice(2)];
      const [years, months, weeks, days, hours, minutes, seconds] = values.map(
        value => Number(String(value || 0).replace(",", "."))
      );
      const found = new Duration(
        12 * years + months, 7 * weeks + days, hours * 3600000 + minutes * 60000 + Math.round(seconds * 1000)
      );
      return sign === "-" ? found.negated() : found;
    }

    // Reads a text by the tokens of a format: what a token looks like, exactly in strict mode, and what it sets.
    const digits = (name, strict, set) => [name, /^\d{1,2}/, strict, set];
    const readers = [
      [/^YYYY$/, /^\d{4}/, /^\d{4}/, (parts, text) => { parts.year = Number(text); }],
      [/^YY$/, /^\d{2}/, /^\d{2}/, (parts, text) => { parts.year = Number(text) + (Number(text) > 68 ? 1900 : 2000); }],
      digits(/^MM$/, /^\d\d/, (parts, text) => { parts.month = Number(text); }),
      digits(/^M$/, /^\d\d?/, (parts, text) => { parts.month = Number(text); }),
      digits(/^DD$/, /^\d\d/, (parts, text) => { parts.day = Number(text); }),
      digits(/^D$/, /^\d\d?/, (parts, text) => { parts.day = Number(text); }),
      [/^Do$/, /^\d{1,2}(?:st|nd|rd|th)?/i, /^\d{1,2}(?:st|nd|rd|th)/, (parts, text) => { parts.day = Number.parseInt(text, 10); }],
      digits(/^(?:HH|hh)$/, /^\d\d/, (parts, text) => { parts.hour = Number(text); }),
      digits(/^[Hh]$/, /^\d\d?/, (parts, text) => { parts.hour = Number(text); }),
      digits(/^mm$/, /^\d\d/, (parts, text) => { parts.minute = Number(text); }),
      digits(/^m$/, /^\d\d?/, (parts, text) => { parts.minute = Number(text); }),
      digits(/^ss$/, /^\d\d/, (parts, text) => { parts.second = Number(text); }),
      digits(/^s$/, /^\d\d?/, (parts, text) => { parts.second = Number(text); }),
      [/^S+$/, /^\d+/, undefined, (parts, text) => { parts.millisecond = Math.trunc(Number(`0.${text}`) * 1000 + 1e-6); }],
      [/^MMMM$/, /^[a-z]+/i, new RegExp(`^(?:${months.join("|")})`, "i"), (parts, text) => { parts.month = monthOf(text); }],
      [/^MMM$/, /^[a-z]+/i, /^[a-z]{3}/i, (parts, text) => { parts.month = monthOf(text); }],
      [/^ddd?d?$/, /^[a-z]+/i, undefined, () => {}],
      [/^[Aa]$/, /^[ap]m/i, /^[ap]m/i, (parts, text) => { parts.isAfternoon = text.toLowerCase() === "pm"; }],
      [/^ZZ?$/, /^(?:Z|[+-]\d{2}:?\d{2})/i, /^(?:Z|[+-]\d{2}:?\d{2})/i, (parts, text) => { parts.offset = offsetOf(text); }],
      [/^X$/, /^-?\d+(?:\.\d{1,3})?/, /^-?\d+(?:\.\d{1,3})?/, (parts, text) => { parts.time = Number(text) * 1000; }],
      [/^x$/, /^-?\d+/, /^-?\d+/, (parts, text) => { parts.time = Number(text); }],
    ];
    // The number of a month by its name or the start of it, or NaN.
    const monthOf = text => {
      const names = month => [month, month.slice(0, 3)].map(name => name.toLowerCase());
      return months.findIndex(month => names(month).includes(text.toLowerCase())) + 1 || NaN;
    };
    // What the part of a text is that a token reads; undefined if there is none.
    function partFor(name, reader, rest, isStrict) {
      const pattern = !isStrict ? reader[1] : /^S+$/.test(name) ? new RegExp(`^\\d{${name.length}}`) : reader[2] || reader[1];
      const [found] = pattern.exec(rest) || [];
      return found;
    }

    function readWith(given, format, isUTC, isStrict) {
      const parts = { year: new Date().getFullYear(), month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 };
      let rest = String(given), count = 0;
      for (const [name, literal] of expanded(format).matchAll(token)) {
        const reader = literal === undefined && readers.find(([names]) => names.test(name));
        if (!reader) {
          if (literal === undefined && !isNoToken(name)) lacks(`Reading a date by the token ${name}`);
          const text = literal === undefined ? name : literal;
          if (rest.startsWith(text)) rest = rest.slice(text.length);
          else if (isStrict) return new Date(NaN);
          continue;
        }
        // What stands between is skipped.
        if (!isStrict) rest = rest.replace(/^[^\dA-Za-z+-]+/, "");
        const found = partFor(name, reader, rest, isStrict);
        if (found === undefined) {
          if (isStrict) return new Date(NaN);
          continue;
        }
        rest = rest.slice(found.length);
        count++;
        reader[3](parts, found);
      }
      return count === 0 || isStrict && rest !== "" ? new Date(NaN) : dateOf(parts, isUTC);
    }

    function dateOf(parts, isUTC) {
      const { year, month, day, minute, second, millisecond, isAfternoon, offset, time } = parts;
      if (time !== undefined) return new Date(time);
      const hour = isAfternoon === undefined ? parts.hour : parts.hour % 12 + (isAfternoon ? 12 : 0);
      const isDay = month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
      if (!isDay || hour > 24 || minute > 59 || second > 59) return new Date(NaN);
      const values = [year, month - 1, day, hour, minute, second, millisecond];
      if (offset !== undefined) return new Date(Date.UTC(...values) - offset * 60000);
      return isUTC ? new Date(Date.UTC(...values)) : new Date(...values);
    }

    // `{ year: 2020, month: 0, day: 5 }`. Of a date without a year it is the current one.
    function readObject(value, isUTC) {
      const given = Object.fromEntries(Object.entries(value).map(([name, each]) => [unitOf(name), Number(each)]));
      const now = new Date(), hasAny = Object.keys(given).length > 0;
      if (!hasAny) return now;
      const { year = now.getFullYear(), hour = 0, minute = 0, second = 0, millisecond = 0 } = given;
      const { month = "year" in given ? 0 : now.getMonth() } = given;
      const day = [given.date, given.day, "year" in given || "month" in given ? 1 : now.getDate()].find(each => each !== undefined);
      const values = [year, month, day, hour, minute, second, millisecond];
      return isUTC ? new Date(Date.UTC(...values)) : new Date(...values);
    }

    const isoDate = /^\s*(?:[+-]\d{6}|\d{4})(?:-\d\d(?:-\d\d)?|\d{4}|-?W\d\d(?:-?\d)?|-?\d{3})?(?:[T ]\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)?\s*(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;
    const ISO_8601 = () => {};

    const calendarDate = "(\\d{4})(?:-(\\d\\d)(?:-(\\d\\d))?|(\\d\\d)(\\d\\d))?";
    const timeOfDay = "(\\d\\d)(?::?(\\d\\d)(?::?(\\d\\d)(?:[.,](\\d+))?)?)?\\s*(Z|[+-]\\d\\d(?::?\\d\\d)?)?";
    const isoText = new RegExp(`^\\s*${calendarDate}(?:[T ]${timeOfDay})?$`);

    // Dates of ISO 8601 without a zone are local; others are left to the engine.
    function readISO(text, isUTC) {
      const found = isoText.exec(text);
      if (found !== null) {
        const [, year, month, day, month2, day2, hour = 0, minute = 0, second = 0, fraction = "0", zone] = found;
        const offset = zone === undefined ? undefined : offsetOf(zone.length === 3 ? `${zone}00` : zone);
        const [millisecond, ...rest] = [Math.trunc(Number(`0.${fraction}`) * 1000 + 1e-6), hour, minute, second].map(Number);
        return dateOf({
          year: Number(year), month: Number(month || month2 || 1), day: Number(day || day2 || 1), hour: rest[0], minute: rest[1],
          second: rest[2], millisecond, offset,
        }, isUTC);
      }
      if (isoDate.test(text)) lacks("Reading dates of weeks and of days of the year");
      const hasZone = /(?:\b(?:GMT|UTC|Z)|[+-]\d\d:?\d\d)$/.test(text);
      return new Date(isUTC && !hasZone ? `${text} UTC` : text);
    }

    function read(value, format, isUTC, isStrict = false) {
      if (value === undefined) return new Date();
      if (value instanceof Moment || value instanceof Date || typeof value === "number" && typeof format !== "string") {
        return new Date(Number(value));
      }
      if (value === null) return new Date(NaN);
      if (typeof format === "string") return readWith(value, format, isUTC, isStrict);
      if (Array.isArray(format)) {
        return format.map(each => read(value, each, isUTC, isStrict)).find(date => !Number.isNaN(date.getTime())) || new Date(NaN);
      }
      if (format === ISO_8601 && !isoDate.test(value)) return new Date(NaN);
      if (Array.isArray(value)) {
        const [year, month = 0, date = 1, ...rest] = value;
        return isUTC ? new Date(Date.UTC(year, month, date, ...rest)) : new Date(year, month, date, ...rest);
      }
      if (typeof value === "object") return readObject(value, isUTC);
      return readISO(String(value), isUTC);
    }

    // A format may be followed by a locale and by whether it is strict.
    const strictOf = (locale, isStrict) => {
      if (typeof locale === "string" && locale !== "en") lacks(`The locale ${locale} of moment`);
      return locale === true || isStrict === true;
    };
    const moment = (value, format, ...rest) => new Moment(
      read(value, format, false, strictOf(...rest)), value instanceof Moment ? value.offset : undefined
    );
    const make = (value, unit) => {
      if (value instanceof Duration) return value.clone();
      if (value === undefined || value === null) return new Duration(0, 0, 0);
      if (typeof value === "string" && Number.isNaN(Number(value))) return durationOf(value);
      if (typeof value === "object") {
        if ("from" in value || "to" in value) lacks("moment.duration({ from, to })");
        return Object.keys(value).reduce((sum, name) => sum.add(make(Number(value[name]), name)), new Duration(0, 0, 0));
      }
      const name = unitOf(unit), count = Number(value);
      if (name in monthLengths) return new Duration(count * monthLengths[name], 0, 0);
      if (name === "day" || name === "week") return new Duration(0, count * (lengths[name] / lengths.day), 0);
      return new Duration(0, 0, count * lengths[name]);
    };
    const moments = values => values.flat().map(value => moment(value));
    const zoneAtEnd = /[T ].*?(Z|[+-]\d\d:?\d\d)$/i;
    Object.assign(moment, {
      utc: (value, format, ...rest) => new Moment(read(value, format, true, strictOf(...rest)), 0),
      unix: seconds => new Moment(new Date(seconds * 1000)),
      parseZone(value, format, ...rest) {
        const [, zone = "Z"] = zoneAtEnd.exec(String(value)) || [];
        return moment.utc(value, format, ...rest).utcOffset(zone);
      },
      now: () => Date.now(), duration: make, isMoment: value => value instanceof Moment,
      isDate: value => value instanceof Date,
      isDuration: value => value instanceof Duration,
      months: index => typeof index === "number" ? months[index] : [...months],
      weekdays: index => typeof index === "number" ? days[index] : [...days],
      ISO_8601,
      min: (...values) => moments(values).reduce((a, b) => a <= b ? a : b, ...(values.flat().length > 0 ? [] : [moment()])),
      max: (...values) => moments(values).reduce((a, b) => a >= b ? a : b, ...(values.flat().length > 0 ? [] : [moment()])),
      locale: name => name === undefined || name === "en" ? "en" : lacks(`moment.locale(${JSON.stringify(name)})`),
      version: "2.29.4",
    });
    for (const [object, title, names] of others) absent(object(moment), title, "node-moment", names);
    return moment;
  });
});
