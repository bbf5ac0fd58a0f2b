--- What a rule file looks like, how to try it, and how to go on after a change.
return lesson "houserule-own-rule" {
  title  = "A rule of your own",
  course = "houserule",
  game   = "tak+late-walls",
  level  = 4,
  steps  = {
    {
      say = [[
Somebody at your table says: no walls in the first four turns. Here is that rule, as a file called `walls-wait.lua`:

  --- Walls may not be placed before turn five.
  return variant "walls-wait" {
    base  = "tak",
    rules = { hooks = { allow = function(view, move)
      if move.piece == "wall" and view.turn < 5 then
        return false, "walls wait"
      end
      return true
    end } },
  }

It names the game it changes, and then only what differs: `allow` is asked about every move.]],
      ask     = "The piece is a wall, and it is turn 3. What does the function return?",
      choices = { "true", "false" },
      accept  = "false",
      wrong   = { ["true"] = "A wall, and 3 is less than 5: so what stands under `if` is done." },
      hints   = { "Read the line that begins with `if`: both conditions hold." },
      right   = "False, and with it the words that `why` will show. A move that returns true is allowed.",
    },
    {
      say     = "A rule like that is shipped with the program. It is called late-walls, and its first turn for walls is an option, `turn`, with 5 as its usual value. You are white, in turn 3.",
      moves   = "a1 e5 c3 b3",
      ask     = "Try what the rule forbids.",
      accept  = illegal("late-walls"),
      refused = { Sd3 = "Those are the words that the function returned." },
      wrong   = { d3 = "A flat is no wall, so the function returns true." },
      hints   = { "What has to wait? Its letter is S.", "Sd3" },
      right   = "The rule's own words, with the line they come from.",
      facts   = { illegal = "Sd3", why = "walls wait until turn 5", legal = { "d3", "Cd3" } },
    },
    {
      say     = "The same moves, but with the option set to turn=3.",
      options = { turn = 3 },
      moves   = "a1 e5 c3 b3",
      ask     = "Now place a wall beside your flat on c3.",
      accept  = function(before, after)
        for _, cell in ipairs(after:neighbours("c3")) do
          local piece, seat = after:top(cell)
          if piece == "wall" and seat == before.seat then return true end
        end
        return false, "No white wall stands beside c3."
      end,
      wrong   = { d3 = "That is a flat. Walls are allowed now: put an S in front.", Sd4 = "d4 touches c3 at a corner only." },
      hints   = { "c3 has four neighbours, and black is on b3.", "Sd3, Sc2 or Sc4." },
      right   = "In turn 3 walls are allowed under turn=3. Options let others tune your rule without touching the file.",
    },
    {
      say     = "A file may have a slip in it. Before you play with it, let the program read it and try it in hundreds of random games: outside the prompt `houserule check walls-wait.lua` does that, and names the line of every slip.",
      moves   = "a1 e5",
      ask     = "Somebody wrote `alow` in place of `allow`. What would you like `check` to do?",
      choices = { "ignore it", "name the line and the word meant" },
      accept  = "name the line and the word meant",
      wrong   = { ["ignore it"] = "Then the rule would do nothing, and you would find out in the middle of a game." },
      hints   = { "Which of the two would you rather hear before the game than in the middle of it?" },
      right   = "And so it does: a word it does not know is an error, with the line and the nearest name.",
    },
    {
      say    = "Last thing. You have changed your file in the middle of a game. `reload` reads the rules again from their files and goes on under them: the moves so far are played anew, and the first one that is different now is named. If there is a slip in the file, the old rules stay.",
      moves  = "a1 e5 c3 b3",
      ask    = "Reload the rules of this game.",
      accept = types("reload"),
      hints  = { "Type: reload" },
      right  = "Nothing had changed here, so the game went on as it was. Edit, `reload`, try; edit again: that is how a house rule is made. `watch` does it by itself whenever you save, and `houserule new variant NAME --base tak` writes a file to begin with.",
    },
  },
}
