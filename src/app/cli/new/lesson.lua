--- Say here in one sentence what is learned.
return lesson "NAME" {
  title   = "TITLE",
  -- author  = "your name",
  -- version = "1",

  -- The game, with variants, and its options as --set sets them.
  game    = "GAME",
  options = {},

  -- What it is listed under, and how hard it is, from 1 to 9.
  -- course = "my course",
  level   = 1,

  -- What is said and asked, in this order. `houserule lesson --verify NAME.lua` proves all of it.
  steps   = {
    -- Words and a picture. A step begins with a position that was set up, with moves that lead to one, or where the step
    -- before it ended; this one begins where games begin.
    {
      say = "This is how the game begins.",
    },

    -- A question.
    {
      ask    = "Play FIRST.",
      accept = FIRST,
      hints  = { "Type just what the question says.", "A hint is shown each time somebody types `hint`." },
      wrong  = { [SECOND] = "That is another move. What you say here is said to this one alone." },
      right  = "Well played.",
      -- reply = best(),
    },

    -- A question that words answer.
    {
      ask     = "Is this the end?",
      choices = { "yes", "no" },
      accept  = "yes",
      wrong   = { no = "It is: no step follows." },
    },
  },
}

-- All that a step may have:
--
@steps
--
-- What may be accepted in place of a move; a list means any of them, and a function of the view before and after the move
-- will do too:
--
@goals
