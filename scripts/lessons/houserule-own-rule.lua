--- Read a rule file, try it, check it, and reload it after a change.
return lesson "houserule-own-rule" {
  title  = "A rule of your own",
  course = "houserule",
  game   = "tak+late-walls",
  level  = 4,
  steps  = {
    {
      say = [[
Someone at your table suggests: no walls in the first four turns. Here's that rule, as a file called `walls-wait.lua`:

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

It names the game it changes, and then only what's different. The function `allow` decides whether a move is legal.]],
      ask     = "The piece is a wall, and it's turn 3. What does the function return?",
      choices = { "true", "false" },
      accept  = "false",
      wrong   = { ["true"] = "It's a wall, and 3 is less than 5. So the line below `if` runs." },
      hints   = { "Read the line that begins with `if`. Both conditions hold." },
      right   = "False, along with the words that `why` will show. If the function returns true, the move is allowed.",
    },
    {
      say     = "A rule like this comes with the program. It's called late-walls, and its option `turn` sets the first turn for walls, normally 5. You're white, and it's turn 3.",
      moves   = "a1 e5 c3 b3",
      ask     = "Try what the rule forbids.",
      accept  = illegal("late-walls"),
      refused = { Sd3 = "Those are the words that the function returned." },
      wrong   = { d3 = "A flat isn't a wall, so the function returns true." },
      hints   = { "Which piece has to wait? Its letter is S.", "Sd3" },
      right   = "You see the rule's own words, and the line they come from.",
      facts   = { illegal = "Sd3", why = "walls wait until turn 5", legal = { "d3", "Cd3" } },
    },
    {
      say     = "The same moves again, but now with the option turn=3.",
      options = { turn = 3 },
      moves   = "a1 e5 c3 b3",
      ask     = "Now place a wall beside your flat on c3.",
      accept  = function(before, after)
        for _, cell in ipairs(after:neighbours("c3")) do
          local piece, seat = after:top(cell)
          if piece == "wall" and seat == before.seat then return true end
        end
        return false, "There's no white wall beside c3."
      end,
      wrong   = { d3 = "That's a flat. Walls are allowed now: put an S in front.", Sd4 = "d4 touches c3 only at a corner." },
      hints   = { "c3 has four neighbours, and black is on b3.", "Sd3, Sc2 or Sc4." },
      right   = "With turn=3, walls are allowed from turn 3 on. Options let other people adjust your rule without editing the file.",
    },
    {
      say     = "A file can contain mistakes. Before you play with it, let the program check it. Outside the prompt, `houserule check walls-wait.lua` reads the file, plays hundreds of random games with it, and reports the line of every mistake.",
      moves   = "a1 e5",
      ask     = "Suppose you wrote `alow` instead of `allow`. What would you like `check` to do?",
      choices = { "ignore it", "name the line and the word meant" },
      accept  = "name the line and the word meant",
      wrong   = { ["ignore it"] = "Then the rule would do nothing, and you'd find out in the middle of a game." },
      hints   = { "What would you rather know before the game than in the middle of it?" },
      right   = "That's what it does. An unknown word is an error, and you get the line and the closest match.",
    },
    {
      say    = "One last thing. Suppose you edit your file in the middle of a game. `reload` reads the rules again and replays the moves so far. If a move no longer works as before, you're told which. If the file has a mistake, the old rules stay.",
      moves  = "a1 e5 c3 b3",
      ask    = "Reload the rules of this game.",
      accept = types("reload"),
      hints  = { "Type: reload" },
      right  = "Nothing had changed, so the game went on as before. Edit, `reload`, play, edit again: that's how you make a house rule. `watch` reloads every time you save, and `houserule new variant NAME --base tak` creates a file to start from.",
    },
  },
}
