#define _GNU_SOURCE
#include "probe.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const no_arguments[] = {"/bin/true", NULL};

static long try_open(void) { return open("/etc/passwd", O_RDONLY); }
static long try_create(void) { return open("/tmp/workbench-probe", O_CREAT | O_WRONLY, 0600); }
static long try_stat(void) {
  struct stat status;
  return stat("/", &status);
}
static long try_unlink(void) { return unlink("/tmp/workbench-probe"); }
static long try_readlink(void) {
  char text[64];
  return readlink("/proc/self/exe", text, sizeof text);
}
static long try_socket(void) { return socket(AF_INET, SOCK_STREAM, 0); }
static long try_unix_socket(void) { return socket(AF_UNIX, SOCK_STREAM, 0); }
static long try_execve(void) { return execv(no_arguments[0], (char *const *)no_arguments); }
static long try_fork(void) { return fork(); }
static long try_vfork(void) { return syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0); }
static long try_kill(void) { return kill(getppid(), 0); }
static long try_tgkill(void) { return syscall(SYS_tgkill, 1, 1, 0); }
static long try_ptrace(void) { return ptrace(PTRACE_TRACEME, 0, NULL, NULL); }
static long try_executable(void) {
  return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;
}
static long try_mprotect(void) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? 0 : mprotect(memory, 4096, PROT_READ | PROT_EXEC);
}
static long try_map_file(void) { return mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 0, 0) == MAP_FAILED ? -1 : 0; }
static long try_dumpable(void) { return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); }
static long try_seccomp(void) { return syscall(SYS_seccomp, 0, 0, NULL); }
static long try_chdir(void) { return chdir("/tmp"); }
static long try_pipe(void) {
  int pair[2];
  return pipe(pair);
}
static long try_dup(void) { return dup(0); }
static long try_name(void) { return syscall(SYS_uname, NULL); }
static void *nothing(void *argument) { return argument; }
// Allowed: the engine needs it.
static long try_thread(void) {
  pthread_t thread;
  errno = pthread_create(&thread, NULL, nothing, NULL);
  return errno == 0 ? pthread_join(thread, NULL) : -1;
}

static const struct {
  const char *name;
  long (*attempt)(void);
} attempts[] = {
    {"open", try_open}, {"create", try_create}, {"stat", try_stat}, {"unlink", try_unlink}, {"readlink", try_readlink},
    {"socket", try_socket}, {"unix-socket", try_unix_socket}, {"execve", try_execve}, {"fork", try_fork},
    {"vfork", try_vfork}, {"kill", try_kill}, {"tgkill", try_tgkill}, {"ptrace", try_ptrace},
    {"executable-memory", try_executable}, {"mprotect", try_mprotect}, {"map-file", try_map_file},
    {"dumpable", try_dumpable}, {"seccomp", try_seccomp}, {"chdir", try_chdir}, {"pipe", try_pipe}, {"dup", try_dup},
    {"uname", try_name}, {"thread", try_thread}};

static _Noreturn void report(const char *name, const char *result) {
  char line[128];
  int length = snprintf(line, sizeof line, "%s: %s\n", name, result);
  _exit(write(STDOUT_FILENO, line, (size_t)length) == length ? 0 : 1);
}

_Noreturn void probe_run(const char *name) {
  for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
    if (strcmp(attempts[i].name, name) != 0) continue;
    errno = 0;
    long result = attempts[i].attempt();
    report(name, result != -1 ? "done" : strerrorname_np(errno));
  }
  report(name, "no such probe");
}
