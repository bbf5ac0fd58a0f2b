--- Describe in one sentence what this lesson teaches.
return lesson "NAME" {
  title   = "TITLE",
  -- author  = "your name",
  -- version = "1",

  -- The game, with variants, and its options as for --set.
  game    = "GAME",
  options = {},

  -- The course in the list of lessons, and the level from 1 (easy) to 9 (hard).
  -- course = "my course",
  level   = 1,

  -- The steps, in order. `houserule lesson --verify NAME.lua` checks every answer.
  steps   = {
    -- Text and a picture. A step can set a position or play moves; otherwise it continues where the previous step
    -- ended. This one shows the start of the game.
    {
      say = "This is the start of the game.",
    },

    -- A question with a move as the answer.
    {
      ask    = "Play FIRST.",
      accept = FIRST,
      hints  = { "Type the move exactly as the question shows it.", "Each `hint` shows the next line of this list." },
      wrong  = { [SECOND] = "That is a different move. Only this move gets this answer." },
      right  = "Well played.",
      -- reply = best(),
    },

    -- A question with choices.
    {
      ask     = "Is this the end?",
      choices = { "yes", "no" },
      accept  = "yes",
      wrong   = { no = "It is: there are no more steps." },
    },
  },
}

-- The keys of a step:
--
@steps
--
-- The goals for `accept`, in place of a move. A list accepts any of its items. A function of the view before and after
-- the move also works:
--
@goals
