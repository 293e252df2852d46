#pragma once

// The script host: a process that runs scripts of requests in JavaScriptCore, without access to anything but two pipes.
// See docs/decisions/0068-script-host.md.
//
// A program that links it becomes a host when its first argument is `__script-host`, and runs until standard input ends. With
// `--notices` after it, it prints the licences of the JavaScript libraries that are embedded, and ends.
