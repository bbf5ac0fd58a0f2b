//! Peak memory of some work, counted per thread by the allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static CURRENT: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

struct TrackingAllocator;

#[global_allocator]
static ALLOCATOR: TrackingAllocator = TrackingAllocator;

fn count(bytes: isize) {
    // An ending thread has no counters any more.
    let _ = CURRENT.try_with(|current| {
        current.set(current.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(current.get())));
    });
}

// SAFETY: every call is forwarded to the system allocator; the counters do not allocate.
unsafe impl GlobalAlloc for TrackingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Result of some work and its peak memory in bytes.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = CURRENT.get();
    PEAK.set(before);
    let result = work();
    (result, (PEAK.get() - before).unsigned_abs())
}
