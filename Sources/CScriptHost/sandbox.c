// An allow list of system calls, as a filter of the kernel (seccomp).
//
// Calls that are not in a list fail with EPERM: libraries make some that they can do without. Calls that no library of
// this process has a reason to make end the process (SIGSYS), so that an attempt to break out is seen.

#define _GNU_SOURCE
#include "sandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
static const uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
static const uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
#error The sandbox has no list of system calls for this processor.
#endif

static const int allowed[] = {
    // The pipes, and descriptors that were opened before.
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_close, SYS_fstat, SYS_lseek, SYS_ppoll,
#ifdef SYS_poll
    SYS_poll,
#endif
    // Memory, which can't be made executable: see below.
    SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_membarrier,
    // Threads that wait for each other, and stop each other for the garbage collector.
    SYS_futex, SYS_set_robust_list, SYS_rseq, SYS_sched_yield, SYS_sched_getaffinity, SYS_gettid, SYS_getpid,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigsuspend, SYS_sigaltstack,
    // Time, chance and the own use of them.
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrandom,
    SYS_getrusage, SYS_restart_syscall, SYS_exit, SYS_exit_group};

static const int deadly[] = {
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kill, SYS_tkill,
    SYS_rt_sigqueueinfo, SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen, SYS_accept4, SYS_bpf,
    SYS_io_uring_setup, SYS_userfaultfd, SYS_perf_event_open, SYS_unshare, SYS_setns, SYS_mount, SYS_umount2,
    SYS_chroot, SYS_pivot_root, SYS_keyctl, SYS_add_key, SYS_init_module, SYS_finit_module, SYS_memfd_create,
    SYS_pidfd_open, SYS_pidfd_send_signal, SYS_setuid, SYS_setgid, SYS_seccomp,
#ifdef SYS_fork
    SYS_fork, SYS_vfork,
#endif
};

enum { count_allowed = sizeof allowed / sizeof *allowed, count_deadly = sizeof deadly / sizeof *deadly };

static struct {
  struct sock_filter code[3 * (count_allowed + count_deadly) + 64];
  unsigned short count;
} filter;

static void add(uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false) {
  filter.code[filter.count++] = (struct sock_filter){code, if_true, if_false, value};
}

static void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }
static void load_number(void) { load(offsetof(struct seccomp_data, nr)); }
// The lower half; both processors are little-endian.
static void load_argument(int place) { load(offsetof(struct seccomp_data, args) + 8 * (size_t)place); }
static void end(uint32_t action) { add(BPF_RET | BPF_K, action, 0, 0); }

static const uint32_t refusal = SECCOMP_RET_ERRNO | EPERM;

static void when(int number, uint32_t action) {
  add(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 1);
  end(action);
}

// Allows a call if the masked argument is `value`; else `action`.
static void when_argument(int number, int place, uint32_t mask, uint32_t value, uint32_t action) {
  add(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 5);
  load_argument(place);
  add(BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
  add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  end(SECCOMP_RET_ALLOW);
  end(action);
}

// Allows new memory without a file behind it that can't be executed.
static void allow_new_memory(void) {
  add(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 6);
  load_argument(2);
  add(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 3, 0);
  load_argument(3);
  add(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 1);
  end(SECCOMP_RET_ALLOW);
  end(refusal);
}

static void build(void) {
  load(offsetof(struct seccomp_data, arch));
  add(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
  end(SECCOMP_RET_KILL_PROCESS);
  load_number();
  for (int i = 0; i < count_allowed; i++) when(allowed[i], SECCOMP_RET_ALLOW);
  allow_new_memory();
  when_argument(SYS_mprotect, 2, PROT_EXEC, 0, refusal);
  // Threads, never processes. The C library tries `clone3` first, whose flags a filter can't see.
  when(SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);
  const uint32_t thread = CLONE_VM | CLONE_SIGHAND | CLONE_THREAD;
  when_argument(SYS_clone, 0, thread, thread, SECCOMP_RET_KILL_PROCESS);
  // Signals to the own threads.
  when_argument(SYS_tgkill, 0, UINT32_MAX, (uint32_t)getpid(), SECCOMP_RET_KILL_PROCESS);
  // Names of threads.
  when_argument(SYS_prctl, 0, UINT32_MAX, PR_SET_NAME, refusal);
  for (int i = 0; i < count_deadly; i++) when(deadly[i], SECCOMP_RET_KILL_PROCESS);
#ifdef __x86_64__
  // The numbers of the x32 variant.
  add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  end(SECCOMP_RET_KILL_PROCESS);
#endif
  end(refusal);
}

static void limit(int resource, rlim_t most) {
  struct rlimit both = {most, most};
  setrlimit(resource, &both);
}

// The engine looks for the time zone again and again. The link to its file cannot be read later.
static void keep_only_time_zone(void) {
  static const char folder[] = "/zoneinfo/";
  static char zone[PATH_MAX];
  const char *name = getenv("TZ");
  if (name != NULL) {
    snprintf(zone, sizeof zone, "%s", name);
  } else if (readlink("/etc/localtime", zone, sizeof zone - 1) > 0 && (name = strstr(zone, folder)) != NULL) {
    name += sizeof folder - 1;
    memmove(zone, name, strlen(name) + 1);
  }
  clearenv();
  if (name != NULL) setenv("TZ", zone, 1);
}

static void reduce(void) {
  keep_only_time_zone();
  if (chdir("/") != 0) _exit(1);
  limit(RLIMIT_CORE, 0);   // A core file would show what scripts have seen.
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, 64);
  limit(RLIMIT_MEMLOCK, 0);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);  // Others of this user can't read its memory.
}

void sandbox_close_descriptors(void) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, 3, UINT32_MAX, 0) == 0) return;
#endif
  for (int descriptor = 3; descriptor < 65536; descriptor++) close(descriptor);
}

static int is_missing;

void sandbox_pretend_missing(void) { is_missing = 1; }

const char *sandbox_enter(void) {
  reduce();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "the kernel does not have no_new_privs";
  build();
  struct sock_fprog program = {filter.count, filter.code};
  // The threads that the engine has started too.
  if (is_missing || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
    return "the kernel does not allow filters of system calls (seccomp)";
  return NULL;
}
