#pragma once

// The script host: a process that runs scripts of requests in JavaScriptCore, without access to anything but two pipes.
// See docs/decisions/0068-script-host.md.

// Runs the host until standard input ends. `arguments` are those after `__script-host`.
// Never returns.
_Noreturn void script_host_main(int count, char **arguments);
