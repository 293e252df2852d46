#pragma once

// The exit status of the host, which tells the program why it has ended.
enum ending {
  ending_done = 0,      // standard input has ended
  ending_time = 90,     // a job ran longer than its limit
  ending_memory = 91,   // the host used more memory than its limit
  ending_retired = 92,  // idle, and too large to go on; no job was begun
  ending_protocol = 93, // the program sent what is no frame
  ending_start = 94,    // the host cannot start: the hello says why
};
