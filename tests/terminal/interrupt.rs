//! Ctrl-C while a script loads.

use std::sync::atomic::Ordering;

use houserule_app::interrupt::STOP;
use houserule_script::lua::sandbox::Sandbox;

#[test]
fn ctrl_c_stops_only_the_slow_script_that_is_loading() {
    STOP.store(true, Ordering::Relaxed);
    let sandbox = Sandbox::new().expect("a sandbox");
    let slow = "local t = {} for i = 1, 2048 do t[i * 2047] = true end\n         local x, k = nil, 2047 * 5000\n         while true do x = t[k] x = t[k] x = t[k] x = t[k] x = t[k] x = t[k] x = t[k] x = t[k] end";
    let fault = sandbox.run("slow.lua", slow).expect_err("it never ends");
    assert_eq!(fault.to_string(), "slow.lua:3: stopped by Ctrl-C");
    let sum = sandbox.run("quick.lua", "local n = 0 for i = 1, 1000 do n = n + i end return n").expect("a number");
    assert_eq!(sum.as_integer(), Some(500_500));
    STOP.store(false, Ordering::Relaxed);
    let fault = sandbox.run("slow.lua", slow).expect_err("it never ends");
    assert!(fault.message.starts_with("ran for more than 0.9 s"), "{fault}");
}
