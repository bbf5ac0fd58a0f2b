//! How much memory a piece of work needs at its height, counted per thread by the allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static NOW: Cell<isize> = const { Cell::new(0) };
    static HEIGHT: Cell<isize> = const { Cell::new(0) };
}

struct Scales;

#[global_allocator]
static SCALES: Scales = Scales;

fn count(bytes: isize) {
    // A thread that is ending has no counters any more, and nobody asks for them.
    let _ = NOW.try_with(|now| {
        now.set(now.get() + bytes);
        let _ = HEIGHT.try_with(|height| height.set(height.get().max(now.get())));
    });
}

// SAFETY: everything is handed on to the system's allocator; the counters allocate nothing.
unsafe impl GlobalAlloc for Scales {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        unsafe { System.realloc(place, layout, size) }
    }
}

/// The result of some work, and how far memory rose above its beginning, in bytes.
pub fn weigh<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = NOW.get();
    HEIGHT.set(before);
    let result = work();
    (result, (HEIGHT.get() - before).unsigned_abs())
}
