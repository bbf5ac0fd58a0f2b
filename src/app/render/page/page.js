(function () {
  "use strict";
  var figures = Array.from(document.querySelectorAll(".positions figure"));
  var links = Array.from(document.querySelectorAll(".moves a"));
  var slider = document.getElementById("slider"), caption = document.getElementById("caption");
  var play = document.getElementById("play");
  var last = figures.length - 1, now = -1, timer = null;

  function show(index) {
    index = Math.max(0, Math.min(last, index));
    if (index === now) return;
    if (now >= 0) {
      figures[now].classList.remove("now");
      links[now].removeAttribute("aria-current");
    }
    now = index;
    figures[now].classList.add("now");
    links[now].setAttribute("aria-current", "true");
    // Only the list scrolls, never the page.
    var list = links[now].closest("ol");
    list.scrollTop = links[now].offsetTop - list.offsetTop - list.clientHeight / 2;
    slider.value = now;
    caption.textContent = figures[now].dataset.caption;
    slider.setAttribute("aria-valuetext", caption.textContent);
    button("first").disabled = button("back").disabled = now === 0;
    button("last").disabled = button("forward").disabled = now === last;
    try { history.replaceState(null, "", "#move-" + now); } catch (error) { /* some viewers forbid it */ }
  }
  function button(id) { return document.getElementById(id); }
  function pause() {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
    play.setAttribute("aria-pressed", "false");
  }
  function start() {
    if (now === last) show(0);
    play.textContent = "Pause";
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(function () {
      show(now + 1);
      if (now === last) pause();
    }, 1000);
  }
  function toggle() { if (timer === null) start(); else pause(); }
  function go(index) { pause(); show(index); }
  function asked() {
    var match = /^#move-(\d+)$/.exec(location.hash);
    return match ? Number(match[1]) : null;
  }

  document.body.classList.add("scripted");
  document.querySelector(".controls").hidden = false;
  slider.addEventListener("input", function () { go(Number(slider.value)); });
  button("first").addEventListener("click", function () { go(0); });
  button("back").addEventListener("click", function () { go(now - 1); });
  button("forward").addEventListener("click", function () { go(now + 1); });
  button("last").addEventListener("click", function () { go(last); });
  play.addEventListener("click", toggle);
  links.forEach(function (link, index) {
    link.addEventListener("click", function (event) { event.preventDefault(); go(index); });
  });
  window.addEventListener("hashchange", function () { if (asked() !== null) go(asked()); });
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider && event.key !== " ") return;
    var keys = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last };
    if (event.key in keys) go(keys[event.key]);
    else if (event.key === " " && event.target.tagName !== "BUTTON") toggle();
    else return;
    event.preventDefault();
  });
  show(asked() === null ? last : asked());
})();
