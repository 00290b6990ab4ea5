//! The headers of the standard library and of the system: declarations of our own, with the values and sizes that they have in the C library
//! of GNU. Only what that declares without `_GNU_SOURCE` is there without it, as programs define other names themselves.

use std::cmp::Ordering;

/// What is defined before every program: by GCC, and by us.
pub(super) const PREDEFINED: &str = concat!(include_str!("gcc/common.h"), "#define __hrglass__ 1\n");

/// What is defined for `int`, `long` and pointers of 32 bits.
pub(super) const ILP32: &str = include_str!("gcc/ilp32.h");

/// What is defined for `long` and pointers of 64 bits.
pub(super) const LP64: &str = include_str!("gcc/lp64.h");

/// A table of files in `include`, by their names.
macro_rules! included {
    ($($name:literal,)*) => {
        [$(($name, include_str!(concat!("include/", $name)))),*]
    };
}

/// The headers of ISO C and the usual part of POSIX, in the order of their names.
const HEADERS: [(&str, &str); 101] = included![
    "alloca.h",
    "arpa/inet.h",
    "assert.h",
    "byteswap.h",
    "complex.h",
    "crypt.h",
    "ctype.h",
    "dirent.h",
    "dlfcn.h",
    "endian.h",
    "err.h",
    "errno.h",
    "execinfo.h",
    "fcntl.h",
    "features.h",
    "fenv.h",
    "float.h",
    "fnmatch.h",
    "ftw.h",
    "getopt.h",
    "glob.h",
    "grp.h",
    "iconv.h",
    "inttypes.h",
    "iso646.h",
    "langinfo.h",
    "libgen.h",
    "limits.h",
    "locale.h",
    "malloc.h",
    "math.h",
    "memory.h",
    "monetary.h",
    "net/if.h",
    "netdb.h",
    "netinet/in.h",
    "netinet/tcp.h",
    "paths.h",
    "poll.h",
    "pthread.h",
    "pwd.h",
    "regex.h",
    "sched.h",
    "search.h",
    "semaphore.h",
    "setjmp.h",
    "signal.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "string.h",
    "strings.h",
    "sys/cdefs.h",
    "sys/epoll.h",
    "sys/errno.h",
    "sys/fcntl.h",
    "sys/file.h",
    "sys/ioctl.h",
    "sys/ipc.h",
    "sys/mman.h",
    "sys/msg.h",
    "sys/param.h",
    "sys/poll.h",
    "sys/random.h",
    "sys/resource.h",
    "sys/select.h",
    "sys/sem.h",
    "sys/shm.h",
    "sys/signal.h",
    "sys/socket.h",
    "sys/stat.h",
    "sys/statvfs.h",
    "sys/sysinfo.h",
    "sys/syslog.h",
    "sys/time.h",
    "sys/times.h",
    "sys/types.h",
    "sys/uio.h",
    "sys/un.h",
    "sys/utsname.h",
    "sys/wait.h",
    "sysexits.h",
    "syslog.h",
    "termios.h",
    "tgmath.h",
    "threads.h",
    "time.h",
    "uchar.h",
    "unistd.h",
    "utime.h",
    "verifier-builtins.h",
    "wait.h",
    "wchar.h",
    "wctype.h",
    "wordexp.h",
];

/// A header of ours: its name and text.
pub(super) fn header(name: &str) -> Option<(&'static str, &'static str)> {
    HEADERS.iter().find(|(known, _)| *known == name).copied()
}

/// Whether a header of ours declares this function with the result `int`, or with none.
pub(crate) fn returns_int(function: &str) -> bool {
    let mut lines = HEADERS.iter().flat_map(|(_, text)| text.lines());
    lines.any(|line| {
        ["int ", "void "].into_iter().any(|ty| {
            line.strip_prefix(ty).and_then(|rest| rest.split_once('(')).is_some_and(|(name, _)| name == function)
        })
    })
}

/// Whether a header of ours declares this function of the standard library.
pub(crate) fn is_of_library(function: &str) -> bool {
    let texts = HEADERS.iter().filter(|(name, _)| !matches!(*name, "assert.h" | "verifier-builtins.h"));
    texts.flat_map(|(_, text)| text.lines()).any(|line| declared(line) == Some(function))
}

/// The function that a line of a header of ours declares.
pub(crate) fn declared(line: &str) -> Option<&str> {
    let is_other = ["#", " ", "typedef ", "static "].iter().any(|start| line.starts_with(start));
    line.split_once('(').filter(|_| !is_other)?.0.rsplit([' ', '*']).next()
}

/// Functions of C11 and POSIX, in the order of their bytes, with one blank or line break after each.
const STANDARD: &str = include_str!("library.txt");

/// Whether it is a function of C11 or POSIX; asked for each call.
fn is_listed(function: &str) -> bool {
    let (mut from, mut to) = (0, STANDARD.len());
    while from < to {
        let middle = from.midpoint(to);
        let start = STANDARD[from..middle].rfind(char::is_whitespace).map_or(from, |at| from + at + 1);
        let end = STANDARD[start..].find(char::is_whitespace).map_or(STANDARD.len(), |at| start + at);
        match STANDARD[start..end].cmp(function) {
            Ordering::Equal => return true,
            Ordering::Less => from = end + 1,
            Ordering::Greater => to = start,
        }
    }
    false
}

/// Whether a function without a body is that of the standard library or of the system: their names are reserved (C11 7.1.3, 7.31).
pub(crate) fn is_standard(function: &str) -> bool {
    let is_reserved = ["str", "mem", "wcs"].iter().any(|prefix| {
        function.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
    });
    is_reserved || is_listed(function)
}

#[test]
fn every_function_of_the_list_is_found() {
    let all: Vec<&str> = STANDARD.split_whitespace().collect();
    assert!(all.is_sorted() && all.len() > 500);
    assert!(all.iter().all(|function| is_listed(function)));
    assert!(!["", "a", "zzz", "print", "printff", "_"].into_iter().any(is_listed));
    // Others may have the names of functions that return nothing.
    let lines = HEADERS.iter().flat_map(|(_, text)| text.lines()).filter(|line| !line.starts_with("void "));
    let names = lines.filter_map(declared).filter(|name| !name.starts_with("__") && is_of_library(name));
    let missing = names.filter(|name| !is_listed(name));
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&str>::new());
}

/// The names and texts of all headers of ours.
#[cfg(test)]
pub(crate) fn texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    HEADERS.into_iter()
}

/// The names of all headers of ours.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    HEADERS.iter().map(|&(name, _)| name)
}
